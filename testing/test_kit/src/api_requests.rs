//! Requests to the HTTP API, made from its OpenAPI description: valid, nearly valid, or broken.
//!
//! The description is made from the wire types, so a new field or route is tested without a change here. The
//! choices come from bytes: those of a fuzzer, or random ones.

use serde_json::{Map, Value, json};

/// A source of choices. When its bytes are used up, every choice is the first one.
pub struct Choices<'a>(&'a [u8]);

/// One request. The body is text that may be JSON.
#[derive(Debug)]
pub struct ApiRequest {
    pub method: String,
    /// With the query.
    pub path: String,
    pub body: Option<Vec<u8>>,
    /// Which of the people in the game sends it; 0 is somebody without an identity.
    pub sender: usize,
}

/// Which requests are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operations {
    WithBody,
    WithoutBody,
    All,
}

/// Makes requests to every operation of an API.
pub struct RequestMaker {
    api: Value,
    /// Method, path and description of each operation.
    operations: Vec<(String, String, Value)>,
}

/// Texts that mean something to some field, and texts that mean trouble.
const WORDS: [&str; 44] = [
    "",
    "par",
    "stp/sc",
    "france",
    "army",
    "A par",
    "F stp/sc",
    "S1901M",
    "F1914R",
    "W1901A",
    "2000",
    "datc",
    "daily",
    "standard",
    "strait",
    "novice",
    "master",
    "en",
    "fr",
    "nl",
    "move",
    "convoy",
    "build",
    "ready",
    "yes",
    "dark",
    "20:00",
    "Europe/Amsterdam",
    "Europe/Atlantis",
    "Anna",
    "abcd1234",
    "correct horse battery staple",
    "A PAR - BUR\nF BRE - MAO",
    "L'armée de Paris soutient Marseille vers la Bourgogne",
    "E Bud-Gal; F StP CS – Bot",
    "\u{0}\u{202e}\u{feff}",
    "🦊🦊🦊",
    "a\u{301}\u{301}\u{301}",
    "' OR 1=1 --",
    "../../etc/passwd",
    "https://example.org/?a=b#c",
    "-1",
    "1e999",
    "null",
];
/// Deeper values are null. Recursive types end there.
const MAX_DEPTH: usize = 8;
const MAX_ITEMS: usize = 4;

impl<'a> Choices<'a> {
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    /// A number below `bound`, which must not be zero.
    fn below(&mut self, bound: usize) -> usize {
        usize::from(u16::from_le_bytes([self.byte(), self.byte()])) % bound
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// True for one choice in so many.
    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == count - 1
    }
}

impl RequestMaker {
    pub fn new(openapi: &str, which: Operations) -> Self {
        let api: Value = serde_json::from_str(openapi).unwrap();
        let mut operations = Vec::new();
        for (path, methods) in api["paths"].as_object().unwrap() {
            for (method, operation) in methods.as_object().unwrap() {
                let has_body = operation.get("requestBody").is_some();
                // An event stream never ends.
                let is_wanted = match which {
                    Operations::WithBody => has_body,
                    Operations::WithoutBody => !has_body,
                    Operations::All => true,
                };
                if is_wanted && !path.ends_with("/events") {
                    operations.push((method.to_uppercase(), path.clone(), operation.clone()));
                }
            }
        }
        assert!(operations.len() > 5, "the description has no operations");
        Self { api, operations }
    }

    /// One request, to this game or to none that exists.
    pub fn request(&self, choices: &mut Choices<'_>, game: &str) -> ApiRequest {
        let (method, template, operation) = &self.operations[choices.below(self.operations.len())];
        let sender = choices.below(8);
        let mut path = template.clone();
        let mut query = Vec::new();
        let parameters = operation["parameters"].as_array().map_or(&[] as &[Value], Vec::as_slice);
        for parameter in parameters {
            let name = parameter["name"].as_str().unwrap();
            let value = match name {
                "id" if !choices.one_in(8) => game.to_owned(),
                _ => text_of(&self.value(&parameter["schema"], choices, 0)),
            };
            let value = percent_encoded(&value);
            match parameter["in"].as_str() {
                Some("path") => path = path.replace(&format!("{{{name}}}"), &value),
                Some("query") if parameter["required"] == true || choices.one_in(2) => {
                    query.push(format!("{name}={value}"));
                }
                _ => {}
            }
        }
        if !query.is_empty() {
            path = format!("{path}?{}", query.join("&"));
        }
        let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
        let body = (!schema.is_null()).then(|| self.body(schema, choices));
        ApiRequest { method: method.clone(), path, body, sender }
    }

