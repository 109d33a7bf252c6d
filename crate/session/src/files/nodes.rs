//! The nodes of a nest in a document.

use serde::{de, Deserialize, Deserializer, Serialize, Serializer};

use super::exact;

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum WrittenNode {
    Symbol(u32),
    Loop(WrittenLoop),
    For(WrittenFor),
    Val(WrittenValue),
}

impl WrittenNode {
    pub(super) fn loop_id(&self) -> Option<u32> {
        match self {
            Self::Loop(node) => Some(node.id),
            Self::For(node) => Some(node.id),
            Self::Symbol(_) | Self::Val(_) => None,
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct WrittenLoop {
    pub(super) id: u32,
    #[serde(with = "exact")]
    pub(super) count: u64,
    pub(super) body: Vec<u32>,
}

/// An integer, written as a decimal string if a double would round it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exact(pub(super) i128);

impl Serialize for Exact {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match i64::try_from(self.0) {
            Ok(value) if value.unsigned_abs() <= exact::EXACT => serializer.serialize_i64(value),
            _ => serializer.collect_str(&self.0),
        }
    }
}

impl<'de> Deserialize<'de> for Exact {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = Exact;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a whole number, or one as a decimal string")
            }

            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Exact, E> {
                Ok(Exact(value.into()))
            }

            fn visit_u64<E: de::Error>(self, value: u64) -> Result<Exact, E> {
                Ok(Exact(value.into()))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Exact, E> {
                let read = text.parse().map(Exact);
                read.map_err(|_| E::invalid_value(de::Unexpected::Str(text), &self))
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

/// A function: its non-zero coefficients, each with its mask.
pub(super) type WrittenFunction = Vec<(Exact, Exact)>;

/// A loop whose bound is a function, or whose index occurs in its body.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct WrittenFor {
    pub(super) id: u32,
    pub(super) bound: WrittenFunction,
    pub(super) body: Vec<u32>,
}

/// A tuple of functions.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct WrittenValue {
    pub(super) label: String,
    pub(super) fields: Vec<WrittenFunction>,
}

/// A field: its name, and how its numbers are written.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct WrittenField {
    pub(super) name: String,
    pub(super) notation: String,
}
