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
    let each =
        if other.runs > 1 { format!(" in {} runs", thousands(other.runs)) } else { String::new() };
    if other.count == main.count {
        return format!(
            "{} of the main loop, not {}",
            counted(other.runs, "run"),
            thousands(main.runs)
        );
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
mod tests {
    use super::*;
    use loopscope_core::method::Method;
    use loopscope_core::nest::text;
    use loopscope_core::symbols::Symbol;
    use loopscope_core::trace::ProcessId;

    /// The nest of a text by the default method.
    fn process(inline: &str) -> ProcessNest {
        let (nest, table) = text::parse_inline(inline).unwrap();
        let string: Vec<Symbol> = nest.symbols().collect();
        let built = loopscope_core::method::build(Method::default(), &string).unwrap();
        ProcessNest::new(ProcessId(0), "a".into(), table, built.nest)
    }

    #[test]
    fn another_count_of_the_same_loop_is_said() {
        // Greedy takes the pair at the seam of two iterations first.
        let process = process("(ab(a)^2b)^20(a)^2b");
        let said = sentence(&process, "optimal", "event");
        assert!(said.starts_with("Greedy sees 19 iterations of the main loop, not 20"), "{said}");
        assert_eq!(process.other_main_loops("optimal").len(), 1);
    }

    #[test]
    fn nothing_is_said_where_the_methods_agree_or_looking_costs_too_much() {
        assert_eq!(sentence(&process("x(abc)^9y"), "optimal", "event"), "");
        assert_eq!(sentence(&process("abc"), "optimal", "event"), "");
        let long = process("(ab(a)^2b)^400000(a)^2b");
        assert_eq!(sentence(&long, "optimal", "event"), "");
        assert_eq!(sentence(&process("(ab(a)^2b)^20(a)^2b"), "of another program", "event"), "");
    }

    #[test]
    fn one_note_is_about_all_processes() {
        let analysis = |texts: &[&str]| Analysis {
            method: "optimal".to_owned(),
            parameters: Default::default(),
            view: loopscope_core::trace::View::Calls,
            signature: Vec::new(),
            processes: texts.iter().map(|text| process(text).into()).collect(),
        };
        assert_eq!(remark("t", &analysis(&["x(abc)^9y"])), None);
        let both = analysis(&["x(abc)^9y", "(ab(a)^2b)^20(a)^2b"]);
        let note = remark("t", &both).unwrap().to_string();
        assert!(note.contains("in 1 of 2 processes other methods see another main loop; in process 0, greedy sees"), "{note}");
        assert!(note.ends_with("`loopscope nest --compare --rank 0` shows where"), "{note}");
    }
}
