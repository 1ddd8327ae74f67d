//! Reads lists of packages: what is missing is empty.

use tinyjson::JsonValue;

pub(crate) struct Json(JsonValue);

impl Json {
    pub(crate) fn parse(text: &str) -> crate::Result<Self> {
        Ok(Self(text.parse()?))
    }

    /// A member of an object, or null.
    pub(crate) fn member(&self, name: &str) -> Self {
        let object: Option<&std::collections::HashMap<_, _>> = self.0.get();
        Self(object.and_then(|object| object.get(name)).cloned().unwrap_or(JsonValue::Null))
    }

    pub(crate) fn list(&self) -> Vec<Self> {
        let list: Option<&Vec<_>> = self.0.get();
        list.into_iter().flatten().cloned().map(Self).collect()
    }

    pub(crate) fn text(&self) -> String {
        self.0.get::<String>().cloned().unwrap_or_default()
    }

    pub(crate) fn is_null(&self) -> bool {
        self.0.is_null()
    }
}
