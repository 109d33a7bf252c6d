//! Loops of several variants in words, and as the text and the strip that the page shows.

mod times;

use std::cmp::Reverse;
use std::fmt;

use loopscope_core::completions::{Blocks, Roles};
use loopscope_core::nest::{text as nest_text, Nest, NodeId};
use loopscope_core::numbers::{counted, in_words, listed, percent, plural, thousands};
use loopscope_core::small_sort::SmallSort;
use loopscope_core::symbols::{Appearance, Symbol, SymbolTable};
use loopscope_core::trace::View;
use loopscope_core::variants::{text, Difference, Found, Variants};
use loopscope_formats::notes::Note;

use self::times::IterationTimes;
use super::bounded::Bounded;
use super::searched::Searched;
use crate::analysis::{Analysis, ProcessNest};
use crate::loaded::Loaded;
use crate::wire::{Variant, VariantColumn, VariantsReply};

/// The most lines of the text that the page shows.
const MOST_LINES: u64 = 2_000;
const MOST_BYTES: usize = 1 << 20;
/// The most columns of the strip.
const MOST_COLUMNS: u64 = 1_024;
/// The most letters of the order of variants in a comment.
const MOST_LETTERS: usize = 200;

/// What a reading with variants holds: `53 iterations of 4 variants hold 98.6 % of its 742 events`.
fn holds(process: &ProcessNest, found: &Found, noun: &str) -> String {
    let variants = &found.variants;
    let of = match variants.bodies.len() {
        // Only counts vary.
        1 => String::new(),
        several => format!(" of {} variants", thousands(several as u64)),
    };
    let iterations = counted(variants.iterations(), "iteration");
    let all = counted(process.nest.len(), noun);
    format!("{iterations}{of} hold {} of its {all}", percent(found.share))
}

/// How often each variant comes and what it has: `40 alike`, `11 with two more MPI_Allreduce`, `2 others`.
fn parts(process: &ProcessNest, view: View, found: &Found, noun: &str) -> Vec<String> {
    let variants = &found.variants;
    let first = variants.times().first().copied().unwrap_or(0);
    let mut parts = vec![format!("{} alike", thousands(first))];
    let mut others = 0;
    let mut differences = variants.differences();
    differences.sort_small_by_key(|difference| Reverse(difference.times));
    for difference in differences {
        match difference.is_other {
            true => others += difference.times,
            false => parts.push(says(&difference, &process.symbols, view, noun)),
        }
    }
    match others {
        0 => {}
        1 => parts.push("1 other".to_owned()),
        several => parts.push(format!("{} others", thousands(several))),
    }
    parts
}

/// `11 with two more MPI_Allreduce`.
fn says(difference: &Difference, table: &SymbolTable, view: View, noun: &str) -> String {
    let (has, lacks) = (&difference.has, &difference.lacks);
    let (what, how) = match (has.is_empty(), lacks.is_empty()) {
        (_, true) => (has, "more"),
        (true, false) => (lacks, "fewer"),
        (false, false) => (has, "other"),
    };
    let number = in_words(what.len() as u64);
    let name = match name_of(what, table, view) {
        Some(name) => name.to_owned(),
        None => plural(what.len() as u64, noun),
    };
    format!("{} with {number} {how} {name}", thousands(difference.times))
}

/// The name that all of some symbols have.
fn name_of<'a>(symbols: &[Symbol], table: &'a SymbolTable, view: View) -> Option<&'a str> {
    let mut names = symbols.iter().map(|&symbol| Appearance::of(view, table.text(symbol)).name);
    let first = names.next().filter(|name| !name.is_empty())?;
    names.all(|name| name == first).then_some(first)
}

/// A sentence about the variants of a process; empty if there is no reading worth showing.
fn sentence(process: &ProcessNest, view: View, noun: &str) -> String {
    let Some(found) = process.found_variants() else { return String::new() };
    says_of(process, &found, view, noun)
}

fn says_of(process: &ProcessNest, found: &Found, view: View, noun: &str) -> String {
    let holds = holds(process, found, noun);
    match found.variants.bodies.len() {
        1 => format!("{holds}; inner loops run another number of times each time."),
        _ => format!("{holds}: {}.", listed(&parts(process, view, found, noun))),
    }
}

/// The comments before the text of a process that is written with variants.
#[cfg(feature = "variants")]
pub(crate) fn taken(process: &ProcessNest, view: View, noun: &str) -> Vec<String> {
    let Some(variants) = &process.variants else { return Vec::new() };
    let mut lines = vec![format!("{} --variants off shows the exact nest.", sentence(process, view, noun))];
    if variants.bodies.len() > 1 {
        let order = order(&variants.which, variants.bodies.len());
        lines.push(format!("Variants in order: {order}"));
    }
    lines
}

/// Which variant comes when, as a nest on one line: letters in the order in which the variants are listed, numbers if there
/// are more than letters.
pub(crate) fn order(which: &Nest, variants: usize) -> String {
    let letters = (b'A'..=b'Z').map(|letter| char::from(letter).to_string().into_boxed_str());
    let names: Vec<Box<str>> = match variants {
        0..=26 => letters.collect(),
        several => (1..=several).map(|number| number.to_string().into_boxed_str()).collect(),
    };
    let mut text = nest_text::inline(which, &SymbolTable::new(names));
    if text.chars().count() > MOST_LETTERS {
        text = text.chars().take(MOST_LETTERS).chain(['…']).collect();
    }
    text
}

