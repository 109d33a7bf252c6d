//! Annotated models: the text of a model with lines that ask for data (Ketterlin 2011, figure 8).
//!
//! ```text
//! get "step" {*}.period,bytes -> each
//! for i0 = 0 to 248            # 1 {0-3}
//!   get "right" {0}.bytes,duration -> where i0 = 100..199
//!   0 send 1 2
//! done
//! ```
//!
//! | part | meaning |
//! | --- | --- |
//! | `get "step"` | what the records are called |
//! | `{0,2-3}`, `{*}` | these processes; all that take part, as without the part |
//! | `.period,bytes` | the [attributes](super::query::attributes) |
//! | `->`, `<-` | of the construct that follows in the same body, or of the one before |
//! | `each` | of a loop: a record for each iteration, not for each time that it is entered |
//! | `where i0 = 3 and i1 = 4..9` | only these iterations, both ends included |
//!
//! All other lines are those of the model. Indentation, empty lines and what stands after `#` are free, so the text of
//! `loopscope model --positions` can be annotated as it is. [`parse`] reads it, [`print()`] writes it. O(length).

use std::fmt;

use crate::nest::text::read_quoted;
use crate::system::{text, ConstructId, Model};
use crate::trace::ProcessId;

use super::query::{line, not_an_attribute, Attribute, Get, Query, Range, Side};

/// What is wrong with a line of annotated text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, in words: what was found, what was expected.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

/// More processes than this are not read from a set.
const MOST: usize = 1 << 20;

const FORM: &str = "get \"LABEL\" {PROCESSES}.ATTRIBUTE[,..] -> | <- [each] [where i0 = A..B]";

/// A line of the model's text, without indentation and comment.
fn bare(line: &str) -> &str {
    let line = line.trim();
    if line.starts_with('"') {
        let rest = read_quoted(line).map_or("", |(_, rest)| rest);
        return line.get(..line.len() - rest.len()).unwrap_or(line);
    }
    line.split('#').next().unwrap_or("").trim_end()
}

/// Whether two lines are equal but for the width of their spaces.
fn same_words(a: &str, b: &str) -> bool {
    match a.starts_with('"') {
        true => a == b,
        false => a.split_whitespace().eq(b.split_whitespace()),
    }
}

/// What a line of the model's text begins or ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stands {
    /// The line that names all processes.
    Head,
    /// An event, or a loop that begins.
    Begins(ConstructId),
    /// A loop that ends.
    Ends(ConstructId),
}

fn stands(model: &Model) -> Vec<Stands> {
    let mut begun = vec![false; model.len()];
    let lines = text::constructs(model).into_iter().map(|of| {
        let Some(id) = of else { return Stands::Head };
        let known = begun.get_mut(id.index()).map(|begun| std::mem::replace(begun, true));
        if known == Some(true) {
            Stands::Ends(id)
        } else {
            Stands::Begins(id)
        }
    });
    lines.collect()
}

/// Reads an annotated text of this model.
///
/// # Errors
/// The first line that is neither of the model nor a `get` that it has an answer to.
///
/// ```
/// use loopscope_core::extract::annotate::parse;
/// use loopscope_core::system::text;
/// let model = text::parse("processes 0\nfor i0 = 0 to 9\n  0 local a\ndone\n").unwrap();
/// let annotated = "processes 0\nfor i0 = 0 to 9\n  get \"a\" .start -> where i0 = 3\n  0 local a\ndone\n";
/// assert_eq!(parse(&model, annotated).unwrap().gets[0].label, "a");
/// let fault = parse(&model, &annotated.replace("= 3", "= 30")).unwrap_err();
/// assert_eq!(fault.to_string(), "line 3: i0 goes from 0 to 9");
/// ```
pub fn parse(model: &Model, annotated: &str) -> Result<Query, Fault> {
    let printed = text::print(model);
    let known: Vec<&str> = printed.lines().map(bare).collect();
    let stands = stands(model);
    let mut at = 0;
    let mut gets: Vec<(usize, usize, &str)> = Vec::new();
    let mut lines = 0;
    for (number, whole) in annotated.lines().enumerate() {
        lines = number + 1;
        let line = bare(whole);
        if line.is_empty() {
            continue;
        }
        if line.split(|c: char| c.is_whitespace() || c == '"').next() == Some("get") {
            // A label may hold any character: comments are looked for behind it.
            gets.push((lines, at, whole.trim()));
            continue;
        }
        match known.get(at) {
            Some(here) if same_words(line, here) => at += 1,
            here => {
                let here = here.map_or("ends".to_owned(), |here| format!("has '{here}'"));
                let what = format!("found '{line}', the model {here} here: annotate the text of this model");
                return Err(Fault { line: lines, what });
            }
        }
    }
    if let Some(here) = known.get(at) {
        let what = format!("found the end, the model has '{here}' here: annotate the whole text");
        return Err(Fault { line: lines + 1, what });
    }
    let mut query = Query::default();
    let mut labels: Vec<usize> = Vec::new();
    for (line, at, whole) in gets {
        let fault = |what| Fault { line, what };
        let get = get(model, &stands, at, whole).map_err(fault)?;
        if let Some(earlier) = query.gets.iter().position(|other| other.label == get.label) {
            let earlier = labels.get(earlier).copied().unwrap_or(0);
            let what = format!("the label {:?} stands in line {earlier} already", get.label);
            return Err(fault(what));
        }
        query.gets.push(get);
        labels.push(line);
    }
    Ok(query)
}

