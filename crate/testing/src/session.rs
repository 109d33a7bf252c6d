//! Files in memory, and everything that a session says about one as a text, to compare builds and platforms byte by
//! byte.

use std::io;
use std::rc::Rc;

use loopscope_session::open::{Content, Limits, ReadAt, SourceFile};
use loopscope_session::options::{method_named, OptionChoices};
use loopscope_session::wire::{
    CompareRequest, FlowFileKind, FlowLook, FlowQuery, FlowReply, FlowRequest, ModelFileKind, ModelLook, ModelRequest,
    NestFileKind, OptionsRequest, PredictRequest, Problem, ReduceRequest, Reply, Request, RibbonLook, Step, TaskReport,
    TaskRequest, TaskResult,
};
use loopscope_session::Session;

use crate::held;
use crate::programs::Lines;
use crate::varying::{self, Arrival, Between, Exchange};

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
    opened_files("golden.trace", vec![file], wanted)
}

/// A session that has opened files of that name under handle 1.
pub fn opened_files(name: &str, files: Vec<SourceFile>, wanted: OptionChoices) -> Session {
    let mut session = Session::new();
    session.open(1, name, files, Limits::default(), wanted);
    let step = finish_opening(&mut session);
    assert!(matches!(step, Step::Done { .. }), "{name}: {step:?}");
    session
}

/// Works on what is opened to its end, and returns what that is.
pub fn finish_opening(session: &mut Session) -> Step {
    loop {
        match session.step() {
            Step::Working { .. } => {}
            step => return step,
        }
    }
}

/// A session that has made the flow graphs of a file, and what it says of them.
pub fn with_graph(file: SourceFile) -> (Session, TaskResult) {
    let mut session = opened(file, OptionChoices::default());
    let summary = run_task(&mut session, &TaskRequest::Flow(FlowRequest { queries: false })).unwrap();
    (session, summary)
}

/// The flow graph of process 0 with its largest loop selected.
pub fn largest_loop() -> FlowLook {
    FlowLook { width: 784.0, loop_id: 1, ..FlowLook::default() }
}

/// What the session answers.
pub fn ask_flow(session: &Session, query: FlowQuery) -> FlowReply {
    held!(session.handle(&Request::Flow { handle: 1, query: Box::new(query) }),
        Reply::Flow { reply } => *reply)
}

/// The flow graph of a process of a file: what is known of its largest loop and its first block, and its picture.
pub fn flow_answers(file: SourceFile, process: u32) -> String {
    let (mut session, summary) = with_graph(file);
    let look = FlowLook { process, ..largest_loop() };
    let first = FlowLook { loop_id: 0, block: Some(0), ..look.clone() };
    let ask = |query| ask_flow(&session, query);
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
        held!(ask(FlowQuery::File { what, look: look.clone() }),
            FlowReply::File { text, file_name, .. } => out.push_str(&format!("=== {file_name}\n{text}\n")))
    }
    out.push_str(&format!("{:#?}\n", ask(FlowQuery::Text { process })));
    for task in [
        TaskRequest::Growth(ReduceRequest { process, ..ReduceRequest::default() }),
        TaskRequest::Reduce(ReduceRequest { loop_id: 1, process, ..ReduceRequest::default() }),
    ] {
        out.push_str(&format!("{:#?}\n", run_task(&mut session, &task).map_err(|it| it.what)));
    }
    out
}

/// Opens a file and exports it in every form: nests, table, text and ribbon of a process.
pub fn answers(file: SourceFile, method: &str, process: u32) -> String {
    let wanted = OptionChoices { method: Some(method_named(method).unwrap()), ..OptionChoices::default() };
    let session = opened(file, wanted);
    let look = RibbonLook { width: 784.0, ..RibbonLook::default() };
    let mut out = String::new();
    for (what, of) in [
        (NestFileKind::Json, None),
        (NestFileKind::Csv, None),
        (NestFileKind::Text, Some(process)),
        (NestFileKind::Svg, Some(process)),
    ] {
        let look = Some(look.clone());
        let request = Request::Export { handle: 1, process: of, what, look };
        held!(session.handle(&request),
            Reply::Export { text, file_name, .. } => out.push_str(&format!("=== {file_name}\n{text}\n")))
    }
    out
}

/// What a session says about programs that vary from one time to the next: orders of receives, partners, branches, sizes and polls.
/// Of each program a line: its name, and length and checksum of its nests, sentences, variants, model and files.
pub fn varying_answers() -> String {
    let grid = Exchange::on_grid(3);
    let branching = Exchange { branch_percent: 20, ..grid };
    let programs = [
        ("orders", native(&grid.program(Arrival::Uniform, 1))),
        ("branches", native(&branching.program(Arrival::Uniform, 2))),
        ("partners", native(&varying::farm(8, 100, Some(3)))),
        ("batches", native(&varying::batches(8, 100, 4))),
        ("rounds", native(&varying::rounds(5, 40, Between::Nothing, Some(5)))),
        ("details", varying::calls(100, 6)),
    ];
    let mut out = String::new();
    for (name, text) in programs {
        let said = all_of(name, &text);
        out += &format!("{name} {} {:016x}\n", said.len(), checksum(said.as_bytes()));
    }
    out
}

fn native(lines: &Lines) -> String {
    lines.values().flatten().map(|line| format!("{line}\n")).collect()
}

/// Everything about all processes of a program, and its model in every form.
fn all_of(name: &str, text: &str) -> String {
    let mut out = answers(file(name, text), "optimal", 0);
    let mut session = opened(file(name, text), OptionChoices::default());
    let handle = 1;
    let summary = held!(session.handle(&Request::Summary { handle }), Reply::Summary { summary } => summary);
    for row in &summary.processes {
        let process = row.process;
        for request in [Request::Process { handle, process }, Request::Others { handle, process }] {
            out += &format!("{:#?}\n", session.handle(&request));
        }
    }
    out += &format!("{:#?}\n", run_task(&mut session, &model()).map_err(|problem| problem.what));
    out += &format!("{:#?}\n", session.handle(&Request::ModelVariants { handle }));
    for what in [ModelFileKind::Text, ModelFileKind::Json, ModelFileKind::Csv, ModelFileKind::Svg] {
        let look = ModelLook { width: 784.0, height: 500.0, ..ModelLook::default() };
        out += &format!("{:#?}\n", session.handle(&Request::ModelFile { handle, what, look }));
    }
    out
}

/// Fowler, Noll and Vo, 64 bits.
fn checksum(bytes: &[u8]) -> u64 {
    let step = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
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

/// Starts a task on handle 1, and steps it to its end.
///
/// # Errors
/// Why it failed.
pub fn run_task(session: &mut Session, task: &TaskRequest) -> Result<TaskResult, Box<Problem>> {
    session.start(1, task).unwrap();
    finish_task(session)
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
