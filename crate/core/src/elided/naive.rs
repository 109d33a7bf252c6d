//! The slow twins: straight from the definitions, on texts.

use crate::completions::naive::is_regular;
use crate::symbols::Symbol;

/// The rows of a list of texts: text, length, and the texts around.
fn rows(texts: &[String]) -> Vec<(String, usize, Option<String>, Option<String>)> {
    let mut rows: Vec<(String, usize, Option<String>, Option<String>)> = Vec::new();
    for text in texts {
        match rows.last_mut() {
            Some((last, times, _, _)) if last == text => *times += 1,
            _ => {
                let before = rows.last().map(|row| row.0.clone());
                rows.push((text.clone(), 1, before, None));
            }
        }
    }
    for at in 1..rows.len() {
        rows[at - 1].3 = Some(rows[at].0.clone());
    }
    rows
}

/// The texts with each row as one item of the polls that vary.
pub(super) fn without_polls(texts: &[String], is_poll: impl Fn(&str) -> bool) -> Vec<String> {
    let rows = rows(texts);
    let varies = |text: &str| {
        let own: Vec<_> = rows.iter().filter(|row| row.0 == text).collect();
        own.iter().any(|one| {
            let list: Vec<Vec<Symbol>> = own
                .iter()
                .filter(|row| row.2 == one.2 && row.3 == one.3)
                .map(|row| vec![Symbol(row.1 as u32)])
                .collect();
            !is_regular(&list)
        })
    };
    let mut written = Vec::new();
    for (text, times, _, _) in &rows {
        if is_poll(text) && varies(text) {
            written.push(format!("{text}+"));
        } else {
            written.extend(std::iter::repeat_n(text.clone(), *times));
        }
    }
    written
}
