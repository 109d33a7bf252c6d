//! Reads the text of variants, to see that its lines fit together and its numbers add up.

use crate::nest::text::read_quoted;

/// A line of the text with what stands under it.
pub(in crate::variants) enum Item {
    Symbol,
    /// Its count, unless it varies, and what is inside.
    Loop(Option<u64>, Vec<Self>),
    Either(Vec<(u64, Vec<Self>)>),
}

pub(in crate::variants) fn parse(text: &str) -> Option<Vec<Item>> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut at = 0;
    let items = list(&lines, &mut at)?;
    (at == lines.len()).then_some(items)
}

/// Items up to a line that ends them.
fn list(lines: &[&str], at: &mut usize) -> Option<Vec<Item>> {
    let mut items = Vec::new();
    while let Some(line) = lines.get(*at) {
        let (head, comment) = line.split_once("  # ").unwrap_or((line, ""));
        let head = head.trim_end();
        if matches!(head, "done" | "or") {
            break;
        }
        *at += 1;
        if let Some(rest) = head.strip_prefix("for ") {
            let (_, bound) = rest.split_once(" = 0 to ")?;
            let count = if bound == "?" { None } else { Some(bound.parse::<u64>().ok()? + 1) };
            let body = list(lines, at)?;
            end(lines, at)?;
            items.push(Item::Loop(count, body));
        } else if head == "either" {
            let mut each = vec![(number(comment)?, list(lines, at)?)];
            while let Some(comment) = lines.get(*at)?.strip_prefix("or ") {
                *at += 1;
                each.push((number(comment.trim().strip_prefix("# ")?)?, list(lines, at)?));
            }
            end(lines, at)?;
            items.push(Item::Either(each));
        } else if head.starts_with('"') {
            read_quoted(head)?;
            items.push(Item::Symbol);
        } else {
            items.push(Item::Symbol);
        }
    }
    Some(items)
}

fn end(lines: &[&str], at: &mut usize) -> Option<()> {
    (*lines.get(*at)? == "done").then(|| *at += 1)
}

fn number(text: &str) -> Option<u64> {
    text.replace(',', "").parse().ok()
}

/// How many events the items stand for, each list of them `times` times; `None` if counts vary inside.
pub(in crate::variants) fn events(items: &[Item], times: u64) -> Option<u64> {
    let each = items.iter().map(|item| match item {
        Item::Symbol => Some(times),
        Item::Loop(count, body) => events(body, (*count)? * times),
        Item::Either(each) => {
            // Each time, one of them comes.
            assert_eq!(each.iter().map(|(own, _)| own).sum::<u64>(), times);
            each.iter().map(|(own, body)| events(body, *own)).sum()
        }
    });
    each.sum()
}
