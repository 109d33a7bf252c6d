//! The methods side by side, as the two doors ask for them.

#![cfg(test)]

mod common;

use common::*;
use loopscope_core::method::{build, Method};
use loopscope_core::nest::text::parse_inline;
use loopscope_core::nest::{text, Stats};
use loopscope_core::symbols::{Symbol, SymbolTable};
use loopscope_session::tasks::compare_methods;
use loopscope_testing::session::compare as start_compare;
use proptest::prelude::*;

/// A list of symbols, a letter each.
fn letters(word: &str) -> Session {
    let text: String = word.chars().map(|letter| format!("{letter}\n")).collect();
    opened(vec![file("word-0.sym", text)])
}

/// Works to the end; the methods in the order in which they were built.
fn finish(session: &mut Session) -> (Vec<String>, Comparison) {
    let mut built = Vec::new();
    loop {
        match session.step() {
            Step::Task { report: TaskReport::Progress { progress }, .. } => {
                built.extend(progress.part);
                let counted = (built.len() as f64, Method::ALL.len() as f64);
                assert_eq!((progress.done, progress.total), counted);
            }
            Step::Task { handle: 1, report: TaskReport::Finished { result } } => match result {
                TaskResult::Compare(comparison) => return (built, *comparison),
                other => panic!("{other:?}"),
            },
            step => panic!("{step:?}"),
        }
    }
}

fn compared(session: &mut Session, process: u32) -> Comparison {
    session.start(1, &start_compare(process)).unwrap();
    finish(session).1
}

fn aligned(session: &Session, process: u32) -> Reply {
    let look = RibbonLook { width: 700.0, ..RibbonLook::default() };
    session.handle(&Request::Aligned { handle: 1, process, look })
}

#[test]
fn every_method_is_one_slice() {
    let mut session = letters("abaababaabaab");
    session.start(1, &start_compare(0)).unwrap();
    let (built, comparison) = finish(&mut session);
    assert_eq!(built, Method::ALL.map(Method::name));
    assert_eq!((comparison.process, comparison.events), (0, 13.0));
    let of = |name| comparison.methods.iter().find(|row| row.method == name).unwrap();
    let (greedy, optimal) = (of(MethodName::Greedy), of(MethodName::Optimal));
    // ab(a)^2ba(b(a)^2)^2b and (ab(a)^2b)^2(a)^2b
    assert_eq!((greedy.top_level, optimal.top_level), (7.0, 3.0));
    assert!(optimal.best.contains(&FigureName::TopLevel) && greedy.best.is_empty());
    assert!((optimal.coverage - 12.0 / 13.0).abs() < 1e-12);
    assert_eq!((comparison.spots, comparison.different), (1.0, 1.0));
    let [place] = comparison.places.as_slice() else { panic!("{:?}", comparison.places) };
    assert_eq!((place.first, place.last, place.inside.len()), (0.0, 11.0, 0));
    let text = |name| {
        let side = place.sides.iter().find(|side| side.methods.contains(&name));
        side.unwrap().text.as_str()
    };
    assert_eq!((text(MethodName::Greedy), text(MethodName::Optimal)), ("ab(a)^2ba(b(a)^2)^2", "(ab(a)^2b)^2(a)^2"));
    assert!(matches!(session.step(), Step::Idle));
}

/// The loop of greedy in the case of appendix A: the sentence says so.
#[test]
fn a_loop_that_is_cut_in_another_place() {
    let words = std::fs::read(repository().join("tests/fixtures/corpus/cg.A.16-symbols.tar.zst"));
    let mut session = opened(vec![file("cg.tar.zst", words.unwrap())]);
    let comparison = compared(&mut session, 0);
    assert_eq!(
        comparison.places[0].sentence,
        "One loop, cut in different places: optimal, smallest and nlr run it 26 times; \
         greedy 25 times, starting 5 calls later."
    );
    assert_eq!((comparison.spots, comparison.different), (2.0, 2.0));
    let smallest = comparison.methods.iter().find(|row| row.method == MethodName::Smallest).unwrap();
    assert_eq!(smallest.same_as, MethodName::Optimal);
    // What a click on a side leads to is that loop in that method's nest.
    for side in &comparison.places[0].sides {
        let count = if side.methods[0] == MethodName::Greedy { 25.0 } else { 26.0 };
        for (method, target) in side.methods.iter().zip(&side.targets) {
            let wanted = OptionsRequest { method: Some(method.name().to_owned()), ..OptionsRequest::default() };
            session.configure(1, &OptionChoices::try_from(wanted).unwrap()).unwrap();
            while !matches!(session.step(), Step::Done { .. }) {}
            let Reply::Process { loops, .. } = session.handle(&Request::Process { handle: 1, process: 0 }) else {
                panic!()
            };
            let card = loops.iter().find(|card| card.id == target.loop_id).unwrap();
            assert_eq!((card.count, &card.path), (count, &target.path));
        }
    }
}