/// The parts of a `get`, as written.
struct Written<'a> {
    label: String,
    set: Option<&'a str>,
    attributes: &'a str,
    side: Side,
    each: bool,
    ranges: Vec<Range>,
}

fn get(model: &Model, stands: &[Stands], at: usize, whole: &str) -> Result<Get, String> {
    let written = written(whole).ok_or_else(|| format!("found '{whole}'; expected {FORM}"))?;
    let before = at.checked_sub(1).and_then(|before| stands.get(before));
    let construct = match (written.side, stands.get(at), before) {
        (Side::Before, Some(&Stands::Begins(id)), _) => id,
        (Side::Before, ..) => return Err("\"->\" with nothing behind it in this body".to_owned()),
        (Side::After, _, Some(&Stands::Ends(id))) => id,
        (Side::After, _, Some(&Stands::Begins(id))) if model.as_loop(id).is_none() => id,
        (Side::After, ..) => return Err("\"<-\" with nothing before it in this body".to_owned()),
    };
    let processes = match written.set {
        None | Some("*") => Vec::new(),
        Some(set) => {
            let set: String = set.split_whitespace().collect();
            let members = crate::system::parse_set(&set, MOST)
                .ok_or_else(|| format!("found the processes {{{set}}}; expected {{*}} or numbers, {{0-3,8}}"))?;
            members.into_iter().map(ProcessId).collect()
        }
    };
    let attribute = |name: &str| {
        let name = name.trim();
        let known = Attribute::named(name);
        known.ok_or_else(|| not_an_attribute(name, model.construct(construct)))
    };
    let attributes = written.attributes.split(',').map(attribute).collect::<Result<_, _>>()?;
    let Written { label, side, each, ranges, .. } = written;
    Get { label, construct, side, each, processes, attributes, ranges }.checked(model)
}

/// Divides a line into its parts; `None` if it has another form.
fn written(whole: &str) -> Option<Written<'_>> {
    let rest = whole.strip_prefix("get")?.trim_start();
    let (label, rest) = read_quoted(rest)?;
    let rest = rest.split('#').next()?.trim();
    let (set, rest) = match rest.strip_prefix('{') {
        Some(inside) => {
            let (set, rest) = inside.split_once('}')?;
            (Some(set.trim()), rest.trim_start())
        }
        None => (None, rest),
    };
    let rest = rest.strip_prefix('.')?;
    let (at, side) = match (rest.find("->"), rest.find("<-")) {
        (Some(at), None) => (at, Side::Before),
        (None, Some(at)) => (at, Side::After),
        _ => return None,
    };
    let attributes = rest.get(..at)?;
    let mut rest = rest.get(at + 2..)?.trim_start();
    let word = |rest: &str, word: &str| {
        let after = rest.strip_prefix(word)?;
        let ends = after.is_empty() || after.starts_with(char::is_whitespace);
        ends.then(|| after.trim_start().len())
    };
    let each = word(rest, "each");
    if let Some(left) = each {
        rest = rest.get(rest.len() - left..)?;
    }
    let mut ranges = Vec::new();
    if let Some(left) = word(rest, "where") {
        for range in rest.get(rest.len() - left..)?.split(" and ") {
            ranges.push(range_of(range)?);
        }
    } else if !rest.is_empty() {
        return None;
    }
    Some(Written { label, set, attributes, side, each: each.is_some(), ranges })
}

/// `i0 = 3` or `i0 = 3..9`.
fn range_of(text: &str) -> Option<Range> {
    let number = |text: &str| -> Option<u64> {
        let text = text.trim();
        text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
    };
    let (index, range) = text.split_once('=')?;
    let level = usize::try_from(number(index.trim().strip_prefix('i')?)?).ok()?;
    let (first, last) = range.split_once("..").unwrap_or((range, range));
    Some(Range { level, first: number(first)?, last: number(last)? })
}

/// The text of a model with its questions: each on the line before its construct, or after it. O(text), and the questions of
/// each line.
pub fn print(model: &Model, query: &Query) -> String {
    let printed = text::print(model);
    let mut before: Vec<Vec<&Get>> = vec![Vec::new(); model.len()];
    let mut after: Vec<Vec<&Get>> = vec![Vec::new(); model.len()];
    for get in &query.gets {
        let lists = if get.side == Side::Before { &mut before } else { &mut after };
        if let Some(list) = lists.get_mut(get.construct.index()) {
            list.push(get);
        }
    }
    let mut out = String::new();
    let put = |out: &mut String, indent: &str, lists: &[Vec<&Get>], id: ConstructId| {
        for get in lists.get(id.index()).into_iter().flatten() {
            out.push_str(indent);
            out.push_str(&line(model, get));
            out.push('\n');
        }
    };
    for (written, stands) in printed.lines().zip(stands(model)) {
        let indent = written.get(..written.len() - written.trim_start().len()).unwrap_or("");
        if let Stands::Begins(id) = stands {
            put(&mut out, indent, &before, id);
        }
        out.push_str(written);
        out.push('\n');
        match stands {
            Stands::Ends(id) => put(&mut out, indent, &after, id),
            Stands::Begins(id) if model.as_loop(id).is_none() => put(&mut out, indent, &after, id),
            Stands::Begins(_) | Stands::Head => {}
        }
    }
    out
}
