//! What tasks on a loaded trace cost, natively: flow graphs, what if. `worker.js` beside it is the same for the browser;
//! `npm run bench -- tasks` runs both by turns and prints how they compare.
//!
//! `cargo bench -p loopscope-tests --bench tasks -- STEPS FILE..`: STEPS is a list in JSON of `{"name", "start"}`, a task, and
//! `{"name", "ask"}`, a question about what it found. Each is timed in the same session, in that order; several sessions
//! are opened. Prints `NAME SECONDS`, the shortest, in processor time of the thread.

use std::error::Error;
use std::rc::Rc;
use std::time::Duration;

use cpu_time::ThreadTime;
use loopscope_session::open::{Content, Limits, SourceFile};
use loopscope_session::options::OptionChoices;
use loopscope_session::wire::{Reply, Request, Step, TaskReport, TaskRequest};
use loopscope_session::Session;
use serde_json::{json, Value};

const RUNS: usize = 3;
const HANDLE: u32 = 1;

fn main() -> Result<(), Box<dyn Error>> {
    let given = loopscope_tests::given();
    let [steps, paths @ ..] = given.as_slice() else { return Err("name steps and files".into()) };
    let steps: Vec<Value> = serde_json::from_str(steps)?;
    let mut files = Vec::new();
    for path in paths {
        files.push((path.clone(), Rc::new(std::fs::read(path)?)));
    }
    let mut best = vec![Duration::MAX; steps.len()];
    for _ in 0..RUNS {
        let mut session = Session::new();
        let source = |(path, bytes): &(String, Rc<Vec<u8>>)| SourceFile {
            path: path.clone(),
            data: Content::Random(Rc::clone(bytes) as Rc<_>),
        };
        let sources = files.iter().map(source).collect();
        session.open(HANDLE, "bench", sources, Limits::default(), OptionChoices::default());
        finish(&mut session)?;
        for (step, best) in steps.iter().zip(&mut best) {
            let time = ThreadTime::now();
            run(&mut session, step)?;
            *best = time.elapsed().min(*best);
        }
    }
    for (step, time) in steps.iter().zip(best) {
        println!("{} {}", step["name"].as_str().unwrap_or(""), time.as_secs_f64());
    }
    Ok(())
}

fn run(session: &mut Session, step: &Value) -> Result<(), Box<dyn Error>> {
    if let Some(task) = step.get("start") {
        let task: TaskRequest = serde_json::from_value(untagged(task, "kind"))?;
        session.start(HANDLE, &task).map_err(|note| note.what)?;
        return finish(session);
    }
    let request: Request = serde_json::from_value(untagged(&step["ask"], "type"))?;
    match std::hint::black_box(session.handle(&request)) {
        Reply::Refused { problem } => Err(problem.what.into()),
        _ => Ok(()),
    }
}

/// A message as it is here: the page's have their kind among their fields.
fn untagged(message: &Value, tag: &str) -> Value {
    let mut fields = message.as_object().cloned().unwrap_or_default();
    let kind = fields.remove(tag);
    json!({ kind.as_ref().and_then(Value::as_str).unwrap_or(""): fields })
}

/// Works until nothing is left to do.
fn finish(session: &mut Session) -> Result<(), Box<dyn Error>> {
    loop {
        match session.step() {
            Step::Working { .. } => {}
            Step::Task { report: TaskReport::Progress { .. }, .. } => {}
            Step::Task { report: TaskReport::Finished { .. }, .. } | Step::Done { .. } => return Ok(()),
            other => return Err(format!("{other:?}").into()),
        }
    }
}
