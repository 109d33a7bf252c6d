//! Files in memory, and everything that a session says about one as a text, to compare builds and platforms byte by
//! byte.

use std::io;
use std::rc::Rc;

use loopscope_session::open::{Content, Limits, ReadAt, SourceFile};
use loopscope_session::options::{method_named, OptionChoices};
use loopscope_session::wire::{
    CompareRequest, FlowFileKind, FlowLook, FlowQuery, FlowReply, FlowRequest, ModelRequest,
    NestFileKind, OptionsRequest, PictureTheme, PredictRequest, Problem, ReduceRequest, Reply,
    Request, RibbonLook, Step, TaskReport, TaskRequest, TaskResult,
};
use loopscope_session::Session;

/// Bytes in memory as a file.
#[derive(Clone, Debug)]
pub struct Bytes(pub Vec<u8>);

impl ReadAt for Bytes {
    fn len(&self) -> u64 {
        self.0.len() as u64
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let rest = self.0.get(offset as usize..).unwrap_or(&[]);
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        Ok(count)
    }
}

/// A file of that name with these bytes.
pub fn file(path: &str, bytes: impl Into<Vec<u8>>) -> SourceFile {
    SourceFile { path: path.to_owned(), data: Content::Random(Rc::new(Bytes(bytes.into()))) }
}

/// A session that has opened a file under handle 1.
pub fn opened(file: SourceFile, wanted: OptionChoices) -> Session {
    let mut session = Session::new();
    session.open(1, "golden.trace", vec![file], Limits::default(), wanted);
    loop {
        match session.step() {
            Step::Working { .. } => {}
            Step::Done { .. } => return session,
            step => panic!("{step:?}"),
        }
    }
}

/// The flow graph of a process of a file: what is known of its largest loop and its first block, and its picture.
pub fn flow_answers(file: SourceFile, process: u32) -> String {
    let mut session = opened(file, OptionChoices::default());
    session.start(1, &TaskRequest::Flow(FlowRequest { queries: false })).unwrap();
    let summary = finish_task(&mut session).unwrap();
    let theme = PictureTheme::Light;
    let look = FlowLook {
        width: 784.0,
        theme,
        process,
        kinds: false,
        loop_id: 1,
        block: None,
        folded: Vec::new(),
        runs: Vec::new(),
    };
    let first = FlowLook { loop_id: 0, block: Some(0), ..look.clone() };
    let ask = |query: FlowQuery| match session
        .handle(&Request::Flow { handle: 1, query: Box::new(query) })
    {
        Reply::Flow { reply } => *reply,
        reply => panic!("{reply:?}"),
    };
    let links = ask(FlowQuery::Links { process });
    let mut out = format!("{summary:#?}\n{links:#?}\n");
    for look in [&look, &first] {
        out.push_str(&format!("{:#?}\n", ask(FlowQuery::Part { look: look.clone() })));
    }
    let folded = FlowLook { folded: vec![1], ..look.clone() };
    for (what, look) in [
        (FlowFileKind::Text, &look),
        (FlowFileKind::Loops, &look),
        (FlowFileKind::Iterations, &look),
        (FlowFileKind::Svg, &look),
        (FlowFileKind::Svg, &folded),
    ] {
        match ask(FlowQuery::File { what, look: look.clone() }) {
            FlowReply::File { text, file_name, .. } => {
                out.push_str(&format!("=== {file_name}\n{text}\n"))
            }
            reply => panic!("{reply:?}"),
        }
    }
    out.push_str(&format!("{:#?}\n", ask(FlowQuery::Text { process })));
    for task in [
        TaskRequest::Growth(ReduceRequest { process, ..ReduceRequest::default() }),
        TaskRequest::Reduce(ReduceRequest { loop_id: 1, process, ..ReduceRequest::default() }),
    ] {
        session.start(1, &task).unwrap();
        out.push_str(&format!("{:#?}\n", finish_task(&mut session).map_err(|it| it.what)));
    }
    out
}

/// Opens a file and exports it in every form: nests, table, text and ribbon of a process.
pub fn answers(file: SourceFile, method: &str, process: u32) -> String {
    let wanted =
        OptionChoices { method: Some(method_named(method).unwrap()), ..OptionChoices::default() };
    let session = opened(file, wanted);
    let look = RibbonLook {
        width: 784.0,
        theme: PictureTheme::Light,
        compact: false,
        path: Vec::new(),
        zoom: Vec::new(),
        selected: 0,
    };
    let mut out = String::new();
    for (what, of) in [
        (NestFileKind::Json, None),
        (NestFileKind::Csv, None),
        (NestFileKind::Text, Some(process)),
        (NestFileKind::Svg, Some(process)),
    ] {
        let look = Some(look.clone());
        let request = Request::Export { handle: 1, process: of, what, look };
        match session.handle(&request) {
            Reply::Export { text, file_name, .. } => {
                out.push_str(&format!("=== {file_name}\n{text}\n"))
            }
            reply => panic!("{reply:?}"),
        }
    }
    out
}

/// The request for a comparison of the methods on a process.
pub fn compare(process: u32) -> TaskRequest {
    TaskRequest::Compare(CompareRequest { process })
}

/// The request for a prediction of all processes.
pub fn predict(depth: u32) -> TaskRequest {
    TaskRequest::Predict(PredictRequest { depth })
}

/// The request for a model under the trace's own options.
pub fn model() -> TaskRequest {
    model_by(OptionsRequest::default())
}

/// The request for a model under these options.
pub fn model_by(options: OptionsRequest) -> TaskRequest {
    TaskRequest::Model(ModelRequest { options })
}

/// Steps a task that was started to its end.
///
/// # Errors
/// Why it failed.
///
/// # Panics
/// The session reports anything but a task.
pub fn finish_task(session: &mut Session) -> Result<TaskResult, Box<Problem>> {
    loop {
        match session.step() {
            Step::Task { report: TaskReport::Progress { .. }, .. } => {}
            Step::Task { report: TaskReport::Finished { result }, .. } => return Ok(result),
            Step::Task { report: TaskReport::Failed { problem }, .. } => return Err(problem),
            step => panic!("{step:?}"),
        }
    }
}
