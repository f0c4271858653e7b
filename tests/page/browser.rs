//! A real browser: Debian's chromium without a screen, spoken to over a pipe.
//!
//! The protocol is one JSON object after another, each ended by a zero byte; the shell
//! puts our ends of the pipe where the browser looks for them.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::oneshot;

const COMMAND: &str = "exec \"$0\" --headless --no-sandbox --disable-gpu --no-first-run \
    --disable-dev-shm-usage --disable-extensions --disable-background-networking \
    --disable-background-timer-throttling --disable-renderer-backgrounding \
    --disable-backgrounding-occluded-windows --force-device-scale-factor=1 \
    --user-data-dir=\"$1\" --remote-debugging-pipe 3<&0 4>&1 </dev/null >/dev/null 2>/dev/null";

type Waiting = Arc<Mutex<HashMap<u64, oneshot::Sender<Value>>>>;

/// A running browser.
pub struct Browser {
    child: Child,
    pipe: Mutex<ChildStdin>,
    waiting: Waiting,
    next: AtomicU64,
    folder: PathBuf,
}

/// The browser's program, if there is one.
pub fn program() -> Option<&'static str> {
    ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|name| {
        let mut asked = Command::new(name);
        asked.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        asked.status().is_ok_and(|status| status.success())
    })
}

