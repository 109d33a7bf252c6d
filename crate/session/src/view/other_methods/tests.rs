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
    assert!(
        note.contains("in 1 of 2 processes other methods see another main loop; in process 0, greedy sees"),
        "{note}"
    );
    assert!(note.ends_with("`loopscope nest --compare --rank 0` shows where"), "{note}");
}
