//! Attachments: uploads to messages, links from embeds, and files picked for command options.
//!
//! File limits live in `limits`.

use serde_json::{Map, Value, json};

use super::ids::Id;
use super::request::Upload;
use super::response::ApiError;
use super::world::World;
use super::{files, limits};

impl World {
    /// Applies a request to the attachments of a message: kept ones first, then new uploads.
    pub(super) fn attach(
        &mut self,
        channel: Id,
        request: &Value,
        uploads: &[Upload],
        previous: &[Value],
    ) -> Result<Vec<Value>, ApiError> {
        let listed = request["attachments"].as_array();
        let mut list: Vec<Value> = match listed {
            Some(listed) => retained(listed, previous),
            None => previous.to_vec(),
        };
        for upload in uploads {
            let metadata =
                listed.and_then(|all| all.iter().find(|one| has_number(one, upload.number)));
            list.push(self.store_upload(channel, upload, metadata));
        }
        let unknown = listed.into_iter().flatten().find(|one| {
            !previous.iter().any(|old| same_id(one, old))
                && !uploads.iter().any(|upload| has_number(one, upload.number))
        });
        match unknown {
            Some(_) => {
                Err(limits::one("attachments", "ATTACHMENT_NOT_FOUND", "Attachment data not found"))
            }
            None => Ok(list),
        }
    }

    /// Uploads a file for a command option; the option refers to it by the returned id.
    pub fn pick_file(&mut self, name: &str, kind: &str, bytes: Vec<u8>) -> Id {
        let id = self.ids.next();
        let name = files::sanitize_name(name);
        let place = format!("{}/ephemeral-attachments/{}/{id}", self.base, self.application);
        // Shaped like a signed URL that expires.
        let url = format!("{place}/{name}?ex=ffffffff&is=0&hm={}", "0".repeat(64));
        self.picked.insert(id, picked_file(id, &name, (kind, bytes.len()), &url));
        self.files.keep(id, kind.to_owned(), bytes.into());
        self.forget_picked();
        id
    }

    /// Like [`pick_file`](World::pick_file), for a file hosted at `url` that may exceed `size`.
    pub fn pick_file_at(&mut self, name: &str, kind: &str, size: usize, url: &str) -> Id {
        let id = self.ids.next();
        self.picked.insert(id, picked_file(id, &files::sanitize_name(name), (kind, size), url));
        self.forget_picked();
        id
    }

    fn store_upload(&mut self, channel: Id, upload: &Upload, metadata: Option<&Value>) -> Value {
        let id = self.ids.next();
        let name =
            metadata.and_then(|metadata| metadata["filename"].as_str()).unwrap_or(&upload.name);
        let name = files::sanitize_name(name);
        let url = format!("{}/attachments/{channel}/{id}/{name}", self.base);
        let mut attachment = json!({
            "id": id.to_string(),
            "filename": name,
            "size": upload.bytes.len(),
            "url": url,
            "proxy_url": url,
            "content_type": upload.kind,
        });
        if let Some((width, height)) = files::size(&upload.bytes) {
            attachment["width"] = json!(width);
            attachment["height"] = json!(height);
        }
        if let Some(text) = metadata.and_then(|metadata| metadata["description"].as_str()) {
            attachment["description"] = json!(text);
        }
        self.files.keep(id, upload.kind.clone(), upload.bytes.clone());
        attachment
    }

    /// Deletes the stored files of attachments that are no longer in `body`.
    pub(super) fn forget_files(&mut self, previous: &[Value], body: &Map<String, Value>) {
        let left = body.get("attachments").and_then(Value::as_array);
        for old in previous {
            let stays = left.is_some_and(|left| left.iter().any(|one| same_id(one, old)));
            if let (false, Some(id)) = (stays, parse_id(&old["id"])) {
                self.files.forget(id);
            }
        }
    }

    /// Resolves `attachment://name` in embeds to the URL of the attachment.
    pub(super) fn link_embeds(&mut self, body: &mut Map<String, Value>) {
        let attached = body.get("attachments").and_then(Value::as_array).cloned();
        let attached = attached.unwrap_or_default();
        let mut lost = Vec::new();
        for embed in body.get_mut("embeds").and_then(Value::as_array_mut).into_iter().flatten() {
            for slot in ["image", "thumbnail"] {
                let Some(name) = embed[slot]["url"]
                    .as_str()
                    .and_then(|url| url.strip_prefix("attachment://").map(files::sanitize_name))
                else {
                    continue;
                };
                match attached.iter().find(|one| one["filename"] == name.as_str()) {
                    Some(file) => embed[slot] = embed_media(file),
                    None => lost.push(name),
                }
            }
        }
        let violations = lost
            .into_iter()
            .map(|name| format!("an embed points at attachment://{name}, which is not attached"));
        self.recorder.violations.extend(violations);
    }
}

fn picked_file(id: Id, name: &str, (kind, size): (&str, usize), url: &str) -> Value {
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

fn embed_media(file: &Value) -> Value {
    json!({
        "url": file["url"],
        "proxy_url": file["proxy_url"],
        "width": file["width"],
        "height": file["height"],
    })
}

fn parse_id(value: &Value) -> Option<Id> {
    value.as_u64().or_else(|| value.as_str().and_then(|text| text.parse().ok()))
}

fn same_id(one: &Value, other: &Value) -> bool {
    parse_id(&one["id"]).is_some() && parse_id(&one["id"]) == parse_id(&other["id"])
}

fn has_number(listed: &Value, number: u64) -> bool {
    parse_id(&listed["id"]) == Some(number)
}

fn retained(listed: &[Value], previous: &[Value]) -> Vec<Value> {
    let stays = |old: &&Value| listed.iter().any(|one| same_id(one, old));
    previous.iter().filter(stays).cloned().collect()
}
