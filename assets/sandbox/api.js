// Requests to the sandbox, and the stream of what changes.

async function answer(response) {
  if (response.ok) return response.json();
  const why = new Error(`the sandbox answered ${response.status}`);
  // Turned away: the sentence says why.
  if (response.status === 403) why.out = (await response.json().catch(() => ({}))).refused;
  throw why;
}

export async function get(path, query) {
  return answer(await fetch(`/sandbox/${path}?${new URLSearchParams(query)}`));
}

export async function act(body) {
  try {
    return await answer(await fetch("/sandbox/act", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }));
  } catch (why) {
    return { refused: "The sandbox does not answer." };
  }
}

export async function upload(file) {
  const query = new URLSearchParams({ name: file.name });
  return answer(await fetch(`/sandbox/file?${query}`, {
    method: "POST",
    headers: { "content-type": file.type || "application/octet-stream" },
    body: file,
  }));
}

/** The sandbox says something every 15 s; a line that was silent for longer leads nowhere. */
const SILENT = 40000, SUSPICIOUS = 20000;

/** Listens for one person; connects again by itself. Says when it has begun, and can be stopped. */
export function listen(as, { hear, lost, back }) {
  let socket, stopped = false, failed = false, begin, heard = Date.now();
  const begun = new Promise((done) => { begin = done; });
  const connect = () => {
    if (stopped) return;
    const line = socket = new WebSocket(`ws://${location.host}/sandbox/stream?as=${as}`);
    heard = Date.now();
    line.onmessage = (event) => {
      if (stopped || line !== socket) return;
      heard = Date.now();
      const news = JSON.parse(event.data);
      if (news.t === "hello") {
        if (failed) back();
        failed = false;
        begin();
      } else if (news.t !== "pulse") hear(news);
    };
    line.onclose = () => { if (line === socket) again(700); };
  };
  const again = (pause) => {
    if (stopped) return;
    const old = socket;
    socket = null;
    old?.close();
    failed = true;
    lost();
    setTimeout(() => { if (!socket) connect(); }, pause);
  };
  // A phone that slept, or changed its network, is told nothing of a line that is dead.
  const look = (silent) => { if (!stopped && socket && Date.now() - heard > silent) again(0); };
  const watch = setInterval(() => look(SILENT), 5000);
  const awake = () => { if (!document.hidden) look(SUSPICIOUS); };
  const online = () => look(0);
  document.addEventListener("visibilitychange", awake);
  addEventListener("online", online);
  connect();
  const stop = () => {
    stopped = true;
    clearInterval(watch);
    document.removeEventListener("visibilitychange", awake);
    removeEventListener("online", online);
    socket?.close();
    begin();
  };
  return { begun, stop };
}
