//! Says, in a sentence or a note, whether other methods find another main loop than the one that is shown.

use loopscope_core::nest::MainLoop;
use loopscope_core::numbers::{counted, listed, thousands, verb};
use loopscope_formats::notes::Note;

use super::searched::Searched;
use crate::analysis::{Analysis, OtherMain, ProcessNest};

/// What other methods find, in a sentence: `Greedy sees 19 iterations of the main loop, not 20; nlr sees another main
/// loop, 5 iterations of 96 events.` Empty if they find the same.
pub(crate) fn sentence(process: &ProcessNest, own: &str, noun: &str) -> String {
    let text = clause(process, own, noun);
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => format!("{}{}.", first.to_ascii_uppercase(), chars.as_str()),
        None => text,
    }
}

fn clause(process: &ProcessNest, own: &str, noun: &str) -> String {
    let Some(main) = &process.stats.main_loop else { return String::new() };
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for other in process.other_main_loops(own) {
        let said = said(other, main, noun);
        match groups.iter_mut().find(|(known, _)| *known == said) {
            Some((_, methods)) => methods.push(other.method),
            None => groups.push((said, vec![other.method])),
        }
    }
    let parts = groups.iter().map(|(said, methods)| {
        let sees = verb(methods.len() as u64, "sees", "see");
        format!("{} {sees} {said}", listed(methods))
    });
    parts.collect::<Vec<_>>().join("; ")
}

fn said(other: &OtherMain, main: &MainLoop, noun: &str) -> String {
    let iterations = counted(other.count, "iteration");
    if !other.same {
        return format!("another main loop, {iterations} of {}", counted(other.period, noun));
    }
    let each = if other.runs > 1 { format!(" in {} runs", thousands(other.runs)) } else { String::new() };
    if other.count == main.count {
        return format!("{} of the main loop, not {}", counted(other.runs, "run"), thousands(main.runs));
    }
    format!("{iterations} of the main loop{each}, not {}", thousands(main.count))
}

/// One note about all processes: the first in which another method finds another main loop, and the number of such
/// processes. Searches at most some million events.
pub fn remark(name: &str, analysis: &Analysis) -> Option<Note> {
    let differs = |process: &ProcessNest| !process.other_main_loops(&analysis.method).is_empty();
    let searched = Searched::new(analysis, differs)?;
    let first = searched.first;
    let said = clause(first, &analysis.method, "event");
    let what = match searched.looked {
        1 => format!("process {}: {said}", first.process),
        _ => {
            let place = format!("in {} other methods see another main loop", searched.how_many());
            format!("{place}; in process {}, {said}", first.process)
        }
    };
    let note = Note::info(name, what);
    Some(note.remedy(format!("`loopscope nest --compare --rank {}` shows where", first.process)))
}

#[cfg(test)]
mod tests;
