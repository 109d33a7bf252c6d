//! The lab against its golden frames, which were made by literal programs: each field of each frame, but for sentences, which may
//! be worded better.

#![cfg(test)]

mod common;

use common::*;
use loopscope_session::lab::{document, run, Station};
use serde_json::Value;

fn golden(station: Station) -> Value {
    let path = repository().join(format!("tests/golden/lab/{}.json", station.name()));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// A frame without its sentence.
fn without_sentence(frame: &Value) -> Value {
    let mut frame = frame.clone();
    frame.as_object_mut().unwrap().remove("say");
    frame
}

fn same_frames(of: &str, made: &Value, golden: &Value) {
    let (made, golden) = (made.as_array().unwrap(), golden.as_array().unwrap());
    for (made, golden) in made.iter().zip(golden) {
        assert_eq!(without_sentence(made), without_sentence(golden), "{of}");
    }
    assert_eq!(made.len(), golden.len(), "{of}");
}

#[test]
fn golden_frames() {
    for station in Station::ALL {
        for case in golden(station)["cases"].as_array().unwrap() {
            let id = case["id"].as_str().unwrap();
            let input =
                LabInput { station: station.name().to_owned(), example: Some(id.to_owned()), ..LabInput::default() };
            let made = document(&run(&input).unwrap(), None).unwrap();
            let frames = &made["cases"][0]["frames"];
            let of = format!("{} {id}", station.name());
            same_frames(&of, frames, &case["frames"]);
            assert_eq!(made["cases"][0]["order"], case["order"], "{of}");
        }
    }
}

fn ask(session: &Session, query: LabQuery) -> LabReply {
    held!(session.handle(&Request::Lab { query: Box::new(query) }), Reply::Lab { reply } => *reply)
}

#[test]
fn the_page_opens_a_station_and_asks_for_frames() {
    let session = Session::new();
    let LabReply::Stations { stations } = ask(&session, LabQuery::Stations) else { panic!() };
    assert_eq!(stations.len(), Station::ALL.len());
    for station in stations {
        for example in station.examples {
            let input = example.input;
            let query = LabQuery::Open { input: input.clone() };
            let LabReply::Opened { opened } = ask(&session, query) else { panic!() };
            assert_eq!(opened.source, example.source);
            let to = opened.steps.len() as u32;
            let query = LabQuery::Frames { input, from: 1, to };
            let LabReply::Frames { from, frames } = ask(&session, query) else { panic!() };
            assert_eq!((from, frames.len()), (1, (opened.steps.len() - 1).min(256)));
            let first: Value = serde_json::from_str(&frames[0].json).unwrap();
            assert_eq!(first["line"], opened.steps[1].line);
        }
    }
}

#[test]
fn what_cannot_be_stepped_is_refused_with_a_sentence() {
    let session = Session::new();
    let open = |station: &str, text: &str| {
        let input = LabInput { station: station.to_owned(), text: Some(text.to_owned()), ..LabInput::default() };
        session.handle(&Request::Lab { query: Box::new(LabQuery::Open { input }) })
    };
    let Reply::Refused { problem } = open("repeats", &"ab".repeat(300)) else { panic!() };
    assert!(problem.what.contains("600 letters; the lab steps through 200"), "{problem:?}");
    let Reply::Refused { problem } = open("nowhere", "ab") else { panic!() };
    assert!(problem.expected.contains("repeats"));
}
