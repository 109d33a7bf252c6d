//! What the page is answered about records is what `loopscope ask` prints, in slices and in every form.

#![cfg(test)]

mod common;

use common::*;
use std::rc::Rc;

use common::programs::of_trace;
use loopscope_session::ask::{of_loop, Asked, Table, TraceColumns};
use loopscope_session::formats::notes::Note;
use loopscope_testing::programs::{pipeline, stencil, timed_table, Lines};

/// A session with the model of the program.
fn opened(lines: &Lines) -> Session {
    let table = timed_table(lines, &mut Random::new(11));
    let mut session = common::opened(vec![file("made.csv", table)]);
    run_task(&mut session, &model()).unwrap();
    session
}

fn ask(session: &Session, query: &AskQuery) -> AskReply {
    for _ in 0..1_000 {
        match session.handle(&Request::Ask(Box::new(query.clone()))) {
            Reply::Ask { json } => match serde_json::from_str(&json).unwrap() {
                AskReply::Working { done, total } => assert!(done <= total),
                reply => return reply,
            },
            other => panic!("{other:?}"),
        }
    }
    panic!("it is never answered");
}

fn refused(session: &Session, query: &AskQuery) -> String {
    for _ in 0..1_000 {
        match session.handle(&Request::Ask(Box::new(query.clone()))) {
            Reply::Refused { problem } => return format!("{} {}", problem.what, problem.found),
            Reply::Ask { json } if json.starts_with("{\"working\"") => {}
            other => panic!("{other:?}"),
        }
    }
    panic!("it is never refused");
}

/// The question about each iteration of the loop L1.
fn first_loop(session: &Session, attributes: &[&str]) -> AskQuery {
    let query = AskQuery { handle: 1, construct: 1, ..AskQuery::default() };
    let AskReply::Places { places, .. } = ask(session, &AskQuery { what: AskWhat::Places, ..query.clone() }) else {
        panic!("no places")
    };
    assert!(places[0].loop_id == 1 && places.last().unwrap().ends, "{places:?}");
    let attributes = attributes.iter().map(|&name| name.to_owned()).collect();
    AskQuery { construct: places[0].construct, each: true, attributes, columns: 50, ..query }
}

fn whole_file(session: &Session, query: &AskQuery, what: AskWhat) -> String {
    let (mut text, mut from) = (String::new(), 0.0);
    loop {
        match ask(session, &AskQuery { what, from, ..query.clone() }) {
            AskReply::File { text: part, next } => {
                text += &part;
                match next {
                    Some(next) => from = next,
                    None => return text,
                }
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn files_are_those_of_the_terminal() {
    for lines in [stencil(2, 12, 5), pipeline(4, 9)] {
        let session = opened(&lines);
        let query = first_loop(&session, &["period", "mpi", "bytes"]);
        let loaded = session.shown(1).unwrap();
        let trace = loaded.trace.as_ref().unwrap();
        let program = of_trace(trace);
        let names = query.attributes.clone();
        let asked = of_loop("made", program.model(), 1, &names).unwrap();
        let asked = Asked::new("made", program.model(), asked).unwrap();
        for (what, table) in [(AskWhat::Csv, Table::Csv), (AskWhat::Json, Table::Json)] {
            let mut expected = String::new();
            let mut columns = TraceColumns::new(trace, false);
            asked
                .write("made", &mut columns, table, |part| -> Result<(), Box<Note>> {
                    expected.push_str(part);
                    Ok(())
                })
                .unwrap();
            assert_eq!(whole_file(&session, &query, what), expected);
        }
        // The bytes of a Parquet file, a character each.
        let parquet = whole_file(&session, &query, AskWhat::Parquet);
        let bytes: Vec<u8> = parquet.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
        let mut file = loopscope_session::parquet::read::File::open("it", Rc::new(bytes)).unwrap();
        let AskReply::Rows { indices, values } =
            ask(&session, &AskQuery { what: AskWhat::Rows, from: 3.0, columns: 2, ..query.clone() })
        else {
            panic!("no rows")
        };
        assert_eq!((indices[0], values.len() % 2), (3.0, 0));
        let mut found = Vec::new();
        file.read(1, &[3, 4], &mut found).unwrap();
        let width = values.len() / 2;
        assert_eq!([found[0].to_string(), found[1].to_string()], [&*values[0], &*values[width]]);
    }
}

#[test]
fn what_stands_out_and_the_longest_are_those_of_the_iterations() {
    let mut session = opened(&stencil(2, 40, 5));
    let summary = common::iterations(&mut session, 1);
    let query = first_loop(&session, &["period"]);
    let AskReply::Answer { answer } = ask(&session, &query) else { panic!("no answer") };
    assert_eq!(answer.records, summary.iterations);
    let outliers: Vec<f64> = summary.outliers.iter().map(|it| it.index).collect();
    assert_eq!((answer.outliers, answer.outlier_count), (outliers, summary.outlier_count));
    assert_eq!(answer.most, summary.max);
    assert_eq!(answer.lines.len(), answer.processes.len());
}

#[test]
fn charts_are_of_the_same_records() {
    let session = opened(&pipeline(4, 60));
    let query = first_loop(&session, &["period"]);
    let answer = |what| {
        held!(ask(&session, &AskQuery { what, rows: 20, ..query.clone() }),
        AskReply::Answer { answer } => answer)
    };
    let over = answer(AskWhat::Over);
    for what in [AskWhat::Processes, AskWhat::Loops, AskWhat::Sorted, AskWhat::Histogram] {
        let other = answer(what);
        assert_eq!((other.sum, other.most, other.median), (over.sum, over.most, over.median));
    }
    let counts = &answer(AskWhat::Histogram).lines[0].middle;
    assert_eq!(counts.iter().sum::<f64>(), over.count);
    // What is asked for first is not what is read first.
    let AskReply::Ranges { ranges } = ask(&session, &AskQuery { what: AskWhat::Ranges, ..query.clone() }) else {
        panic!("no ranges")
    };
    let period = ranges.iter().find(|range| range.attribute == "period").unwrap();
    assert_eq!((period.least, period.most), (over.least, over.most));
    assert!(ranges.iter().all(|range| range.refused.is_empty()), "{ranges:?}");
}

#[test]
fn what_has_no_answer_says_why() {
    let session = opened(&stencil(2, 12, 5));
    let query = first_loop(&session, &["period"]);
    let of = |attributes: &[&str], change: AskQuery| {
        let attributes = attributes.iter().map(|&it| it.to_owned()).collect();
        refused(&session, &AskQuery { attributes, ..change })
    };
    assert!(of(&["wait"], query.clone()).contains("'wait' is no attribute of a loop"));
    assert!(of(&["nothing"], query.clone()).contains("there is no such attribute"));
    assert!(of(&[], query.clone()).contains("no attribute"));
    let range = AskQuery { ranges: vec![0.0, 3.0, 400.0], ..query.clone() };
    assert!(of(&["period"], range).contains("i0 goes from 0 to"));
    let gone = AskQuery { construct: u32::MAX, ..query.clone() };
    assert!(of(&["period"], gone).contains("there is no such construct"));
    let other = AskQuery { handle: 2, ..query };
    assert!(of(&["period"], other).contains("there is no model of this trace"));
}
