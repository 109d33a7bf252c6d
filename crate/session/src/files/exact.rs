//! Unsigned integers in documents: numbers, or decimal strings where a double would round them.
//!
//! For `#[serde(with = "exact")]`.

use serde::{de, Deserialize, Deserializer, Serialize, Serializer};

/// The largest integer up to which doubles hold every integer.
pub(super) const EXACT: u64 = 1 << 53;

/// Such an integer as an element of a list.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Exact(#[serde(with = "self")] pub(crate) u64);

pub(super) fn serialize<S: Serializer>(value: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    if *value <= EXACT {
        serializer.serialize_u64(*value)
    } else {
        serializer.collect_str(value)
    }
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    struct Visitor;
    impl de::Visitor<'_> for Visitor {
        type Value = u64;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("a whole number from 0 to 2^64 - 1, or one as a decimal string")
        }

        fn visit_u64<E: de::Error>(self, value: u64) -> Result<u64, E> {
            Ok(value)
        }

        fn visit_str<E: de::Error>(self, text: &str) -> Result<u64, E> {
            text.parse().map_err(|_| E::invalid_value(de::Unexpected::Str(text), &self))
        }
    }
    deserializer.deserialize_any(Visitor)
}