#[test]
fn a_difference_inside_a_loop_is_told_there() {
    let mut session = letters("xyxyxyxyz");
    let alike = compared(&mut session, 0);
    assert_eq!((alike.spots, alike.differing, alike.places.len()), (0.0, 0.0, 0));
    assert!(alike.methods.iter().all(|row| row.same_as == MethodName::Greedy && row.best.is_empty()));
    let word = "abaababaabaab".to_owned() + "xyz";
    let mut session = letters(&word.repeat(9));
    let comparison = compared(&mut session, 0);
    let place = &comparison.places[0];
    assert_eq!((place.inside.as_slice(), place.first, place.last), (&[9.0][..], 0.0, 11.0));
    assert!((place.share - 12.0 / 16.0).abs() < 1e-12);
    assert_eq!(place.sides[0].targets[0].path.len(), 2);
    assert!((comparison.differing - 12.0 / 16.0).abs() < 1e-12);
}

#[test]
fn what_was_compared_can_be_drawn() {
    let mut session = letters("abaababaabaab");
    assert!(matches!(aligned(&session, 0), Reply::Refused { .. }));
    compared(&mut session, 0);
    let Reply::Aligned { picture } = aligned(&session, 0) else { panic!() };
    let strips: Vec<u32> = picture.hits.iter().map(|hit| hit.strip).collect();
    assert_eq!(strips.iter().max(), Some(&(Method::ALL.len() as u32 - 1)));
    assert!(Method::ALL.iter().all(|m| picture.strings.iter().any(|text| text == m.name())));
    // Another method is no reason to compare again.
    let wanted = OptionChoices { method: Some(Method::Optimal), ..OptionChoices::default() };
    session.configure(1, &wanted).unwrap();
    while !matches!(session.step(), Step::Done { .. }) {}
    assert!(matches!(aligned(&session, 0), Reply::Aligned { .. }));
}

#[test]
fn only_a_trace_can_be_compared_and_other_work_ends_it() {
    let mut session = letters("ababab");
    assert!(session.start(2, &start_compare(0)).is_err());
    assert!(session.start(1, &start_compare(7)).is_err());
    session.start(1, &start_compare(0)).unwrap();
    let Step::Task { report: TaskReport::Progress { progress }, .. } = session.step() else { panic!("no progress") };
    assert_eq!(progress.part, None);
    session.cancel();
    assert!(matches!(session.step(), Step::Idle));
    // Opening something else takes its place; what is loaded is there as before.
    session.start(1, &start_compare(0)).unwrap();
    let Reply::Export { text, .. } =
        session.handle(&Request::Export { handle: 1, process: None, what: NestFileKind::Json, look: None })
    else {
        panic!()
    };
    let nests = vec![file("nests.json", text)];
    session.open(2, "nests", nests, Limits::default(), OptionChoices::default());
    while !matches!(session.step(), Step::Done { handle: 2, .. }) {}
    let refused = session.start(2, &start_compare(0)).unwrap_err();
    assert_eq!(refused.what, "the methods cannot be compared");
}

/// The symbols of an inline text.
fn expanded(text: &str) -> Vec<String> {
    let (nest, table) = parse_inline(text).unwrap();
    nest.symbols().map(|symbol| table.text(symbol).to_owned()).collect()
}

proptest! {
    #[test]
    fn figures_are_those_of_the_nests_and_sides_stand_for_the_same(word in "[ab]{1,40}|[abc]{1,40}|(abaab|ba){2,9}") {
        let comparison = compared(&mut letters(&word), 0);
        prop_assert_eq!(&comparison, &compared(&mut letters(&word), 0));
        let mut texts: Vec<Box<str>> = Vec::new();
        let string: Vec<Symbol> = word.chars().map(|letter| {
            let text: Box<str> = letter.to_string().into();
            let at = texts.iter().position(|known| *known == text).unwrap_or_else(|| {
                texts.push(text);
                texts.len() - 1
            });
            Symbol(at as u32)
        }).collect();
        let table = SymbolTable::new(texts);
        let mut whole = Vec::new();
        for (row, method) in comparison.methods.iter().zip(Method::ALL) {
            let nest = build(method, &string).unwrap().nest;
            let stats = Stats::new(&nest);
            prop_assert_eq!(row.top_level as u64, stats.top_level);
            prop_assert_eq!(row.total as u64, stats.total);
            prop_assert_eq!((row.loops as u64, row.depth), (stats.loops, stats.depth));
            whole.push(text::inline(&nest, &table));
            let same = whole.iter().position(|text| Some(text) == whole.last()).unwrap();
            prop_assert_eq!(row.same_as, MethodName::from(Method::ALL[same]));
        }
        let differ = whole.iter().any(|text| *text != whole[0]);
        prop_assert_eq!(differ, comparison.spots > 0.0);
        for place in comparison.places.iter().filter(|place| place.inside.is_empty()) {
            let part: Vec<String> = word.chars().skip(place.first as usize)
                .take((place.last - place.first) as usize + 1).map(String::from).collect();
            for side in place.sides.iter().filter(|side| side.left_out == 0.0) {
                prop_assert_eq!(&expanded(&side.text), &part);
            }
        }
        let said = compare_methods::of(std::slice::from_ref(&comparison));
        prop_assert!(Method::ALL.iter().all(|method| said.contains(method.name())));
    }
}
