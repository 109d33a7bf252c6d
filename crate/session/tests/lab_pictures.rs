//! The lab through its queries: pictures as files, steps forward and back, and what is refused.
//!
//!     UPDATE=1 cargo test -p loopscope-session --test lab_pictures
//!
//! writes the pictures anew.

#![cfg(test)]

use std::path::PathBuf;

use loopscope_session::wire::*;
use loopscope_session::Session;
use loopscope_testing::held;

fn ask(session: &Session, query: LabQuery) -> LabReply {
    held!(session.handle(&Request::Lab { query: Box::new(query) }), Reply::Lab { reply } => *reply)
}

/// The input of a station.
fn of(station: &str, input: &LabInput) -> LabInput {
    LabInput { station: station.to_owned(), ..input.clone() }
}

fn stations(session: &Session) -> Vec<LabStation> {
    held!(ask(session, LabQuery::Stations), LabReply::Stations { stations } => stations)
}

fn steps(session: &Session, station: &str, input: &LabInput) -> Vec<LabStep> {
    match ask(session, LabQuery::Open { input: of(station, input) }) {
        LabReply::Opened { opened } if !opened.cut => opened.steps,
        other => panic!("{other:?}"),
    }
}

fn file(session: &Session, (station, input): (&str, &LabInput), at: usize, what: LabFileKind) -> String {
    let query = LabQuery::File {
        input: of(station, input),
        at: at as u32,
        what,
        theme: PictureTheme::Light,
        link: format!("?lab={station}&step={at}"),
    };
    held!(ask(session, query), LabReply::File { text, .. } => text)
}

fn draw(session: &Session, (station, input): (&str, &LabInput), at: usize, width: f32) -> LabReply {
    ask(
        session,
        LabQuery::Draw { input: of(station, input), at: at as u32, width, theme: PictureTheme::Dark, page: None },
    )
}

/// The first, the middle and the last step of a station's first example.
#[test]
fn pictures_are_those_of_the_files() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/lab");
    let session = Session::new();
    for station in stations(&session) {
        let input = &station.examples[0].input;
        let last = steps(&session, &station.name, input).len() - 1;
        for at in [0, last / 2, last] {
            let text = file(&session, (&station.name, input), at, LabFileKind::Svg);
            let path = folder.join(format!("{}-{at}.svg", station.name));
            if std::env::var_os("UPDATE").is_some() {
                std::fs::create_dir_all(&folder).unwrap();
                std::fs::write(&path, &text).unwrap();
            }
            let kept = std::fs::read_to_string(&path).unwrap_or_default();
            assert_eq!(text, kept, "{}", path.display());
        }
    }
}

/// Every step of every example is drawn, inside its picture, and drawn once more on the way back it is the same.
#[test]
fn forward_and_back_give_the_same_pictures() {
    let session = Session::new();
    for station in stations(&session) {
        for example in &station.examples {
            let run = (station.name.as_str(), &example.input);
            let all = steps(&session, run.0, run.1);
            assert!(all[0].coarse && all.last().is_some_and(|step| step.coarse));
            let forward: Vec<LabReply> = (0..all.len()).map(|at| draw(&session, run, at, 784.0)).collect();
            for (at, picture) in forward.iter().enumerate().rev() {
                assert_eq!(*picture, draw(&session, run, at, 784.0), "{} {at}", example.id);
                let LabReply::Drawn { picture, bands, .. } = picture else { panic!("{picture:?}") };
                assert!(!bands.is_empty());
                for hit in &picture.hits {
                    assert!((hit.strip as usize) < bands.len());
                    assert!(hit.x >= -1.0 && hit.x + hit.w <= 785.0, "{} {at} {hit:?}", example.id);
                    assert!(hit.y >= -1.0 && hit.y + hit.h <= picture.height + 1.0, "{} {at} {hit:?}", example.id);
                }
            }
            // As narrow as a phone, too.
            assert!(matches!(draw(&session, run, all.len() / 2, 366.0), LabReply::Drawn { .. }));
        }
    }
}

#[test]
fn slides_have_a_page_for_each_coarse_step() {
    let session = Session::new();
    for station in stations(&session) {
        let input = &station.examples[0].input;
        let coarse = steps(&session, &station.name, input).iter().filter(|step| step.coarse).count();
        let strip = file(&session, (&station.name, input), 0, LabFileKind::Strip);
        assert_eq!(strip.matches("<g id=\"step-").count(), coarse);
        assert!(strip.contains("id=\"step-0\""));
        let text = file(&session, (&station.name, input), 0, LabFileKind::Text);
        assert_eq!(text.lines().count(), steps(&session, &station.name, input).len());
    }
}

#[test]
fn what_cannot_be_stepped_through_is_refused() {
    let session = Session::new();
    let refused = |query: LabQuery| {
        held!(session.handle(&Request::Lab { query: Box::new(query) }),
        Reply::Refused { problem } => problem.what)
    };
    let input = |station: &str, text: &str| LabInput {
        station: station.to_owned(),
        text: Some(text.to_owned()),
        ..LabInput::default()
    };
    let open = |station: &str, text: &str| LabQuery::Open { input: input(station, text) };
    assert_eq!(refused(open("nowhere", "ab")), "there is no such station");
    assert!(refused(open("repeats", &"ab".repeat(150))).contains("300"));
    assert!(refused(open("repeats", "")).contains("empty"));
    let beyond = LabQuery::Draw {
        input: input("repeats", "abab"),
        at: 10_000,
        width: 784.0,
        theme: PictureTheme::Light,
        page: None,
    };
    assert_eq!(refused(beyond), "there is no such step");
}
