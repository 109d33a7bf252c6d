//! The loop nest as trace-event JSON: every process a track, every loop, every iteration of it and
//! every event a slice in the one around it. One microsecond is one event.

use std::fmt::Write as _;
use std::io::{self, Write};

use loopscope_core::nest::{Loop, Nest, Node, NodeId};
use loopscope_core::numbers::thousands;

use crate::analyse::ProcessNest;

/// What stands before the first process.
///
/// # Errors
/// It cannot be written. So are those of all others.
pub fn begin_slices(out: &mut impl Write) -> io::Result<()> {
    out.write_all(
        b"{\"displayTimeUnit\":\"ms\",\"otherData\":{\"producer\":\"loopscope\",\"time\":\"1 event = 1 us\"},\
          \"traceEvents\":[\n",
    )
}

/// What stands behind the last one.
pub fn end_slices(out: &mut impl Write) -> io::Result<()> {
    // An element that is no event, so that every line before may end in a comma.
    out.write_all(b"{\"ph\":\"M\",\"pid\":0,\"name\":\"loopscope\"}\n]}\n")
}

/// Writes a process. O(events and iterations); memory for the text of every symbol.
pub fn write_slices(process: &ProcessNest, out: &mut impl Write) -> io::Result<()> {
    let own = process.process.0;
    for (kind, name) in [("process_name", "Process"), ("thread_name", "loops and events of")] {
        writeln!(
            out,
            "{{\"ph\":\"M\",\"pid\":{own},\"tid\":0,\"name\":\"{kind}\",\"args\":{{\"name\":\"{name} {own}\"}}}},"
        )?;
    }
    let texts = process.symbols.texts().iter();
    let names = texts.map(|text| json(text)).collect();
    let mut writer = Slices { process, nest: &process.nest, own, names, line: String::new() };
    let mut at = 0;
    for &id in process.nest.root() {
        at = writer.node(id, at, out)?;
    }
    Ok(())
}

struct Slices<'a> {
    process: &'a ProcessNest,
    nest: &'a Nest,
    own: u32,
    /// The text of every symbol, as JSON.
    names: Vec<String>,
    line: String,
}

impl Slices<'_> {
    /// A node that begins there; where it ends. A level of loops is a level of the stack, of which there are
    /// at most 64: each doubles the events at least.
    fn node(&mut self, id: NodeId, at: u64, out: &mut impl Write) -> io::Result<u64> {
        match self.nest.node(id) {
            Node::Symbol(symbol) => {
                let name = self.names.get(symbol.0 as usize).map_or("\"\"", |name| name);
                self.line.clear();
                // Writing to a string cannot fail.
                let _ = write!(self.line, "{{\"ph\":\"X\",\"pid\":{},\"tid\":0,", self.own);
                let _ = writeln!(self.line, "\"ts\":{at},\"dur\":1,\"name\":{name}}},");
                out.write_all(self.line.as_bytes())?;
                Ok(at + 1)
            }
            Node::Loop(node) => self.run(id, &node, at, out),
        }
    }

    fn run(
        &mut self,
        id: NodeId,
        node: &Loop,
        start: u64,
        out: &mut impl Write,
    ) -> io::Result<u64> {
        let name = self.process.names.id(id);
        let body: Vec<NodeId> = self.nest.body(node).to_vec();
        writeln!(
            out,
            "{{\"ph\":\"X\",\"pid\":{},\"tid\":0,\"ts\":{start},\"dur\":{},\"name\":\"loop {name}: {} times\",\
             \"cat\":\"loop\",\"args\":{{\"count\":{},\"events in an iteration\":{},\"items of the body\":{},\"levels\":{}}}}},",
            self.own,
            node.span(),
            thousands(node.count),
            node.count,
            node.period,
            body.len(),
            node.height,
        )?;
        let mut at = start;
        for iteration in 0..node.count {
            writeln!(
                out,
                "{{\"ph\":\"X\",\"pid\":{},\"tid\":0,\"ts\":{at},\"dur\":{},\"name\":\"iteration\",\"cat\":\"iteration\",\
                 \"args\":{{\"iteration\":{iteration}}}}},",
                self.own, node.period,
            )?;
            for &id in &body {
                at = self.node(id, at, out)?;
            }
        }
        Ok(at)
    }
}

/// A text as JSON.
fn json(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04x}", c as u32);
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
