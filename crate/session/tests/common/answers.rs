//! What a session says about a trace, as one text: to compare builds and platforms byte by byte.

use loopscope_session::message::{Reply, Request, RibbonLook, Step};
use loopscope_session::open::{Limits, SourceFile};
use loopscope_session::options::{method_named, Wanted};
use loopscope_session::Session;

/// Opens a file and exports it in every form: nests, table, text and ribbon of a process.
pub fn answers(file: SourceFile, method: &str, process: u32) -> String {
    let mut session = Session::new();
    let wanted = Wanted { method: Some(method_named(method).unwrap()), ..Wanted::default() };
    session.open(1, "golden.trace", vec![file], Limits::default(), wanted);
    loop {
        match session.step() {
            Step::Working { .. } => {}
            Step::Done { .. } => break,
            step => panic!("{step:?}"),
        }
    }
    let look = RibbonLook {
        width: 784.0,
        theme: "light".to_owned(),
        compact: false,
        path: Vec::new(),
        zoom: Vec::new(),
        selected: 0,
    };
    let mut out = String::new();
    for (what, of) in
        [("json", None), ("csv", None), ("text", Some(process)), ("svg", Some(process))]
    {
        let look = Some(look.clone());
        let request = Request::Export { handle: 1, process: of, what: what.to_owned(), look };
        match session.handle(&request) {
            Reply::Export { text, file_name, .. } => {
                out.push_str(&format!("=== {file_name}\n{text}\n"))
            }
            reply => panic!("{reply:?}"),
        }
    }
    out
}
