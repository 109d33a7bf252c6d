//! The target for what the page asks: requests and options as JSON, with places, paths and names that come from the link
//! in the address bar.

use std::rc::Rc;

use loopscope_session::open::{Content, Limits, SourceFile};
use loopscope_session::options::OptionChoices;
use loopscope_session::wire::{
    CompareRequest, ModelRequest, OptionsRequest, Reply, Request, Step, TaskReport, TaskRequest,
};
use loopscope_session::Session;
use serde_json::Value;

use crate::Verdict;

/// Traces that are asked about, each under its place as handle: messages in loops, numbers, words.
const TRACES: [&str; 3] = [
    "0 local begin\n0 send 1 1\n0 send 1 2\n0 recv 1 3\n0 send 1 2\n0 recv 1 3\n0 sync MPI_Barrier 0-1\n1 recv 0 1\n\
     1 recv 0 2\n1 send 0 3\n1 recv 0 2\n1 send 0 3\n1 sync MPI_Barrier 0-1\n",
    "0 1000 8\n0 1008 8\n1 2000 4\n0 1010 8\n0 1018 8\n1 2004 4\n0 1020 8\n0 1028 8\n1 2008 4\n",
    "a b a b a b c c c c d\n",
];

/// Bytes of JSON that an answer may have.
const MOST_ANSWER: usize = 4 << 20;

/// Lines of an input that are looked at.
const MOST_LINES: usize = 20;

thread_local! {
    static SESSIONS: Vec<Session> = (0..TRACES.len()).map(|at| analysed(at as u32)).collect();
}

/// Asks one question a line: a request, or options to analyse the trace with.
pub(crate) fn ask(input: &[u8]) -> Verdict {
    let mut understood = false;
    for line in input.split(|&byte| byte == b'\n').take(MOST_LINES) {
        if let Some(request) = request(line) {
            understood = true;
            SESSIONS.with(|sessions| sessions.iter().for_each(|it| check(&it.handle(&request))));
        } else if let Ok(wanted) = serde_json::from_slice::<OptionsRequest>(line) {
            understood = true;
            configure(wanted);
        }
    }
    if understood {
        Verdict::Keep
    } else {
        Verdict::Reject
    }
}

/// A request as the page writes it, its `type` among its fields.
fn request(line: &[u8]) -> Option<Request> {
    let mut fields: serde_json::Map<String, Value> = serde_json::from_slice(line).ok()?;
    let Some(Value::String(variant)) = fields.remove("type") else { return None };
    serde_json::from_value(Value::from_iter([(variant, Value::Object(fields))])).ok()
}

fn session(at: u32, wanted: OptionChoices) -> Session {
    let text = TRACES[at as usize].as_bytes().to_vec();
    let file = SourceFile { path: "t".to_owned(), data: Content::Random(Rc::new(text)) };
    let mut session = Session::new();
    session.open(at, "t", vec![file], Limits::default(), wanted);
    session
}

/// Steps until there is nothing to do; the last step that was none of those in between.
fn finish(session: &mut Session) -> Option<Step> {
    for _ in 0..1000 {
        match session.step() {
            Step::Working { .. } | Step::Task { report: TaskReport::Progress { .. }, .. } => {}
            Step::Idle => return None,
            step => return Some(step),
        }
    }
    panic!("a small trace takes more than 1,000 steps");
}

/// A session in which everything was done that can be asked about.
fn analysed(at: u32) -> Session {
    let mut session = session(at, OptionChoices::default());
    assert!(matches!(finish(&mut session), Some(Step::Done { .. })));
    for process in 0..2 {
        let request = TaskRequest::Compare(CompareRequest { process });
        if session.start(at, &request).is_ok() {
            finish(&mut session);
        }
    }
    if session.start(at, &TaskRequest::Model(ModelRequest::default())).is_ok() {
        finish(&mut session);
    }
    session
}

/// Opens every trace with these options: it comes, or a complete message does.
fn configure(words: OptionsRequest) {
    let wanted = match OptionChoices::try_from(words) {
        Ok(wanted) => wanted,
        Err(note) => return assert!(!note.what.is_empty() && !note.expected.is_empty(), "{note}"),
    };
    for at in 0..TRACES.len() as u32 {
        let mut session = session(at, wanted.clone());
        match finish(&mut session) {
            Some(Step::Done { summary, .. }) => assert!(summary.events > 0.0 || summary.has_locals),
            Some(Step::Failed { problems, .. }) => {
                assert!(!problems.is_empty());
                for problem in problems {
                    assert!(!problem.what.is_empty() && !problem.found.is_empty(), "{problem:?}");
                }
            }
            step => panic!("{step:?}"),
        }
    }
}

/// An answer is not endless, and all its numbers can be drawn.
fn check(reply: &Reply) {
    let text = serde_json::to_string(reply).unwrap();
    assert!(text.len() <= MOST_ANSWER, "an answer of {} bytes", text.len());
    match reply {
        Reply::Refused { problem } => {
            assert!(!problem.what.is_empty() && !problem.found.is_empty(), "{problem:?}");
        }
        Reply::Ribbon { picture, .. } | Reply::Addresses { picture, .. } | Reply::Aligned { picture, .. } => {
            check_picture(picture)
        }
        Reply::Thumbnails { pictures } => {
            pictures.iter().for_each(|thumbnail| check_picture(&thumbnail.picture));
        }
        Reply::Model { figure } => check_picture(&figure.picture),
        Reply::Export { text, .. } => {
            for word in ["NaN", "inf"] {
                assert!(!text.contains(word), "{word} in a file: {text}");
            }
        }
        _ => {}
    }
}

fn check_picture(picture: &loopscope_session::wire::FlatPicture) {
    for number in picture.numbers.iter().chain([&picture.width, &picture.height]) {
        assert!(number.is_finite(), "a number that cannot be drawn: {picture:?}");
    }
}
