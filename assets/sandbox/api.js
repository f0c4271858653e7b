// Requests to the sandbox, and the stream of what changes.

async function answer(response) {
  if (!response.ok) throw new Error(`the sandbox answered ${response.status}`);
  return response.json();
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

/** Listens for one person; connects again by itself. Says when it has begun, and can be stopped. */
export function listen(as, { hear, lost, back }) {
  let socket, stopped = false, failed = false, begin;
  const begun = new Promise((done) => { begin = done; });
  const connect = () => {
    if (stopped) return;
    socket = new WebSocket(`ws://${location.host}/sandbox/stream?as=${as}`);
    socket.onmessage = (event) => {
      if (stopped) return;
      const news = JSON.parse(event.data);
      if (news.t === "hello") {
        if (failed) back();
        failed = false;
        begin();
      } else hear(news);
    };
    socket.onclose = () => {
      if (stopped) return;
      failed = true;
      lost();
      setTimeout(connect, 700);
    };
  };
  connect();
  return { begun, stop: () => { stopped = true; socket.close(); begin(); } };
}
