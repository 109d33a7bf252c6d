//! A run as a document: `loopscope-lab/1`, or its sentences.

use serde_json::{json, Map, Value};

use super::frames::frame;
use super::run::{opened, step_of, Run};
use loopscope_formats::notes::Note;

/// The first field of every such document.
const FORMAT: &str = "loopscope-lab/1";

/// All frames of a run as JSON, or those of one step.
///
/// # Errors
/// There is no such step.
pub fn document(run: &Run, only: Option<usize>) -> Result<Value, Note> {
    let frames: Vec<Value> = match only {
        None => run.recording.frames().map(|known| frame(&known)).collect(),
        Some(at) => {
            let step = step_of(run, at)?;
            let both = [Some(step.frame), step.other];
            let known = both.into_iter().flatten();
            known.filter_map(|at| run.recording.frame(at as usize)).map(|it| frame(&it)).collect()
        }
    };
    let mut case = Map::new();
    case.insert("id".to_owned(), json!(run.input.example));
    case.insert("source".to_owned(), json!(run.source));
    case.insert("input".to_owned(), json!(run.input.text));
    if let (Some(second), None) = (run.recording.second(), only) {
        let order = run
            .recording
            .steps()
            .iter()
            .map(|step| json!([step.frame, step.other.map(|other| other as usize - second.min(other as usize))]));
        case.insert("order".to_owned(), order.collect());
    }
    case.insert("frames".to_owned(), Value::Array(frames));
    Ok(json!({ "format": FORMAT, "station": run.station.name(), "cases": [case] }))
}

/// The sentences of some steps, a line each, numbered; `coarse` leaves the others out.
///
/// # Errors
/// There is no such step.
pub fn frames_text(run: &Run, coarse: bool, only: Option<usize>) -> Result<String, Note> {
    only.map(|at| step_of(run, at)).transpose()?;
    let mut text = String::new();
    for (index, step) in opened(run).steps.iter().enumerate() {
        if only.map_or(!coarse || step.coarse, |only| only == index) {
            text.push_str(&format!("{index:>5}  {}\n", step.say));
        }
    }
    Ok(text)
}
