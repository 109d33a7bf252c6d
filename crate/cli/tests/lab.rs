//! `loopscope lab`: the bytes that the page saves, and what is refused.

#![cfg(test)]

mod program;
use program::*;

use loopscope_session::lab::{run, Station};
use loopscope_session::wire::{LabFileKind, LabInput, LabQuery, LabReply, PictureTheme, Reply, Request};
use loopscope_session::Session;
use loopscope_testing::held;

fn lab(options: &[&str]) -> (String, String, i32) {
    said(&[&["lab"], options].concat(), "")
}

/// What the page saves of the first example of a station.
fn saved(station: Station, at: u32, what: LabFileKind) -> String {
    let input = LabInput { station: station.name().to_owned(), ..LabInput::default() };
    let link = run(&input).unwrap().link(at as usize);
    let query = LabQuery::File { input, at, what, theme: PictureTheme::Light, link };
    match Session::new().handle(&Request::Lab { query: Box::new(query) }) {
        Reply::Lab { reply } => held!(*reply, LabReply::File { text, .. } => text),
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_station_gives_the_bytes_that_the_page_saves() {
    for station in Station::ALL {
        let name = station.name();
        let (text, notes, code) = lab(&[name, "--zoom", "fine"]);
        assert_eq!((code, notes.as_str()), (0, ""));
        assert_eq!(text, saved(station, 0, LabFileKind::Text), "{name}");
        let (json, _, _) = lab(&[name, "--format", "json"]);
        assert_eq!(json.trim_end(), saved(station, 0, LabFileKind::Json), "{name}");
        let (picture, _, _) = lab(&[name, "--format", "svg", "--step", "2"]);
        assert_eq!(picture, saved(station, 2, LabFileKind::Svg), "{name}");
        let (slides, _, _) = lab(&[name, "--format", "svg"]);
        assert_eq!(slides, saved(station, 0, LabFileKind::Strip), "{name}");
    }
}

#[test]
fn an_input_of_ones_own_and_one_step_of_it() {
    let (text, _, code) = lab(&["merge", "--input", "6(s1.0) | 3(r0.0 a r0.0)", "--step", "2"]);
    assert_eq!((text.as_str(), code), ("    2  ×6 of process 0 becomes ×3 of ×2; ×3 of process 1 stays.\n", 0));
    let (json, _, _) = lab(&["nlr", "--input", "1 2 3", "--k", "2", "--format", "json", "--step", "1"]);
    assert!(json.contains("\"kind\":\"push\"") && json.matches("\"kind\"").count() == 1, "{json}");
    let (coarse, _, _) = lab(&["repeats"]);
    let (fine, _, _) = lab(&["repeats", "--zoom", "fine"]);
    assert!(coarse.lines().count() < fine.lines().count());
}

#[test]
fn what_cannot_be_stepped_is_one_line_and_status_2() {
    for (options, says) in [
        (&["nowhere"][..], "there is no such station"),
        (&["repeats", "--input", &"ab".repeat(101)][..], "202 letters; the lab steps through 200"),
        (&["merge", "--input", "s5.0 | x"][..], "a process from 0 to 1"),
        (&["what-if", "--example", "nothing"][..], "there is no such example"),
        (&["flow", "--step", "5000"][..], "there is no such step"),
    ] {
        let (text, notes, code) = lab(options);
        assert_eq!((text.as_str(), code), ("", 2), "{notes}");
        assert!(notes.contains(says) && notes.lines().count() == 1, "{notes}");
    }
}
