//! wasm-bindgen bindings that expose the session to a web worker.
//!
//! They only translate JavaScript values to messages and back, and blobs to bytes. All decisions are the session's, so
//! that page and terminal behave alike.

mod bytes;
mod part;
mod tagged;
mod trial;

use js_sys::{Float32Array, Reflect, Uint8Array};
use loopscope_session::formats::csv_events::Mapping;
use loopscope_session::formats::notes::Note;
use loopscope_session::open::{Content, Limits, SourceFile};
use loopscope_session::options::OptionChoices;
use loopscope_session::wire::{FlowReply, LabReply, OptionsRequest, Problem, Reply, Request, TaskRequest};
use loopscope_session::{view, Session};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use bytes::{ByteSource, Dropped};

#[wasm_bindgen(typescript_custom_section)]
const TAGGED: &str = r#"
/** A message that names its variant in one of its fields: `{ summary: { handle: number } }` becomes `{ type: "summary", handle: number }`. */
export type Tagged<T, Tag extends string> = T extends unknown ? { [K in keyof T & string]: { [P in Tag]: K } & T[K] }[keyof T & string] : never;
"#;

#[wasm_bindgen]
extern "C" {
    /// An array of [`DroppedFile`]s.
    #[wasm_bindgen(typescript_type = "DroppedFile[]")]
    pub type DroppedFiles;
    /// Indices and paths of files.
    #[wasm_bindgen(typescript_type = "[number, string][]")]
    pub type SpreadFiles;
    /// What the user says the columns of tables are: for each kind of table, pairs of a title and the name of a field.
    #[wasm_bindgen(typescript_type = "[string, string][][]")]
    pub type JsColumns;
    /// A [`OptionsRequest`], or nothing.
    #[wasm_bindgen(typescript_type = "OptionsRequest | undefined")]
    pub type JsWanted;
    /// A [`TaskRequest`].
    #[wasm_bindgen(typescript_type = "Tagged<TaskRequest, 'kind'>")]
    pub type JsTask;
    /// A [`Request`].
    #[wasm_bindgen(typescript_type = "Tagged<Request, 'type'>")]
    pub type JsRequest;
    /// A [`Reply`].
    #[wasm_bindgen(typescript_type = "Reply")]
    pub type JsReply;
    /// A [`Step`](loopscope_session::wire::Step).
    #[wasm_bindgen(typescript_type = "Step")]
    pub type JsStep;
    /// A [`Problem`](loopscope_session::wire::Problem), or nothing.
    #[wasm_bindgen(typescript_type = "Problem | undefined")]
    pub type JsProblem;
}

/// A session in a worker.
#[wasm_bindgen]
#[derive(Default)]
pub struct Engine {
    session: Session,
}

#[wasm_bindgen]
impl Engine {
    /// An engine with nothing loaded.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins to open files as one trace; `step` does the work. Returns a problem if the options are impossible; nothing has
    /// begun then.
    pub fn open(
        &mut self,
        handle: u32,
        name: &str,
        files: DroppedFiles,
        wanted: JsWanted,
        columns: JsColumns,
    ) -> Result<JsProblem, JsError> {
        let wanted = match read_wanted(wanted)? {
            Ok(wanted) => wanted,
            Err(problem) => return Ok(problem),
        };
        let files: js_sys::Array = JsValue::from(files).into();
        let mut sources = Vec::with_capacity(files.length() as usize);
        for file in files.iter() {
            let path = get(&file, "path")?.as_string().unwrap_or_default();
            let source: ByteSource = get(&file, "bytes")?.unchecked_into();
            let data = Content::Random(std::rc::Rc::new(Dropped::new(source)));
            sources.push(SourceFile { path, data });
        }
        let files = (name, sources, Limits::default());
        self.session.open_asking(handle, files, wanted, read_columns(columns)?);
        Ok(nothing())
    }

    /// The files of the opening that has just begun that other workers could read, by index and path; none if that would
    /// not be worth starting a worker.
    pub fn spreadable(&mut self) -> SpreadFiles {
        let files = js_sys::Array::new();
        for (at, path) in self.session.spreadable() {
            let file = js_sys::Array::of2(&JsValue::from_f64(at as f64), &path.into());
            files.push(&file);
        }
        JsValue::from(files).unchecked_into()
    }

    /// Leaves these files to other workers: `givePart` must be called for each.
    #[wasm_bindgen(js_name = awaitParts)]
    pub fn await_parts(&mut self, files: Vec<u32>) {
        let files: Vec<usize> = files.into_iter().map(|file| file as usize).collect();
        self.session.await_parts(&files);
    }

    /// Takes in how far another worker is with a file.
    #[wasm_bindgen(js_name = partProgress)]
    pub fn part_progress(&mut self, file: u32, bytes: f64, events: f64) {
        self.session.part_progress(file as usize, bytes as u64, events as u64);
    }

    /// Takes in what another worker made of a file; nothing if it is to be read here after all.
    #[wasm_bindgen(js_name = givePart)]
    pub fn give_part(&mut self, file: u32, part: Option<Vec<u8>>) {
        self.session.give_part(file as usize, part);
    }