impl Browser {
    pub fn start(program: &str) -> Arc<Browser> {
        // Two browsers with one folder are one browser.
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("emberhall-browser-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let mut child = Command::new("sh")
            .args(["-c", COMMAND, program])
            .arg(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        let pipe = Mutex::new(child.stdin.take().expect("its input"));
        let mut said = BufReader::new(child.stdout.take().expect("its output"));
        let waiting = Waiting::default();
        let heard = Arc::clone(&waiting);
        std::thread::spawn(move || {
            let mut line = Vec::new();
            while said.read_until(0, &mut line).is_ok_and(|length| length > 0) {
                line.pop();
                let message: Value = serde_json::from_slice(&line).unwrap_or_default();
                let waiter =
                    message["id"].as_u64().and_then(|id| heard.lock().unwrap().remove(&id));
                if let Some(waiter) = waiter {
                    let _ = waiter.send(message);
                }
                line.clear();
            }
        });
        Arc::new(Browser { child, pipe, waiting, next: AtomicU64::new(1), folder })
    }

    async fn call(&self, session: Option<&str>, method: &str, params: Value) -> Value {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let (answer, answered) = oneshot::channel();
        self.waiting.lock().unwrap().insert(id, answer);
        let mut message = json!({ "id": id, "method": method, "params": params });
        if let Some(session) = session {
            message["sessionId"] = json!(session);
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.pipe.lock().unwrap().write_all(&bytes).expect("the browser listens");
        let answered = tokio::time::timeout(Duration::from_secs(40), answered).await;
        let answered = answered.unwrap_or_else(|_| panic!("{method} was not answered"));
        let answered = answered.expect("the browser has gone");
        assert!(answered["error"].is_null(), "{method}: {}", answered["error"]);
        answered["result"].clone()
    }

    /// A window at an address.
    pub async fn open(self: &Arc<Self>, address: &str, (width, height): (u32, u32)) -> Window {
        self.open_in(json!({ "url": "about:blank" }), address, (width, height)).await
    }

    /// The same with cookies of its own, as another phone has them.
    pub async fn open_private(self: &Arc<Self>, address: &str, size: (u32, u32)) -> Window {
        let apart = self.call(None, "Target.createBrowserContext", json!({})).await;
        let target = json!({ "url": "about:blank", "browserContextId": apart["browserContextId"] });
        self.open_in(target, address, size).await
    }

    async fn open_in(
        self: &Arc<Self>,
        target: Value,
        address: &str,
        (width, height): (u32, u32),
    ) -> Window {
        let made = self.call(None, "Target.createTarget", target).await;
        let wanted = json!({ "targetId": made["targetId"], "flatten": true });
        let session = self.call(None, "Target.attachToTarget", wanted).await;
        let session = session["sessionId"].as_str().expect("a session").to_owned();
        let window = Window { browser: Arc::clone(self), session };
        window.call("Page.enable", json!({})).await;
        window.resize(width, height).await;
        window.call("Page.navigate", json!({ "url": address })).await;
        window
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A window of the browser.
pub struct Window {
    browser: Arc<Browser>,
    session: String,
}

impl Window {
    async fn call(&self, method: &str, params: Value) -> Value {
        self.browser.call(Some(&self.session), method, params).await
    }

    /// Loads the page again, and lets a script run before it.
    pub async fn load_after(&self, script: &str) {
        let first = json!({ "source": script });
        self.call("Page.addScriptToEvaluateOnNewDocument", first).await;
        self.call("Page.reload", json!({})).await;
    }

    pub async fn resize(&self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.call("Emulation.setDeviceMetricsOverride", size).await;
    }

    /// What an expression comes to.
    pub async fn eval(&self, script: &str) -> Value {
        let asked = json!({ "expression": script, "awaitPromise": true, "returnByValue": true });
        let done = self.call("Runtime.evaluate", asked).await;
        let wrong = &done["exceptionDetails"];
        assert!(wrong.is_null(), "{script}: {wrong}");
        done["result"]["value"].clone()
    }

    /// Waits until an expression is true, and says what it came to.
    pub async fn until(&self, script: &str) -> Value {
        for _ in 0..1500 {
            let done = self.eval(&format!("Promise.resolve({script})")).await;
            if !matches!(done, Value::Null | Value::Bool(false)) {
                return done;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        self.screenshot("stuck").await;
        panic!("it did not come true: {script}\n{}", self.text().await);
    }

    /// Opens a menu. News that comes just then moves the page under the pointer. Somebody who sees no
    /// menu clicks once more, as people do.
    pub async fn open_menu(&self, menu: &str) {
        self.click(menu).await;
        for _ in 0..300 {
            if self.has(".options .option").await {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        self.click(menu).await;
        self.until("!!document.querySelector('.options .option')").await;
    }

    /// All that can be read.
    pub async fn text(&self) -> String {
        self.eval("document.body.innerText").await.as_str().unwrap_or_default().to_owned()
    }

    pub async fn has(&self, selector: &str) -> bool {
        self.eval(&format!("!!document.querySelector({})", json!(selector))).await == true
    }

    /// A click of the mouse on the last thing that fits.
    pub async fn click(&self, selector: &str) {
        let at = self.hold(selector).await;
        self.let_go(&at).await;
    }

    /// Half of a click: the button of the mouse is down. Where, comes back.
    pub async fn hold(&self, selector: &str) -> Value {
        let found = format!(
            "(() => {{ const all = [...document.querySelectorAll({})].filter((n) => !n.disabled);
             const node = all.at(-1); if (!node) return null;
             node.scrollIntoView({{ block: 'center' }});
             const box = node.getBoundingClientRect();
             return [box.x + box.width / 2, box.y + box.height / 2]; }})()",
            json!(selector)
        );
        let at = self.until(&found).await;
        self.mouse("mousePressed", &at).await;
        at
    }

    /// The other half.
    pub async fn let_go(&self, at: &Value) {
        self.mouse("mouseReleased", at).await;
    }

    async fn mouse(&self, kind: &str, at: &Value) {
        let event =
            json!({ "type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": 1 });
        self.call("Input.dispatchMouseEvent", event).await;
    }

    /// Types a text, as a keyboard does.
    pub async fn type_in(&self, text: &str) {
        for letter in text.chars() {
            let letter = letter.to_string();
            let event = json!({ "type": "keyDown", "text": letter, "key": letter });
            self.call("Input.dispatchKeyEvent", event).await;
            self.call("Input.dispatchKeyEvent", json!({ "type": "keyUp", "key": letter })).await;
        }
    }

    /// The space bar goes down (`keyDown`), or up (`keyUp`).
    pub async fn space(&self, kind: &str) {
        let event = json!({ "type": kind, "key": " ", "code": "Space", "text": " ",
            "windowsVirtualKeyCode": 32 });
        self.call("Input.dispatchKeyEvent", event).await;
    }

    /// Presses a key that writes nothing.
    pub async fn press(&self, key: &str) {
        let text = if key == "Enter" { "\r" } else { "" };
        let code = match key {
            "Enter" => 13,
            "Tab" => 9,
            "Escape" => 27,
            "ArrowDown" => 40,
            _ => 0,
        };
        let down =
            json!({ "type": "keyDown", "key": key, "text": text, "windowsVirtualKeyCode": code });
        self.call("Input.dispatchKeyEvent", down).await;
        self.call("Input.dispatchKeyEvent", json!({ "type": "keyUp", "key": key })).await;
    }

    /// Keeps a picture of the window in `target/screens`.
    pub async fn screenshot(&self, name: &str) {
        // A window behind another is not painted.
        self.call("Page.bringToFront", json!({})).await;
        let shot = self.call("Page.captureScreenshot", json!({ "format": "png" })).await;
        let bytes = decode(shot["data"].as_str().unwrap_or_default());
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("target/screens");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(format!("{name}.png")), bytes).unwrap();
    }
}

/// Base64, as the browser sends pictures.
fn decode(text: &str) -> Vec<u8> {
    let value = |c: u8| match c {
        b'A'..=b'Z' => Some(c - b'A'),
        b'a'..=b'z' => Some(c - b'a' + 26),
        b'0'..=b'9' => Some(c - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0);
    for six in text.bytes().filter_map(value) {
        bits = bits << 6 | u32::from(six);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}