/// Writes the events of a process as a loop of several variants.
///
/// # Errors
/// Those of the writer.
pub(super) fn write(process: &ProcessNest, variants: &Variants, out: &mut impl fmt::Write) -> fmt::Result {
    let any_order = |nest: &Nest, items: &[NodeId]| match process.orders.is_empty() {
        true => Vec::new(),
        false => Blocks::new(nest, Roles::new(&process.symbols), &process.orders).of(items),
    };
    text::write(out, variants, &process.symbols, &any_order)
}

/// What the page shows of the variants of a process of a trace; `None` if there is no reading worth showing.
#[inline(never)] // of a part that most traces do not need
pub(crate) fn reply(loaded: &Loaded, process: &ProcessNest) -> Option<Box<VariantsReply>> {
    let analysis = &loaded.analysis;
    let (view, noun) = (analysis.view, analysis.noun().word());
    let found = process.found_variants()?;
    let mut reply = Box::new(VariantsReply::default());
    let variants = &found.variants;
    reply.sentence = says_of(process, &found, view, noun);
    reply.share = found.share;
    reply.iterations = variants.iterations() as f64;
    reply.variants = in_reply(&variants.times());
    reply.order = order(&variants.which, variants.bodies.len());
    let starts = variants.starts();
    let times = loaded.times_of(process).and_then(|it| IterationTimes::new(variants, &starts, it));
    reply.timed = times.is_some();
    let times = times.unwrap_or_default();
    reply.columns = columns(&variants.which, &variants.times(), &starts);
    for column in &mut reply.columns {
        let at = column.iteration as usize;
        column.duration = times.of.get(at).copied().unwrap_or(0) as f64;
        column.stands_out = times.outliers.binary_search(&at).is_ok();
    }
    for (variant, &median) in reply.variants.iter_mut().zip(&times.medians) {
        variant.median = median as f64;
    }
    reply.outliers = times.outliers.len() as f64;
    reply.text = bounded("loopscope nest", |out| write(process, variants, out));
    Some(reply)
}

/// Variants of which is known how often each comes.
pub(crate) fn in_reply(times: &[u64]) -> Vec<Variant> {
    times.iter().map(|&own| Variant { times: own as f64, ..Variant::default() }).collect()
}

/// What is written, cut if it is very long; the command writes all.
pub(crate) fn bounded(command: &str, write: impl FnOnce(&mut Bounded) -> fmt::Result) -> String {
    let mut out = Bounded { text: String::new(), lines: MOST_LINES, bytes: MOST_BYTES };
    if write(&mut out).is_err() {
        out.text.truncate(out.text.rfind('\n').map_or(0, |at| at + 1));
        out.text.push_str(&format!("# cut; `{command} --variants on` writes all\n"));
    }
    out.text
}

/// The iterations in order, neighbours in one column if there are many: then the column shows the rarest variant. `starts` are where
/// iterations begin, and where the last one ends; none for a program.
pub(crate) fn columns(which: &Nest, times: &[u64], starts: &[u64]) -> Vec<VariantColumn> {
    let all = which.len();
    let width = all.div_ceil(MOST_COLUMNS).max(1);
    let mut columns: Vec<VariantColumn> = Vec::new();
    let rarity = |variant: f64| times.get(variant as usize).copied().unwrap_or(u64::MAX);
    for (iteration, number) in (0u64..).zip(which.symbols()) {
        let start = |at: u64| starts.get(at as usize).copied().unwrap_or(0);
        let (first, end) = (start(iteration), start(iteration + 1));
        let column = VariantColumn {
            iteration: iteration as f64,
            variant: f64::from(number.0),
            first: first as f64,
            end: end as f64,
            ..VariantColumn::default()
        };
        match columns.last_mut() {
            Some(last) if !iteration.is_multiple_of(width) => {
                if rarity(column.variant) < rarity(last.variant) {
                    *last = column;
                }
            }
            _ => columns.push(column),
        }
    }
    columns
}

/// A note that no process has a loop of several variants that is worth showing.
pub fn none(name: &str) -> Note {
    let what = "no process has a loop of several variants that is shorter than its exact nest by a third";
    Note::info(name, what.to_owned()).remedy("the exact nests are written")
}

/// One note about all processes: in how many a loop of several variants is shorter than the exact nest, and the first of
/// them. Searches at most some million events.
pub fn remark(name: &str, analysis: &Analysis) -> Option<Note> {
    let varies = |process: &ProcessNest| process.found_variants().is_some();
    let searched = Searched::new(analysis, varies)?;
    let first = searched.first;
    let said = sentence(first, analysis.view, analysis.noun().word());
    let said = said.trim_end_matches('.');
    let what = match searched.looked {
        1 => format!("process {}: {said}", first.process),
        _ => {
            let place = searched.how_many();
            format!("{place} have a loop of several variants; in process {}, {said}", first.process)
        }
    };
    let note = Note::info(name, what);
    Some(note.remedy(format!("`loopscope nest --variants on --rank {}` shows it", first.process)))
}