    /// Begins to build the nests again under other options. Returns a problem if the options are impossible; nothing has
    /// begun then.
    pub fn configure(&mut self, handle: u32, wanted: JsWanted) -> Result<JsProblem, JsError> {
        let wanted = match read_wanted(wanted)? {
            Ok(wanted) => wanted,
            Err(problem) => return Ok(problem),
        };
        match self.session.configure(handle, &wanted) {
            Ok(()) => Ok(nothing()),
            Err(note) => Ok(write(&view::problem(&note))?.unchecked_into()),
        }
    }

    /// Starts a task on a loaded trace. Returns a problem if the trace does not have what it needs; the work under way then
    /// goes on.
    pub fn start(&mut self, handle: u32, task: JsTask) -> Result<JsProblem, JsError> {
        let Ok(task) = tagged::read::<TaskRequest>(task.into(), "kind") else {
            return Ok(write(&unreadable())?.unchecked_into());
        };
        match self.session.start(handle, &task) {
            Ok(()) => Ok(nothing()),
            Err(note) => Ok(write(&view::problem(&note))?.unchecked_into()),
        }
    }

    /// Does a slice of the work under way.
    pub fn step(&mut self) -> Result<JsStep, JsError> {
        Ok(write(&self.session.step())?.unchecked_into())
    }

    /// Drops the work under way. What is loaded stays.
    pub fn cancel(&mut self) {
        self.session.cancel();
    }

    /// Answers a query. A query that cannot be read, for example because a number is out of range, is refused like one that
    /// cannot be answered.
    pub fn handle(&self, request: JsRequest) -> Result<JsReply, JsError> {
        let reply = match tagged::read::<Request>(request.into(), "type") {
            Ok(request) => self.session.handle(&request),
            Err(_) => Reply::Refused { problem: unreadable() },
        };
        let value = write(&reply)?;
        match &reply {
            Reply::Ribbon { .. } | Reply::Aligned { .. } | Reply::Addresses { .. } | Reply::Timeline { .. } => {
                floats_of(&get(&value, "picture")?)?
            }
            Reply::Flow { reply } if matches!(**reply, FlowReply::Drawn { .. }) => {
                floats_of(&get(&get(&get(&value, "reply")?, "drawn")?, "picture")?)?;
            }
            Reply::Lab { reply } if matches!(**reply, LabReply::Drawn { .. }) => {
                floats_of(&get(&get(&get(&value, "reply")?, "drawn")?, "picture")?)?;
            }
            Reply::Model { .. } => floats_of(&get(&get(&value, "figure")?, "picture")?)?,
            Reply::Thumbnails { .. } => {
                let pictures: js_sys::Array = get(&value, "pictures")?.into();
                for thumbnail in pictures.iter() {
                    floats_of(&get(&thumbnail, "picture")?)?;
                }
            }
            _ => {}
        }
        Ok(value.unchecked_into())
    }
}

/// The problem with a message of the page that cannot be read.
fn unreadable() -> Problem {
    view::problem(&Note::error("", "what the page asks cannot be read"))
}

/// Reads the options, or returns the problem with them.
fn read_wanted(wanted: JsWanted) -> Result<Result<OptionChoices, JsProblem>, JsError> {
    let words: Option<OptionsRequest> = match serde_wasm_bindgen::from_value(wanted.into()) {
        Ok(words) => words,
        Err(_) => return Ok(Err(write(&unreadable())?.unchecked_into())),
    };
    match OptionChoices::try_from(words.unwrap_or_default()) {
        Ok(wanted) => Ok(Ok(wanted)),
        Err(note) => Ok(Err(write(&view::problem(&note))?.unchecked_into())),
    }
}

/// Reads what the user says the columns of tables are.
fn read_columns(columns: JsColumns) -> Result<Vec<Mapping>, JsError> {
    let tables: js_sys::Array = JsValue::from(columns).into();
    let text = |cell: JsValue| cell.as_string().unwrap_or_default();
    let pair = |pair: JsValue| {
        let pair: js_sys::Array = pair.into();
        (text(pair.get(0)), text(pair.get(1)))
    };
    let table = |table: JsValue| view::mapping(js_sys::Array::from(&table).iter().map(pair));
    Ok(tables.iter().map(table).collect())
}

fn nothing() -> JsProblem {
    JsValue::UNDEFINED.unchecked_into()
}

fn get(object: &JsValue, key: &str) -> Result<JsValue, JsError> {
    Reflect::get(object, &key.into()).map_err(|_| JsError::new(key))
}

fn write(value: &impl Serialize) -> Result<JsValue, JsError> {
    serde_wasm_bindgen::to_value(value).map_err(JsError::from)
}

/// Turns the numbers of a picture, which cross as bytes, into a `Float32Array`.
fn floats_of(picture: &JsValue) -> Result<(), JsError> {
    let key = JsValue::from("numbers");
    let bytes: Uint8Array = get(picture, "numbers")?.into();
    let floats =
        Float32Array::new_with_byte_offset_and_length(&bytes.buffer(), bytes.byte_offset(), bytes.byte_length() / 4);
    Reflect::set(picture, &key, &floats).map_err(|_| JsError::new("numbers"))?;
    Ok(())
}
