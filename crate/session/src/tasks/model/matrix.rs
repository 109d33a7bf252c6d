//! Communication matrices: of which part of a program, and in which form.

use loopscope_core::numbers::{counted, thousands};
use loopscope_core::system::{text, ConstructId, Matrix, Model};
use loopscope_core::trace::ProcessId;
use loopscope_formats::notes::Note;

use super::Program;
use crate::error_note;

/// The part of a program that a matrix is about. An empty selection is the whole program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Loops, by their names.
    pub loops: Vec<u32>,
    /// Constructs, by the first and last lines of the model's text, from 1.
    pub lines: Vec<(u32, u32)>,
    /// Only messages among these processes.
    pub processes: Option<Vec<u32>>,
    /// One iteration of the loops instead of all. Bytes are then unknown.
    pub iteration: bool,
}

impl Selection {
    /// A single loop.
    pub fn of_loop(id: u32) -> Self {
        Self { loops: vec![id], ..Self::default() }
    }

    /// The messages that the selected constructs send.
    ///
    /// # Errors
    /// The model does not have a loop, line or process; the note says which there are.
    pub fn matrix(&self, name: &str, program: &Program) -> Result<Matrix, Note> {
        let model = program.model();
        let mut chosen: Vec<ConstructId> = Vec::new();
        for &id in &self.loops {
            let known = model.loops().len();
            let found = model.loop_named(id);
            let found = found.ok_or_else(|| none(name, "loop", id, known, "# of its text"))?;
            match model.as_loop(found.construct).filter(|_| self.iteration) {
                Some(node) => chosen.extend(model.body(&node)),
                None => chosen.push(found.construct),
            }
        }
        if !self.lines.is_empty() {
            let lines = text::constructs(model);
            for &(from, to) in &self.lines {
                let first = (from as usize).checked_sub(1).filter(|_| from <= to);
                let found = first.and_then(|first| lines.get(first..to as usize));
                let found = found.ok_or_else(|| none(name, "line", to, lines.len(), "its text"))?;
                chosen.extend(found.iter().flatten());
            }
        }
        if self.loops.is_empty() && self.lines.is_empty() {
            chosen.extend(model.root());
        }
        let matrix = match self.iteration {
            true => model.matrix_of(&chosen),
            false => model.matrix_in_all(&chosen, program.volumes()),
        };
        let Some(processes) = &self.processes else { return Ok(matrix) };
        let mut among: Vec<ProcessId> = processes.iter().copied().map(ProcessId).collect();
        among.sort_unstable();
        let known = |id: &&ProcessId| model.processes().binary_search(id).is_err();
        match among.iter().find(known) {
            Some(missing) => {
                let most = model.processes().last().map_or(0, |last| last.0 as usize);
                Err(none(name, "process", missing.0, most, "its first line"))
            }
            None => Ok(matrix.among(&among)),
        }
    }
}

fn none(name: &str, what: &str, found: u32, most: usize, place: &str) -> Note {
    let from = u32::from(what != "process");
    error_note(
        name,
        format!("the model has no such {what}"),
        found.to_string(),
        format!("{from} to {most}"),
        format!("`loopscope model` shows them: {place}"),
    )
}

/// A matrix as comma-separated values: a line for each pair of processes with messages; bytes stay empty where
/// the trace does not say them.
///
/// ```
/// use loopscope_session::tasks::model::{csv, text};
/// let model = text::parse("processes 0,1\n0 send 1 7\n0 send 1 8\n").unwrap();
/// assert_eq!(csv(&model.matrix()), "source,destination,messages,bytes\n0,1,2,\n");
/// ```
pub fn csv(matrix: &Matrix) -> String {
    let mut out = "source,destination,messages,bytes\n".to_owned();
    for cell in matrix.cells() {
        let bytes = cell.bytes.map(|bytes| bytes.to_string()).unwrap_or_default();
        out.push_str(&format!("{},{},{},{bytes}\n", cell.src, cell.dst, cell.messages));
    }
    out
}

/// A matrix as JSON: its cells as source, destination, messages and bytes, `null` where the trace does not say
/// them. Integers that a double cannot hold are decimal strings.
///
/// ```
/// use loopscope_session::tasks::model::{json, text};
/// let model = text::parse("processes 0,1\n0 send 1 7\n").unwrap();
/// let expected = r#"{"format":"loopscope-matrix/1","processes":[0,1],"messages":1,"bytes":null,"cells":[
/// [0,1,1,null]
/// ]}
/// "#;
/// assert_eq!(json(&model, &model.matrix()), expected);
/// ```
pub fn json(model: &Model, matrix: &Matrix) -> String {
    let number = |number: u64| match number <= 1 << 53 {
        true => number.to_string(),
        false => format!("\"{number}\""),
    };
    let bytes = |bytes: Option<u64>| bytes.map_or_else(|| "null".to_owned(), number);
    let processes: Vec<String> = model.processes().iter().map(|p| p.to_string()).collect();
    let mut out = format!(
        "{{\"format\":\"loopscope-matrix/1\",\"processes\":[{}],\"messages\":{},\"bytes\":{},\"cells\":[",
        processes.join(","),
        number(matrix.total()),
        bytes(matrix.total_bytes())
    );
    for (index, cell) in matrix.cells().iter().enumerate() {
        let separator = if index == 0 { "\n" } else { ",\n" };
        let (messages, bytes) = (number(cell.messages), bytes(cell.bytes));
        out.push_str(&format!("{separator}[{},{},{messages},{bytes}]", cell.src, cell.dst));
    }
    out.push_str("\n]}\n");
    out
}

/// A matrix as a table to read: who sends to whom, those who send most first, at most 100 pairs.
pub fn table(matrix: &Matrix) -> String {
    const MOST: usize = 100;
    let mut cells = matrix.cells().to_vec();
    cells.sort_by_key(|cell| (std::cmp::Reverse(cell.messages), cell.src, cell.dst));
    let mut out = format!("{:>9} {:>9} {:>15} {:>19}\n", "from", "to", "messages", "bytes");
    let bytes = |bytes: Option<u64>| bytes.map_or_else(|| "-".to_owned(), thousands);
    for cell in cells.iter().take(MOST) {
        let (messages, bytes) = (thousands(cell.messages), bytes(cell.bytes));
        out.push_str(&format!("{:>9} {:>9} {messages:>15} {bytes:>19}\n", cell.src.0, cell.dst.0));
    }
    if let Some(left) = cells.len().checked_sub(MOST).filter(|&left| left > 0) {
        out.push_str(&format!("{} more\n", counted(left as u64, "pair")));
    }
    let (messages, bytes) = (thousands(matrix.total()), bytes(matrix.total_bytes()));
    out.push_str(&format!("{:>9} {:>9} {messages:>15} {bytes:>19}\n", "all", ""));
    out
}
