//! Words as JSON.

use loopscope_core::lab::frame::Word;
use serde_json::Value;

pub(super) fn texts(words: &[Word]) -> Value {
    words.iter().map(|word| Value::from(&**word)).collect()
}

pub(super) fn text(word: &Word) -> Value {
    Value::from(&**word)
}
