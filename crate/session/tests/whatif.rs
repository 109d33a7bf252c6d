//! Recorded runs are replayed to the nanosecond, critical paths add up to them, and reduced runs give the same answers.
//!
//! `LOOPSCOPE_TRACES=folder` names a folder of runs with `timed.tar.zst` (tables) and `otf2.tar.zst`; without it the archives
//! among the fixtures are read. `-- --nocapture` prints what is saved.

#![cfg(test)]

mod common;

use common::*;
use loopscope_session::tasks::whatif::{
    change, document, is_reduced, path_document, prepare, AskedParts, Candidates, Delay, Longest, PathQuestion,
    Question, ReducedRun, ReductionChoices, Rule, Selection, Timed, WhatIf, WhatIfChoices,
};
use serde_json::Value;

/// The archives among the fixtures whose name begins so.
fn fixtures(name: &str) -> Vec<PathBuf> {
    let folder = repository().join("tests/fixtures/otf2/eztrace-2.0/same-programs");
    let is_it = |path: &PathBuf| {
        let file = name_of(path);
        file.starts_with(name) && file.contains("otf2")
    };
    files_under(&folder).into_iter().filter(is_it).collect()
}

/// A run made ready; `None` if it cannot be predicted, with the reason printed.
fn prepared(path: &Path) -> Option<WhatIf> {
    let trace = open_path(path);
    match prepare("run", &trace, &OptionChoices::default(), WhatIfChoices::default()) {
        Ok(run) => Some(run),
        Err(note) => {
            println!("{}: {note}", path.display());
            None
        }
    }
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn sum(list: &Value, field: &str) -> i64 {
    list.as_array().unwrap().iter().map(|it| it[field].as_i64().unwrap()).sum()
}

/// Asks for nothing new: all computations as they were, which is a change that changes nothing.
fn check_replay(name: &str, run: &WhatIf) {
    let question = Question { changes: vec![change("calc:all=1").unwrap()], ..Question::default() };
    let answer = json(&document("run", run, &run.answer(&question).unwrap()));
    let length = answer["T_ns"].as_i64().unwrap();
    assert!(length > 0, "{name}");
    for measured in [false, true] {
        let reading = if measured { "measured" } else { "loggps" };
        assert_eq!(answer["predicted"][reading].as_i64(), Some(length), "{name}: {reading}");
        let question = PathQuestion { measured, domino: 0, of: Candidates::Waits, row: None };
        let path = json(&path_document("run", run, &run.find_path(question).unwrap()));
        assert_eq!(sum(&path["path"], "ns"), length, "{name}: {reading}");
    }
}

#[test]
fn runs_are_replayed_to_the_nanosecond() {
    let mut paths = fixtures("");
    if let Some(folder) = std::env::var_os("LOOPSCOPE_TRACES") {
        let is_run = |path: &PathBuf| {
            let path = path.to_string_lossy().into_owned();
            path.ends_with("timed.tar.zst") || path.ends_with("otf2.tar.zst")
        };
        paths.extend(files_under(Path::new(&folder)).into_iter().filter(is_run));
    }
    let mut replayed = 0;
    for path in &paths {
        let Some(run) = prepared(path) else { continue };
        check_replay(&path.display().to_string(), &run);
        replayed += 1;
    }
    println!("{replayed} of {} runs replayed", paths.len());
    assert!(replayed >= 4, "{replayed}");
}

const RULES: [Rule; 5] = [
    Rule::Equal { last: 3 },
    Rule::Equal { last: 64 },
    Rule::Unmoved { last: 8 },
    Rule::Unmoved { last: 64 },
    Rule::Alone,
];

fn choices(count: usize, rule: Rule) -> ReductionChoices {
    let parts = AskedParts { waits: true, computations: true };
    ReductionChoices { longest: Longest::Count(count), parts, each: count.is_multiple_of(2), rule, delay: Delay::Both }
}

/// The gains of all asked events of a reduced run, by reading, and what selects each.
fn gains(run: &ReducedRun) -> Vec<(String, [i64; 2])> {
    let answer = run.answer(&Question::default()).unwrap();
    let answer = json(&answer.document(run));
    let gain = |it: &Value| {
        let of = |reading: &str| it["gain_ns"][reading].as_i64().unwrap();
        (it["select"].as_str().unwrap().to_owned(), [of("loggps"), of("measured")])
    };
    answer["events"].as_array().unwrap().iter().map(gain).collect()
}

/// The predicted lengths of an answer.
fn predicted(text: &str) -> [i64; 2] {
    let answer = json(text);
    ["loggps", "measured"].map(|reading| answer["predicted"][reading].as_i64().unwrap())
}

#[test]
fn reduced_runs_give_the_same_answers() {
    let mut random = Random::new(41);
    for path in ["cg.S.4", "lu.S.4"].into_iter().flat_map(fixtures) {
        let run = prepared(&path).unwrap();
        let name = name_of(&path);
        for rule in RULES {
            let reduction = run.reduce(&choices(100, rule)).unwrap();
            let written = reduction.document("run", &run);
            assert!(is_reduced(&written));
            let reduced = ReducedRun::read("run", &written).unwrap();
            println!("{name} {rule:?}\n{}", reduction.report(&run, &[Timed::default(); 2]));
            let found = gains(&reduced);
            assert_eq!(found.len(), 100);
            for reading in 0..2 {
                let whole = reduction.ask_whole(&run, reading, 100);
                assert_eq!(whole, reduction.ask_reduced(reading, 100), "{name} {rule:?}");
                let length = json(&written)["T_ns"].as_i64().unwrap();
                for ((select, gains), whole) in found.iter().zip(whole) {
                    assert_eq!(gains[reading], length - whole, "{name} {rule:?} {select}");
                }
            }
            for _ in 0..6 {
                let alone = rule == Rule::Alone;
                let mut question = Question::default();
                for _ in 0..if alone { 1 } else { 1 + random.below(5) } {
                    let (select, _) = &found[random.index(found.len())];
                    let tenths = random.below(if alone { 11 } else { 21 });
                    let text = format!("{select}={}", tenths as f64 / 10.0);
                    question.changes.push(change(&text).unwrap());
                }
                let whole = document("run", &run, &run.answer(&question).unwrap());
                let part = reduced.answer(&question).unwrap().document(&reduced);
                assert_eq!(predicted(&part), predicted(&whole), "{name} {rule:?} {question:?}");
                let fields = ["T_ns", "trust", "changes", "parameters", "clock", "predicted"];
                for field in fields {
                    assert_eq!(json(&part)[field], json(&whole)[field], "{field}");
                }
            }
        }
    }
}

#[test]
fn what_was_not_kept_is_refused_with_what_was() {
    let path = fixtures("cg.S.4").remove(0);
    let run = prepared(&path).unwrap();
    let ask = |rule: Rule, delay: Delay, question: &Question| {
        let reduction = run.reduce(&ReductionChoices { delay, ..choices(5, rule) }).unwrap();
        let reduced = ReducedRun::read("run", &reduction.document("run", &run)).unwrap();
        let known = gains_of_first(&reduced);
        match reduced.answer(question) {
            Ok(answer) => Ok(answer.text(&reduced)),
            Err(note) => {
                let note = note.to_string();
                assert!(note.contains(&known), "{note} {known}");
                Err(note)
            }
        }
    };
    let changes = |texts: &[&str]| Question {
        changes: texts.iter().map(|text| change(text).unwrap()).collect(),
        ..Question::default()
    };
    let forms = Rule::Unmoved { last: 64 };
    let other = ask(forms, Delay::Both, &changes(&["wait:call=MPI_Wait=0"])).unwrap_err();
    assert!(other.contains("any of 5 events, together or alone"), "{other}");
    ask(forms, Delay::Both, &changes(&["calc:L1=0"])).unwrap_err();
    ask(forms, Delay::Both, &changes(&["event:0:1=0"])).unwrap_err();
    let reduction = run.reduce(&choices(5, forms)).unwrap();
    let reduced = ReducedRun::read("run", &reduction.document("run", &run)).unwrap();
    let select = gains(&reduced).remove(0).0;
    let (half, double) = (format!("{select}=0.5"), format!("{select}=2"));
    ask(Rule::Alone, Delay::Both, &changes(&[&double])).unwrap_err();
    ask(Rule::Alone, Delay::Both, &changes(&[&half, &half])).unwrap_err();
    let curve = Question { curve: Some(Selection::read(&select).unwrap()), ..Question::default() };
    ask(Rule::Alone, Delay::Both, &curve).unwrap_err();
    let text = ask(forms, Delay::Both, &curve).unwrap();
    let of_whole = run.answer(&curve).unwrap().text(&run);
    let curve_of = |text: &str| text.split("\nfactor").nth(1).map(str::to_owned);
    assert_eq!(curve_of(&text), curve_of(&of_whole));
    let measured = Question { delay: Delay::Measured, ..changes(&[&half]) };
    ask(forms, Delay::LogGps, &measured).unwrap_err();
    let all = ask(Rule::Alone, Delay::Both, &Question::default()).unwrap();
    assert!(all.contains("one of 5 events at a time") && all.contains(&select), "{all}");
}

fn gains_of_first(run: &ReducedRun) -> String {
    let answer = run.answer(&Question::default()).unwrap();
    let answer = json(&answer.document(run));
    answer["events"][0]["select"].as_str().unwrap().to_owned()
}

/// Documents in which something is missing or wrong are refused or read, never more.
#[test]
fn broken_documents_are_refused() {
    let run = prepared(&fixtures("cg.S.4").remove(0)).unwrap();
    let written = run.reduce(&choices(3, Rule::Alone)).unwrap().document("run", &run);
    let mut random = Random::new(42);
    let mut refused = 0;
    for _ in 0..300 {
        let mut bytes = written.clone().into_bytes();
        for _ in 0..=random.below(3) {
            let at = random.index(bytes.len());
            if bytes[at].is_ascii_digit() {
                bytes[at] = b"0123456789-,"[random.index(12)];
            } else if random.below(4) == 0 {
                bytes.truncate(at);
                break;
            }
        }
        // It may be cut within a letter.
        match ReducedRun::read("run", &String::from_utf8_lossy(&bytes)) {
            Ok(run) => drop(run.answer(&Question::default())),
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 50, "{refused}");
}
