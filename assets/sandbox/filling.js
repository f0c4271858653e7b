// A command being filled in: one field for each option that is given.
import { el, toast } from "./dom.js";
import { act, upload } from "./api.js";
import { S, people } from "./state.js";

const FILE = 11;

export class Filling {
  constructor(command, composer) {
    this.command = command;
    this.composer = composer;
    this.fields = [];
    this.pills = el("span.pills");
    this.rest = el("span.rest");
    const go = el("button.button.primary.send", { type: "submit", "aria-label": "Send" }, "➤");
    this.node = el("form.bar.filling", { onsubmit: (event) => { event.preventDefault(); this.submit(); } },
      el("span.command", {}, "/" + command.path), this.pills, this.rest, go);
    this.node.addEventListener("keydown", (event) => this.key(event));
    this.node.tabIndex = -1;
    command.options.filter((one) => one.required).forEach((one) => this.add(one));
    this.draw();
  }

  /** Goes to the first field; what was typed after the command's name is for it. */
  begin(text) {
    if (text !== undefined && !this.fields.length && this.command.options.length) {
      this.add(this.command.options[0]);
      this.draw();
    }
    const first = this.fields[0]?.input;
    if (text && first && first.type !== "file") first.value = text;
    (first ?? this.node).focus();
  }

  draw() {
    const left = this.command.options.filter((one) => !this.fields.some((field) => field.option === one));
    this.rest.replaceChildren(...left.map((one) =>
      el("button.plus", { type: "button", title: one.description, "data-option": one.name, onclick: () => { this.add(one); this.draw(); this.fields.at(-1).input.focus(); } }, "+ " + one.name)));
  }

  add(option) {
    const input = option.type === FILE
      ? el("input", { type: "file", "aria-label": option.name })
      : el("input", { "aria-label": option.name, placeholder: option.description, "data-field": option.name, autocomplete: "off" });
    const field = { option, input, value: undefined };
    field.pill = el("label.pill", {}, el("b", {}, option.name), input);
    input.addEventListener("input", () => { field.value = undefined; field.pill.classList.remove("wrong"); this.suggest(field); });
    input.addEventListener("focus", () => this.suggest(field));
    input.addEventListener("blur", () => setTimeout(() => { if (!this.node.contains(document.activeElement)) this.composer.hide(); }, 150));
    this.fields.push(field);
    this.pills.append(field.pill);
  }

  /** What can be put into a field, as far as it is typed. */
  async suggest(field) {
    const { option, input } = field;
    const part = input.value.toLowerCase();
    let found = choices(option);
    if (option.autocomplete) {
      const asked = input.value;
      const done = await act({ do: "complete", as: S.me, channel: S.channel, path: this.command.path, focused: option.name, partial: asked });
      if (input.value !== asked || document.activeElement !== input) return;
      found = done.choices || [];
    } else if (found) found = found.filter((one) => field.value !== undefined || one.name.toLowerCase().includes(part));
    this.composer.offer((found || []).map((one) => ({
      face: [el("b", {}, one.name)],
      id: String(one.value),
      pick: () => this.set(field, one),
    })));
  }

  set(field, { name, value }) {
    field.input.value = name;
    field.value = value;
    this.composer.hide();
    const next = this.fields.find((one) => one !== field && !one.input.value);
    if (next) next.input.focus();
  }

  key(event) {
    if (event.isComposing || this.composer.walked(event)) return;
    const field = this.fields.find((one) => one.input === event.target);
    if (event.key === "Escape") this.composer.cancel();
    else if (event.key === "Enter" && event.target.type !== "button") { event.preventDefault(); this.submit(); }
    else if (event.key === "Backspace" && (!field || !field.input.value)) { event.preventDefault(); this.drop(field); }
  }

  drop(field) {
    if (!field || field.option.required) return this.composer.cancel();
    this.fields = this.fields.filter((one) => one !== field);
    field.pill.remove();
    this.composer.hide();
    this.draw();
    this.begin();
  }

  async submit() {
    if (this.sending) return;
    this.sending = true;
    const options = await this.read();
    this.sending = false;
    if (options) this.composer.send(this.command.path, options);
  }

  /** The values of all fields; nothing if one of them is no value. */
  async read() {
    const options = {};
    for (const field of this.fields) {
      const value = await read(field);
      if (value === null) {
        field.pill.classList.add("wrong");
        field.input.focus();
        toast(`${field.option.name}: ${field.why ?? field.option.description}`);
        return null;
      }
      if (value !== undefined) options[field.option.name] = value;
    }
    return options;
  }
}

/** What an option can be, if that is a short list. */
function choices(option) {
  if (option.choices?.length) return option.choices;
  switch (option.type) {
    case 5: return [{ name: "True", value: true }, { name: "False", value: false }];
    case 6: case 9: return people().map((user) => ({ name: user.global_name, value: user.id }));
    case 7: return [...S.channels.values()].map((channel) => ({ name: "#" + channel.name, value: channel.id }));
    case 8: return [...S.roles.values()].map((role) => ({ name: role.name, value: role.id }));
    default: return null;
  }
}

/** The value of a field: nothing if it is left out, null if it is no value. */
async function read(field) {
  const { option, input, value } = field;
  if (option.type === FILE) {
    if (!input.files[0]) return option.required ? null : undefined;
    const done = await upload(input.files[0]).catch(() => ({ refused: "the file did not arrive" }));
    field.why = done.refused;
    return done.id ?? null;
  }
  if (value !== undefined) return value;
  const text = input.value.trim();
  if (!text) return option.required ? null : undefined;
  const list = choices(option);
  const same = list?.find((one) => one.name.toLowerCase() === text.toLowerCase());
  if (list) return same ? same.value : null;
  if (option.type === 4) return /^-?\d+$/.test(text) ? Number(text) : null;
  if (option.type === 10) return Number.isFinite(Number(text)) ? Number(text) : null;
  return text;
}
