//! What the arguments of a slice of trace-event JSON tell.

use super::Told;
use crate::fields::Field;
use crate::json::{Pairs, Value};

impl Told {
    /// The arguments of a slice, which may stand one object deeper (`{"mpi": {"tag": 1}}`). Names
    /// that are no fields and values that are none are passed over.
    pub(crate) fn of_arguments(object: &[u8]) -> Told {
        let mut told = Told::default();
        let mut pairs = Pairs::new(object);
        while let Ok(Some((key, value))) = pairs.next() {
            let field = Field::of(key);
            match (field, value) {
                (Some(field), Value::Text(text) | Value::Bare(text)) => {
                    told.set(field, text);
                }
                (Some(field @ (Field::Request | Field::Matched)), Value::Nested(list)) => {
                    told.set(field, list);
                }
                (_, Value::Nested(inner)) if inner.first() == Some(&b'{') => {
                    let mut pairs = Pairs::new(inner);
                    while let Ok(Some((key, value))) = pairs.next() {
                        if let (Some(field), Some(text)) = (Field::of(key), value.plain()) {
                            told.set(field, text);
                        }
                    }
                }
                _ => {}
            }
        }
        told
    }
}
