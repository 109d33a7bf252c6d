//! Writes a compressed trace as text, in the form that it was read from.
//!
//! Each format has a canonical form: one blank between words, decimal numbers without leading zeros, a line end after each
//! line. A file in this form comes back byte by byte, any other file with the same events:
//!
//! | format | line |
//! | --- | --- |
//! | native | `0 send 1 2`; the lines of a process are together |
//! | symbols | one token per line |
//! | din | `0 1fff000750 8` |
//! | lackey | ` L 1fff000750,8`, addresses of eight digits at least |
//! | numbers | `0x2da50 8`, in the notation of the field |
//! | csv and all others | a header if fields have names; the label comes first: `read,0x2da50,8` |

use loopscope_core::small_sort::SmallSort;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::rc::Rc;

use loopscope_core::symbols::Signature;
use loopscope_core::trace::{natural_order, ProcessId, TraceBuilder, View};
use loopscope_formats::guarded;
use loopscope_formats::notes::Note;

use super::directory::{Flow, ValuesEntry};
use super::file::Compressed;
use super::items::Items;

/// Why a trace was not written completely.
#[derive(Debug)]
pub enum WriteFailed {
    /// The compressed file is damaged. The number of items that were written before.
    Input(Box<Note>, u64),
    /// The text cannot be written.
    Output(io::Error),
}

impl From<io::Error> for WriteFailed {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Items between two calls of `progress`.
const PROGRESS: u64 = 1 << 16;

/// Writes the process with that index as text, in constant memory. `progress` is called now and then with the number of
/// items.
///
/// # Errors
/// The file is damaged, or the text cannot be written.
pub fn write_process(
    file: &Rc<Compressed>,
    process: usize,
    out: &mut impl Write,
    mut progress: impl FnMut(u64),
) -> Result<(), WriteFailed> {
    let Some(entry) = file.process(process) else { return Ok(()) };
    let mut done = 0;
    let mut count = |done: u64| {
        if done.is_multiple_of(PROGRESS) {
            progress(done);
        }
    };
    // In the native form, calls are part of its local events.
    let flow = match (&entry.communication, &entry.calls) {
        (Some(flow), _) => Some((View::Communication, flow)),
        (None, Some(flow)) => Some((View::Calls, flow)),
        (None, None) => None,
    };
    if let Some((view, flow)) = flow {
        let mut lines =
            Lines::new(file, entry.number, view, flow).map_err(|note| WriteFailed::Input(Box::new(note), 0))?;
        let Some(mut items) = Items::new(file, process, view) else { return Ok(()) };
        while items.advance().map_err(|note| WriteFailed::Input(Box::new(note), done))? {
            out.write_all(lines.line(items.symbol()).as_bytes())?;
            done += 1;
            count(done);
        }
    }
    if let (Some(values), Some(mut items)) = (&entry.values, Items::new(file, process, View::Values)) {
        let form = Form::new(file, values);
        let mut line = String::new();
        form.header(file, values, &mut line);
        out.write_all(line.as_bytes())?;
        while items.advance().map_err(|note| WriteFailed::Input(Box::new(note), done))? {
            line.clear();
            form.line(file, values, items.symbol(), items.fields(), &mut line);
            out.write_all(line.as_bytes())?;
            done += 1;
            count(done);
        }
    }
    Ok(())
}

/// The lines of a stream of events. Each different line is made once.
struct Lines {
    known: Vec<Option<Box<str>>>,
    /// Holds the records that the lines are made from.
    builder: TraceBuilder,
    records: Vec<loopscope_core::trace::RecordId>,
    process: ProcessId,
    signature: Signature,
}

impl Lines {
    fn new(file: &Compressed, process: u32, view: View, flow: &Flow) -> Result<Self, Note> {
        let mut builder = TraceBuilder::new(u64::MAX);
        let tables = file.tables(&mut builder)?;
        let records = flow.records.iter();
        let records = records.filter_map(|&record| tables.records.get(record as usize).copied());
        let signature = match view {
            View::Calls if file.format() == "symbols" => Signature::new([loopscope_core::symbols::Field::Name]),
            _ => Signature::default_for(view),
        };
        Ok(Self {
            known: vec![None; flow.records.len()],
            records: records.collect(),
            builder,
            process: ProcessId(process),
            signature,
        })
    }

    fn line(&mut self, symbol: u32) -> &str {
        let Some(known) = self.known.get_mut(symbol as usize) else { return "" };
        known.get_or_insert_with(|| {
            let Some(&record) = self.records.get(symbol as usize) else { return Box::default() };
            let table = self.builder.table();
            let mut line = self.signature.text(table.record(record), self.process, table);
            line.push('\n');
            line.into_boxed_str()
        })
    }
}

/// The forms in which tuples are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Din,
    Lackey,
    Numbers,
    /// With a column of labels or without.
    Csv(bool),
}