    fn body(&self, schema: &Value, choices: &mut Choices<'_>) -> Vec<u8> {
        let mut text = self.value(schema, choices, 0).to_string().into_bytes();
        if choices.one_in(16) {
            match choices.below(4) {
                0 => text.truncate(choices.below(text.len() + 1)),
                1 => text.extend_from_slice(b"}"),
                2 => text.insert(choices.below(text.len() + 1), choices.byte()),
                _ => text = "[".repeat(choices.below(20_000)).into_bytes(),
            }
        }
        text
    }

    /// A value of this type; now and then one of another type.
    fn value(&self, schema: &Value, choices: &mut Choices<'_>, depth: usize) -> Value {
        if depth > MAX_DEPTH {
            return Value::Null;
        }
        if choices.one_in(24) {
            return odd_value(choices);
        }
        if let Some(name) = schema["$ref"].as_str() {
            let key = name.rsplit('/').next().unwrap_or_default();
            return self.value(&self.api["components"]["schemas"][key], choices, depth + 1);
        }
        if let Some(one_of) = schema["oneOf"].as_array().or(schema["anyOf"].as_array()) {
            return self.value(&one_of[choices.below(one_of.len())], choices, depth + 1);
        }
        if let Some(all_of) = schema["allOf"].as_array() {
            let mut all = Map::new();
            for part in all_of {
                if let Value::Object(part) = self.value(part, choices, depth + 1) {
                    all.extend(part);
                }
            }
            return Value::Object(all);
        }
        if let Some(words) = schema["enum"].as_array() {
            return words[choices.below(words.len())].clone();
        }
        let kind = match schema["type"].as_array() {
            Some(kinds) => kinds[choices.below(kinds.len())].as_str(),
            None => schema["type"].as_str(),
        };
        match kind {
            Some("object") => self.object(schema, choices, depth),
            Some("array") => {
                let count = choices.below(MAX_ITEMS + 1);
                (0..count).map(|_| self.value(&schema["items"], choices, depth + 1)).collect()
            }
            Some("integer" | "number") => number(schema, choices),
            Some("boolean") => json!(choices.one_in(2)),
            Some("string") => json!(string(schema, choices)),
            _ => Value::Null,
        }
    }

    fn object(&self, schema: &Value, choices: &mut Choices<'_>, depth: usize) -> Value {
        let mut object = Map::new();
        for (name, part) in schema["properties"].as_object().into_iter().flatten() {
            let required = schema["required"].as_array().is_some_and(|all| all.contains(&json!(name)));
            let is_left_out = if required { choices.one_in(32) } else { choices.one_in(3) };
            if !is_left_out {
                object.insert(name.clone(), self.value(part, choices, depth + 1));
            }
        }
        // A map with free keys: places or powers.
        if schema["additionalProperties"].is_object() {
            for _ in 0..choices.below(MAX_ITEMS) {
                let value = self.value(&schema["additionalProperties"], choices, depth + 1);
                object.insert(choices.pick(&WORDS).to_owned(), value);
            }
        }
        Value::Object(object)
    }
}

fn number(schema: &Value, choices: &mut Choices<'_>) -> Value {
    let min = schema["minimum"].as_i64().unwrap_or(0);
    let max = schema["maximum"].as_i64().unwrap_or(100_000);
    match choices.below(6) {
        0 => json!(min),
        1 => json!(max),
        2 => json!(max.saturating_add(1)),
        _ => json!(min.saturating_add(choices.below(12) as i64)),
    }
}

fn string(schema: &Value, choices: &mut Choices<'_>) -> String {
    let max = schema["maxLength"].as_u64().map_or(200, |max| max as usize);
    match choices.below(8) {
        0 => "x".repeat(max.min(30_000)),
        1 => "ü".repeat(max.min(30_000) + 1),
        2 => [choices.pick(&WORDS), choices.pick(&WORDS)].join(" "),
        _ => choices.pick(&WORDS).to_owned(),
    }
}

fn odd_value(choices: &mut Choices<'_>) -> Value {
    match choices.below(10) {
        0 => Value::Null,
        1 => json!(-1),
        2 => json!(u64::MAX),
        3 => json!(1e300),
        4 => json!(i64::MIN),
        5 => json!([]),
        6 => json!({}),
        7 => json!(vec![0; choices.below(2000)]),
        8 => json!("x".repeat(choices.below(5000))),
        _ => json!(true),
    }
}

fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn percent_encoded(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes().take(2000) {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => encoded.push(byte as char),
            _ => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    // An empty part would make another path.
    if encoded.is_empty() { "%20".to_owned() } else { encoded }
}
