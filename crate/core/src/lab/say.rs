//! Sentences: as they are shown, and as they are read aloud.
//!
//! Stations write a sentence once and mark the words of letters and the nests in it ([`letters`], [`nest`]). What is read aloud has the letters of
//! such a word apart and powers in words.

use super::word::Word;
use crate::numbers;

const OPEN: char = '\u{1}';
const CLOSE: char = '\u{2}';

/// A sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// As it is shown.
    pub text: String,
    /// As it is read aloud, if that differs.
    pub aloud: Option<String>,
}

impl Said {
    /// The sentence as it is read aloud.
    pub fn words(&self) -> &str {
        self.aloud.as_deref().unwrap_or(&self.text)
    }

    /// From a sentence with marks.
    pub(super) fn marked(marked: String) -> Self {
        if !marked.contains(OPEN) {
            return Self { text: marked, aloud: None };
        }
        let (mut text, mut aloud) = (String::new(), String::new());
        for (index, part) in marked.split([OPEN, CLOSE]).enumerate() {
            text.push_str(part);
            match index % 2 {
                0 => aloud.push_str(part),
                _ => aloud.push_str(&spelt(part)),
            }
        }
        Self { aloud: (aloud != text).then_some(aloud), text }
    }
}

/// Marks letters, words or a nest in a sentence.
pub(super) fn spell(text: &str) -> String {
    format!("{OPEN}{text}{CLOSE}")
}

/// A term of a stack: a loop is marked, and read without its brackets.
pub(super) fn spell_term(text: &str) -> String {
    if text.contains(" { ") {
        spell(text)
    } else {
        text.to_owned()
    }
}

/// Symbols side by side: letters without spaces, words with.
pub(super) fn join(symbols: &[Word]) -> String {
    let single = |symbol: &Word| symbol.chars().nth(1).is_none();
    symbols.join(if symbols.iter().all(single) { "" } else { " " })
}

/// The same, marked.
pub(super) fn letters(symbols: &[Word]) -> String {
    spell(&join(symbols))
}

/// A nest in one line with its letters apart and its powers in words: `b(a)^2c` is `b, a twice, c`.
fn spelt(text: &str) -> String {
    if let Some(count) = text.strip_prefix('×') {
        return format!("{count} iterations");
    }
    if text.contains(" { ") {
        let loops = text.replace(" }; ", ", its end, then ").replace("; ", ", then ");
        return loops.replace(" { ", ": ").replace(" }", ", its end").replace('·', " times ");
    }
    let channel = text.split_once('→').and_then(|(from, rest)| Some((from, rest.split_once(':')?)));
    if let Some((from, (to, tag))) = channel {
        return format!("channel {from} to {to}, tag {tag}");
    }
    // A text with spaces outside of brackets consists of words, which are read as they are.
    let apart = !text.contains(' ');
    let mut aloud = String::new();
    let mut chars = text.chars().peekable();
    // Where the inside of each open bracket begins.
    let mut open: Vec<usize> = Vec::new();
    while let Some(c) = chars.next() {
        match c {
            '(' => {
                open.push(aloud.len());
            }
            ')' if chars.peek() == Some(&'^') => {
                chars.next();
                let mut count = String::new();
                while let Some(digit) = chars.next_if(char::is_ascii_digit) {
                    count.push(digit);
                }
                let from = open.pop().unwrap_or(0);
                let inside = aloud.split_off(from);
                let inside = inside.trim().trim_end_matches(',').to_owned();
                let times = count.parse().map_or(count, times);
                let begin = if from == 0 { "" } else { ", " };
                aloud.truncate(aloud.trim_end().trim_end_matches(',').len());
                let group = if inside.contains(' ') { format!("the group {inside}") } else { inside };
                aloud.push_str(&format!("{begin}{group} {times}, "));
            }
            c => {
                aloud.push(c);
                if apart {
                    aloud.push(' ');
                }
            }
        }
    }
    aloud.trim_end().trim_end_matches(',').to_owned()
}

/// `once`, `twice`, `three times`, .., `12 times`.
pub(super) fn times(count: u32) -> String {
    match count {
        0..=2 => numbers::times(u64::from(count)),
        _ => format!("{} times", numbers::in_words(u64::from(count))),
    }
}

/// `1 class`, `2 classes`.
pub(super) fn counted(count: usize, noun: &str) -> String {
    numbers::counted(count as u64, noun)
}

/// `, `-separated.
pub(super) fn list<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests;