const DIN: [&str; 5] = ["read", "write", "ifetch", "escape", "flush"];
const LACKEY: [(&str, &str); 4] = [("read", " L "), ("write", " S "), ("ifetch", "I  "), ("modify", " M ")];

impl Form {
    /// The form of the file's format, if it can represent the tuples.
    fn new(file: &Compressed, values: &ValuesEntry) -> Self {
        let labels = |known: &dyn Fn(&str) -> bool| {
            let label = |key: &super::directory::Key| label_of(file, key.label);
            values.keys.iter().all(|key| label(key).is_some_and(known))
        };
        let labelled = values.keys.iter().any(|key| key.label.is_some());
        match (file.format(), values.columns.len()) {
            ("din", 1 | 2) if labels(&|label| DIN.contains(&label)) => Self::Din,
            ("lackey", 2) if labels(&|label| LACKEY.iter().any(|(known, _)| *known == label)) => Self::Lackey,
            ("numbers", _) if !labelled => Self::Numbers,
            // Other: a table holds what any other format holds.
            _ => Self::Csv(labelled),
        }
    }

    /// The header, if there is one.
    fn header(self, file: &Compressed, values: &ValuesEntry, line: &mut String) {
        let Self::Csv(labelled) = self else { return };
        let plain = |(field, column): (usize, &super::directory::ColumnEntry)| {
            let alone = values.columns.len() == 1 && column.name == "value";
            alone || column.name == format!("value {}", field + 1)
        };
        if file.format() == "csv" && values.columns.iter().enumerate().all(plain) {
            return;
        }
        let names = values.columns.iter().map(|column| &*column.name);
        for (at, name) in labelled.then_some("label").into_iter().chain(names).enumerate() {
            line.push_str(if at == 0 { "" } else { "," });
            cell(name, line);
        }
        line.push('\n');
    }

    fn line(self, file: &Compressed, values: &ValuesEntry, key: u32, fields: &[u64], line: &mut String) {
        let key = values.keys.get(key as usize);
        let label = key.and_then(|key| label_of(file, key.label)).unwrap_or_default();
        let number = |at: usize| fields.get(at).copied().unwrap_or_default();
        let _ = match self {
            Self::Din => {
                let digit = DIN.iter().position(|known| *known == label).unwrap_or(0);
                let written = write!(line, "{digit} {:x}", number(0));
                if fields.len() > 1 {
                    let _ = write!(line, " {}", number(1));
                }
                written
            }
            Self::Lackey => {
                let kind = LACKEY.iter().find(|(known, _)| *known == label);
                let kind = kind.map_or(" L ", |(_, kind)| kind);
                write!(line, "{kind}{:08x},{}", number(0), number(1))
            }
            Self::Numbers | Self::Csv(_) => {
                let separator = if self == Self::Numbers { " " } else { "," };
                if self == Self::Csv(true) {
                    cell(label, line);
                    line.push(',');
                }
                let mut columns = fields.iter().zip(&values.columns).enumerate();
                columns.try_for_each(|(at, (&bits, column))| {
                    line.push_str(if at == 0 { "" } else { separator });
                    column.notation.write(column.sign.value(bits), line)
                })
            }
        };
        line.push('\n');
    }
}

fn label_of(file: &Compressed, label: Option<u32>) -> Option<&str> {
    file.directory.names.get(label? as usize).map(String::as_str)
}

/// A cell of text: quoted if necessary, and [guarded] against being run as a formula.
fn cell(text: &str, line: &mut String) {
    let text = &*guarded(text);
    let plain = text.trim() == text && !text.contains([',', ';', '"', '\n', '\r']) && !text.starts_with('#');
    if plain {
        line.push_str(text);
    } else {
        line.push('"');
        line.push_str(&text.replace('"', "\"\""));
        line.push('"');
    }
}

/// A file name for each process: that of its source, unless it is no usable name or two processes share it.
pub fn file_names(file: &Compressed) -> Vec<String> {
    let base = |source: &str| source.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
    let packed = [".gz", ".zst", ".zstd", ".gzip"];
    let mut names: Vec<String> = Vec::new();
    for process in &file.directory.processes {
        let base = base(&process.source);
        let bare = packed.iter().find_map(|end| base.strip_suffix(end)).unwrap_or(&base);
        names.push(bare.to_owned());
    }
    let mut sorted = names.clone();
    sorted.sort_small_by(|a, b| natural_order(a, b));
    let twice = sorted.windows(2).any(|pair| pair.first() == pair.last());
    let bad = |name: &String| {
        name.is_empty() || name.starts_with('.') || name.contains([':', '\0']) || name == "standard input"
    };
    if twice || names.iter().any(bad) {
        let numbered = file.processes().map(|process| format!("rank-{process}.{}", file.format()));
        return numbered.map(|name| name.replace(['/', '\\', ':', '\0'], "-")).collect();
    }
    names
}
