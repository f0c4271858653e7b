//! The contract: every request of the bot, held against Discord's own document.
//!
//! A request is looked up by route and method; its path, its query and its JSON
//! body (of a form, the `payload_json`) have to fit the document. Fields the
//! document does not know are complained about, though Discord would skip them:
//! a field that is spelled wrong does nothing and tells nobody.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

use emberhall::sandbox::RecordedRequest;
use jsonschema::error::ValidationErrorKind;
use jsonschema::{ValidationError, Validator};
use serde_json::{Map, Value, json};

const DOCUMENT: &str = include_str!("openapi.json");

/// Where the document and the world disagree: what is found is read as what was meant.
struct Disagreement {
    /// A field, with `*` for any place in a list and `**` for any depth.
    field: &'static str,
    /// Nothing if the field is to be skipped.
    read_as: fn(&Value) -> Option<Value>,
    /// Why it is right all the same.
    #[allow(dead_code, reason = "for those who read the table")]
    why: &'static str,
}

const DISAGREEMENTS: &[Disagreement] = &[
    Disagreement {
        field: "**.attachments.*.id",
        read_as: text,
        why: "the number of a new file is a number in Discord's guide and in every library",
    },
    Disagreement {
        field: "**.default_member_permissions",
        read_as: number,
        why: "permissions are strings everywhere else, and are taken as strings here",
    },
    Disagreement {
        field: "**.nsfw",
        read_as: skipped,
        why: "the guide lists it for commands; the document has forgotten it",
    },
    Disagreement {
        field: "**.proxy_url",
        read_as: skipped,
        why: "serenity writes it into embeds, always empty; Discord fills it in itself",
    },
    Disagreement { field: "**.proxy_icon_url", read_as: skipped, why: "as above" },
];

/// What a library writes if nobody keeps it from that.
const OF_A_LIBRARY: Disagreement = Disagreement {
    field: "**.options.*",
    read_as: without_blanks,
    why: "serenity writes every field of an option, whatever its type; empty ones are skipped",
};

fn text(value: &Value) -> Option<Value> {
    let text = value.as_u64().map(|number| json!(number.to_string()));
    text.or_else(|| Some(value.clone()))
}

fn number(value: &Value) -> Option<Value> {
    let number = value.as_str().and_then(|text| text.parse::<u64>().ok());
    number.map(|number| json!(number)).or_else(|| Some(value.clone()))
}

fn skipped(_: &Value) -> Option<Value> {
    None
}

/// Options of commands have a name and a type; those of selects do not.
#[allow(clippy::unnecessary_wraps, reason = "the table asks for it")]
fn without_blanks(option: &Value) -> Option<Value> {
    let mut option = option.clone();
    if let Some(fields) = option.as_object_mut()
        && fields.contains_key("name")
        && fields.contains_key("type")
    {
        let blank =
            |value: &Value| value.is_null() || *value == json!([]) || *value == json!(false);
        fields.retain(|_, value| !blank(value));
    }
    Some(option)
}

/// The document, and what of it has been compiled.
pub struct Contract {
    document: Value,
    compiled: Mutex<HashMap<String, Arc<Validator>>>,
}

