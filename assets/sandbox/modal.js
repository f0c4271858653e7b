// Forms.
import { el, cover } from "./dom.js";
import { S } from "./state.js";
import { act } from "./api.js";
import { after } from "./components.js";

export function open(modal) {
  const as = S.me;
  const fields = modal.inputs.map((input) => {
    const tag = input.style === 2 ? "textarea" : "input";
    const field = el(tag, {
      name: input.custom_id, value: input.value || "", placeholder: input.placeholder || "",
      required: input.required !== false, rows: tag === "textarea" ? 5 : undefined,
      minLength: input.min_length ?? undefined, maxLength: input.max_length ?? 4000,
    });
    return el("label", {}, el("span", {}, input.label, input.required !== false ? el("i.needed", {}, " *") : null), field);
  });
  const wrong = el("p.wrong", { role: "alert" });
  const form = el("form.modal", { role: "dialog", "aria-modal": "true", "aria-label": modal.title },
    el("h3", {}, modal.title), fields, wrong,
    el("div.ends", {}, el("button.plain", { type: "button", onclick: () => close() }, "Cancel"), el("button.button.primary", {}, "Submit")));
  form.onsubmit = async (event) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(form));
    const done = await act({ do: "submit", as, modal: modal.id, values });
    if (done.refused || done.ack === "failed") {
      wrong.textContent = done.refused || "Something went wrong. Try again.";
      return;
    }
    close();
    after(done, as);
  };
  const veil = el("div.veil", { onmousedown: (event) => { if (event.target === veil) close(); } }, form);
  const close = cover(veil);
  form.querySelector("input, textarea")?.focus();
}
