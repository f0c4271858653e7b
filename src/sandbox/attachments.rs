//! Files of messages: attached, kept, dropped, pointed at by embeds; and those picked for a command.
//!
//! May use: the world. Deliberately absent: the limits of files.

use serde_json::{Map, Value, json};

use super::answer::Refusal;
use super::call::Upload;
use super::ids::Id;
use super::world::World;
use super::{files, limits};

impl World {
    /// The list of attachments after a request: kept ones, then new ones.
    pub(super) fn attach(
        &mut self,
        channel: Id,
        request: &Value,
        uploads: &[Upload],
        had: &[Value],
    ) -> Result<Vec<Value>, Refusal> {
        let listed = request["attachments"].as_array();
        let mut list: Vec<Value> = match listed {
            Some(listed) => kept(listed, had),
            None => had.to_vec(),
        };
        for upload in uploads {
            let about = listed.and_then(|all| all.iter().find(|one| names(one, upload.number)));
            list.push(self.take_in(channel, upload, about));
        }
        let lost = listed.into_iter().flatten().find(|one| {
            !had.iter().any(|old| same_id(one, old))
                && !uploads.iter().any(|upload| names(one, upload.number))
        });
        match lost {
            Some(_) => {
                Err(limits::one("attachments", "ATTACHMENT_NOT_FOUND", "Attachment data not found"))
            }
            None => Ok(list),
        }
    }

    /// Somebody picks a file for an option of a command; it is named there by this id.
    pub fn pick_file(&mut self, name: &str, kind: &str, bytes: Vec<u8>) -> Id {
        let id = self.ids.next();
        let name = files::tame(name);
        let place = format!("{}/ephemeral-attachments/{}/{id}", self.base, self.application);
        // Addresses are signed, and good for a while.
        let url = format!("{place}/{name}?ex=ffffffff&is=0&hm={}", "0".repeat(64));
        self.picked.insert(id, picked(id, &name, (kind, bytes.len()), &url));
        self.files.keep(id, kind.to_owned(), bytes.into());
        self.forget_picked();
        id
    }

    /// The same for a file that lies elsewhere, and may be longer than is said.
    pub fn pick_file_at(&mut self, name: &str, kind: &str, size: usize, url: &str) -> Id {
        let id = self.ids.next();
        self.picked.insert(id, picked(id, &files::tame(name), (kind, size), url));
        self.forget_picked();
        id
    }

    fn take_in(&mut self, channel: Id, upload: &Upload, about: Option<&Value>) -> Value {
        let id = self.ids.next();
        let name = about.and_then(|about| about["filename"].as_str()).unwrap_or(&upload.name);
        let name = files::tame(name);
        let url = format!("{}/attachments/{channel}/{id}/{name}", self.base);
        let mut shape = json!({
            "id": id.to_string(),
            "filename": name,
            "size": upload.bytes.len(),
            "url": url,
            "proxy_url": url,
            "content_type": upload.kind,
        });
        if let Some((width, height)) = files::size(&upload.bytes) {
            shape["width"] = json!(width);
            shape["height"] = json!(height);
        }
        if let Some(about) = about.and_then(|about| about["description"].as_str()) {
            shape["description"] = json!(about);
        }
        self.files.keep(id, upload.kind.clone(), upload.bytes.clone());
        shape
    }

    pub(super) fn forget_files(&mut self, had: &[Value], body: &Map<String, Value>) {
        let left = body.get("attachments").and_then(Value::as_array);
        for old in had {
            let stays = left.is_some_and(|left| left.iter().any(|one| same_id(one, old)));
            if let (false, Some(id)) = (stays, as_id(&old["id"])) {
                self.files.forget(id);
            }
        }
    }

    /// `attachment://name` in embeds becomes the address of the file.
    pub(super) fn point_embeds(&mut self, body: &mut Map<String, Value>) {
        let attached = body.get("attachments").and_then(Value::as_array).cloned();
        let attached = attached.unwrap_or_default();
        let mut lost = Vec::new();
        for embed in body.get_mut("embeds").and_then(Value::as_array_mut).into_iter().flatten() {
            for place in ["image", "thumbnail"] {
                let Some(name) = embed[place]["url"]
                    .as_str()
                    .and_then(|url| url.strip_prefix("attachment://").map(files::tame))
                else {
                    continue;
                };
                match attached.iter().find(|one| one["filename"] == name.as_str()) {
                    Some(file) => embed[place] = pointed(file),
                    None => lost.push(name),
                }
            }
        }
        let wrong = lost
            .into_iter()
            .map(|name| format!("an embed points at attachment://{name}, which is not attached"));
        self.recorder.violations.extend(wrong);
    }
}

fn picked(id: Id, name: &str, (kind, size): (&str, usize), url: &str) -> Value {
    json!({
        "id": id.to_string(),
        "filename": name,
        "size": size,
        "url": url,
        "proxy_url": url,
        "content_type": kind,
        "ephemeral": true,
    })
}

fn pointed(file: &Value) -> Value {
    json!({
        "url": file["url"],
        "proxy_url": file["proxy_url"],
        "width": file["width"],
        "height": file["height"],
    })
}

fn as_id(value: &Value) -> Option<Id> {
    value.as_u64().or_else(|| value.as_str().and_then(|text| text.parse().ok()))
}

fn same_id(one: &Value, other: &Value) -> bool {
    as_id(&one["id"]).is_some() && as_id(&one["id"]) == as_id(&other["id"])
}

fn names(listed: &Value, number: u64) -> bool {
    as_id(&listed["id"]) == Some(number)
}

fn kept(listed: &[Value], had: &[Value]) -> Vec<Value> {
    let stays = |old: &&Value| listed.iter().any(|one| same_id(one, old));
    had.iter().filter(stays).cloned().collect()
}