impl Contract {
    /// Reads the document; once is enough.
    pub fn load() -> &'static Contract {
        static LOADED: OnceLock<Contract> = OnceLock::new();
        LOADED.get_or_init(|| {
            let mut document = serde_json::from_str(DOCUMENT).expect("the document is JSON");
            close(&mut document);
            Contract { document, compiled: Mutex::new(HashMap::new()) }
        })
    }

    /// Everything in which a request does not fit the document; commands are to say nothing
    /// that is empty.
    pub fn check(&self, request: &RecordedRequest) -> Vec<String> {
        let mut wrong = self.hold(request);
        if request.route.contains("/commands") {
            blanks(&request.body, "body", &mut wrong);
        }
        wrong
    }

    /// The same for a bot that sends what its library writes.
    #[allow(dead_code, reason = "not every test program has such a bot")]
    pub fn check_library(&self, request: &RecordedRequest) -> Vec<String> {
        let mut request = request.clone();
        let field: Vec<&str> = OF_A_LIBRARY.field.split('.').collect();
        amend(&mut request.body, &field, OF_A_LIBRARY.read_as);
        self.hold(&request)
    }

    fn hold(&self, request: &RecordedRequest) -> Vec<String> {
        let Some(route) = self.document["paths"].get(&request.route) else {
            return vec![format!("the document has no route {}", request.route)];
        };
        let method = request.method.to_lowercase();
        let Some(operation) = route.get(&method) else {
            return vec![format!("the document has no {} {}", request.method, request.route)];
        };
        let parameters = [&route["parameters"], &operation["parameters"]];
        let parameters: Vec<&Value> =
            parameters.into_iter().filter_map(Value::as_array).flatten().collect();
        let mut wrong = self.check_path(request, &parameters);
        wrong.extend(self.check_query(request, &parameters));
        wrong.extend(self.check_body(request, &operation["requestBody"]));
        wrong
    }

    fn check_path(&self, request: &RecordedRequest, parameters: &[&Value]) -> Vec<String> {
        let mut wrong = Vec::new();
        for (name, found) in request.route.split('/').zip(request.path.split('/')) {
            let Some(name) = name.strip_prefix('{').and_then(|name| name.strip_suffix('}')) else {
                continue;
            };
            match parameters.iter().find(|one| one["in"] == "path" && one["name"] == name) {
                Some(one) => wrong.extend(self.fit(name, &one["schema"], &json!(found))),
                None => wrong.push(format!("the document knows no {name} here")),
            }
        }
        wrong
    }

    fn check_query(&self, request: &RecordedRequest, parameters: &[&Value]) -> Vec<String> {
        let mut wrong = Vec::new();
        for (name, found) in &request.query {
            match parameters.iter().find(|one| one["in"] == "query" && one["name"] == *name) {
                Some(one) => {
                    let found = read_query(&one["schema"], found);
                    wrong.extend(self.fit(name, &one["schema"], &found));
                }
                None => wrong.push(format!("the document knows no {name} in the query")),
            }
        }
        wrong
    }

    fn check_body(&self, request: &RecordedRequest, expected: &Value) -> Vec<String> {
        match (&request.body, expected.get("schema")) {
            (Value::Null, _) if expected["required"] != true => Vec::new(),
            (Value::Null, Some(_)) => vec!["a body is needed".to_owned()],
            (_, None) => vec!["the document knows no body here".to_owned()],
            (body, Some(schema)) => {
                let mut body = body.clone();
                for one in DISAGREEMENTS {
                    let field: Vec<&str> = one.field.split('.').collect();
                    amend(&mut body, &field, one.read_as);
                }
                self.fit("body", schema, &body)
            }
        }
    }

    /// Holds a value against a part of the document.
    fn fit(&self, name: &str, schema: &Value, value: &Value) -> Vec<String> {
        let validator = self.validator(schema);
        let errors = validator.iter_errors(value);
        errors.flat_map(|error| explain(name, &error)).collect()
    }

    fn validator(&self, schema: &Value) -> Arc<Validator> {
        let mut compiled = self.compiled.lock().unwrap();
        let known = compiled.entry(schema.to_string());
        known.or_insert_with(|| Arc::new(self.compile(schema))).clone()
    }

    fn compile(&self, schema: &Value) -> Validator {
        let mut whole = schema.as_object().cloned().unwrap_or_else(Map::new);
        whole.insert("components".to_owned(), self.document["components"].clone());
        jsonschema::validator_for(&Value::Object(whole)).expect("the document is sound")
    }
}

/// Fields that say nothing.
fn blanks(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Null if at != "body" => found.push(format!("{at} says nothing")),
        Value::Array(list) if list.is_empty() => found.push(format!("{at} says nothing")),
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(n, one)| blanks(one, &format!("{at}/{n}"), found));
        }
        Value::Object(fields) => {
            fields.iter().for_each(|(name, one)| blanks(one, &format!("{at}/{name}"), found));
        }
        _ => {}
    }
}

/// Of several forms that do not fit, the one that comes closest says most.
fn explain(name: &str, error: &ValidationError<'_>) -> Vec<String> {
    let forms = match error.kind() {
        ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } => {
            context.as_slice()
        }
        _ => &[],
    };
    let other_kind = |errors: &[ValidationError<'_>]| {
        errors.iter().any(|error| error.instance_path().as_str().ends_with("/type"))
    };
    let closest = forms.iter().min_by_key(|errors| (other_kind(errors), errors.len()));
    match closest {
        Some(errors) => errors.iter().flat_map(|error| explain(name, error)).collect(),
        None => vec![format!("{name}{}: {error}", error.instance_path())],
    }
}

/// Words of a query in the type that is asked for.
fn read_query(schema: &Value, found: &str) -> Value {
    match schema["type"].as_str() {
        Some("integer" | "boolean") => serde_json::from_str(found).unwrap_or_else(|_| json!(found)),
        _ => json!(found),
    }
}

/// Forbids every field the document does not list.
fn close(part: &mut Value) {
    match part {
        Value::Object(fields) => {
            if fields.get("properties").is_some_and(Value::is_object) {
                fields.entry("additionalProperties").or_insert(json!(false));
            }
            fields.values_mut().for_each(close);
        }
        Value::Array(items) => items.iter_mut().for_each(close),
        _ => {}
    }
}

type ReadAs = fn(&Value) -> Option<Value>;

/// Reads a field as something else, wherever it stands.
fn amend(value: &mut Value, field: &[&str], read_as: ReadAs) {
    let Some((first, rest)) = field.split_first() else {
        return;
    };
    if *first == "**" {
        amend(value, rest, read_as);
    }
    match value {
        Value::Object(fields) if *first == "**" => {
            fields.values_mut().for_each(|inner| amend(inner, field, read_as));
        }
        Value::Array(items) if *first == "**" => {
            items.iter_mut().for_each(|inner| amend(inner, field, read_as));
        }
        Value::Object(fields) => amend_field(fields, first, rest, read_as),
        Value::Array(items) if *first == "*" => {
            items.iter_mut().for_each(|inner| amend(inner, rest, read_as));
            if rest.is_empty() {
                *items = items.iter().filter_map(read_as).collect();
            }
        }
        _ => {}
    }
}

fn amend_field(fields: &mut Map<String, Value>, first: &str, rest: &[&str], read_as: ReadAs) {
    let Some(inner) = fields.get_mut(first) else {
        return;
    };
    if !rest.is_empty() {
        amend(inner, rest, read_as);
    } else if let Some(read) = read_as(inner) {
        *inner = read;
    } else {
        fields.remove(first);
    }
}
