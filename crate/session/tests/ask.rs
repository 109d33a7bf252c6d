//! Records of questions are those of a scan of the whole trace; generated programs print the same bytes.
//!
//! `LOOPSCOPE_TRACES=folder` names a folder of runs with `timed.tar.zst`; without it programs are made. `LOOPSCOPE_PYTHON=python`
//! names one with pyarrow and duckdb, for the programs in Python and SQL.

#![cfg(test)]

mod common;

use common::*;
use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use common::programs::of_trace;
use loopscope_core::extract::columns::{Column, Columns, Knowledge};
use loopscope_core::extract::query::{attributes, loops_around, Attribute, Get, Query, Range, Side};
use loopscope_core::system::{Construct, ConstructId, Model};
use loopscope_formats::notes::Note;
use loopscope_session::ask::{query, query_document, Asked, Table, Target, TraceColumns};
use loopscope_testing::programs::{master, pipeline, stencil, timed_table, Lines};
use loopscope_testing::scan::{self, Data, Event};

/// Traces with times, by name.
fn traces() -> Vec<(String, Trace)> {
    let Some(folder) = real_traces() else {
        let made = [
            ("stencil", stencil(2, 12, 5)),
            ("pipeline", pipeline(4, 9)),
            ("master", master(4, 6)),
            ("large stencil", stencil(3, 7, 3)),
        ];
        let made = made.into_iter();
        return made.map(|(name, lines)| (name.to_owned(), timed(&lines))).collect();
    };
    let is_timed = |path: &PathBuf| path.ends_with("timed.tar.zst");
    let paths = files_under(&folder).into_iter().filter(is_timed);
    paths.map(|path| (path.display().to_string(), open_path(&path))).collect()
}

/// The trace of a made program.
fn timed(lines: &Lines) -> Trace {
    let text = timed_table(lines, &mut Random::new(11));
    trace_of(open(vec![file("made.csv", text)]))
}

/// All columns as a scan finds them.
fn data(trace: &Trace) -> Data {
    let mut columns = TraceColumns::new(trace, false);
    let mut data = Data::new();
    for process in columns.processes() {
        let events = columns.identity(process).unwrap().events;
        let positions: Vec<u64> = (0..events).collect();
        let mut all = |column: Column| {
            let mut out = Vec::new();
            if column.needs().is_none_or(|what| columns.knows(process, what)) {
                columns.read(process, column, &positions, &mut out).unwrap();
            } else {
                out.resize(positions.len(), 0);
            }
            out
        };
        let (start, end, kind) = (all(Column::Start), all(Column::End), all(Column::Kind));
        let (peer, tag) = (all(Column::Peer), all(Column::Tag));
        let (bytes, mpi) = (all(Column::Bytes), all(Column::Mpi));
        let events = (0..start.len()).map(|at| Event {
            start: start[at],
            end: end[at],
            kind: kind[at],
            peer: peer[at],
            tag: tag[at],
            bytes: bytes[at],
            mpi: mpi[at],
        });
        data.insert(process.0, events.collect());
    }
    data
}

/// A question that has an answer.
fn random_get(model: &Model, random: &mut Random, label: String) -> Get {
    let ids: Vec<ConstructId> = model.ids().collect();
    let construct = *random.one_of(&ids);
    let each = model.as_loop(construct).is_some() && random.below(2) == 0;
    let members = model.members(construct);
    let mut processes: Vec<ProcessId> = (0..2).map(|_| *random.one_of(members)).collect();
    processes.sort_unstable();
    processes.dedup();
    let mut attributes: Vec<Attribute> = attributes(model.construct(construct)).to_vec();
    while attributes.len() > 3 {
        attributes.remove(random.index(attributes.len()));
    }
    let mut ranges = Vec::new();
    for (level, &id) in loops_around(model, construct, each).iter().enumerate() {
        let count = model.as_loop(id).unwrap().count;
        if random.below(3) == 0 || count > 100 {
            let first = random.below(count);
            let last = first + random.below((count - first).min(100));
            ranges.push(Range { level, first, last });
        }
    }
    let side = *random.one_of(&[Side::Before, Side::After]);
    Get { label, construct, side, each, processes, attributes, ranges }
}

fn records(asked: &Asked, columns: &mut impl Columns, table: Table) -> Result<String, String> {
    let mut text = String::new();
    let written = asked.write("test", columns, table, |part| -> Result<(), Box<Note>> {
        text += part;
        Ok(())
    });
    written.map(|()| text).map_err(|note| note.to_string())
}

/// The records that a scan of the whole trace finds, as CSV.
fn scanned(model: &Model, query: &Query, data: &Data) -> String {
    let mut text = String::new();
    for get in &query.gets {
        text += "label";
        let loops = loops_around(model, get.construct, get.each).len();
        (0..loops).for_each(|level| write!(text, ",i{level}").unwrap());
        for process in &get.processes {
            for attribute in &get.attributes {
                write!(text, ",{process}.{}", attribute.name()).unwrap();
            }
        }
        text.push('\n');
        for (indices, values) in loopscope_testing::scanned!(loopscope_core, model, get, data) {
            text += &get.label;
            indices.iter().for_each(|index| write!(text, ",{index}").unwrap());
            values.iter().for_each(|value| write!(text, ",{value}").unwrap());
            text.push('\n');
        }
    }
    text
}

#[test]
fn records_are_those_of_a_scan_of_the_whole_trace() {
    let traces = traces();
    let questions = 1000 / traces.len() + 1;
    let mut values = 0;
    for (name, trace) in traces {
        let program = of_trace(&trace);
        let (model, data) = (program.model(), data(&trace));
        let mut columns = TraceColumns::new(&trace, false);
        let mut random = Random::new(19);
        for number in 0..questions {
            let get = random_get(model, &mut random, format!("q{number}"));
            let asked = Query::new(model, vec![get]).unwrap();
            // The same through both documents.
            let document = query_document(&asked);
            assert_eq!(query("test", model, &document).unwrap(), asked, "{document}");
            let asked = Asked::new("test", model, asked).unwrap_or_else(|note| panic!("{name}: {note}\n{document}"));
            let found =
                records(&asked, &mut columns, Table::Csv).unwrap_or_else(|note| panic!("{name}: {note}\n{document}"));
            assert!(found == scanned(model, &asked.query, &data), "{name}\n{document}\n{found}");
            values += found.matches(',').count();
        }
        let whole = columns.processes().len();
        assert!(whole > 0 && columns.knows(ProcessId(0), Knowledge::Times), "{name}");
    }
    assert!(values > 10_000, "{values}");
}

#[test]
fn every_receive_is_from_the_send_that_fifo_order_gives() {
    for (name, trace) in traces() {
        let program = of_trace(&trace);
        let (model, data) = (program.model(), data(&trace));
        let senders = scan::senders(&data);
        let mut found = 0;
        for id in model.ids() {
            let Construct::Recv(channel) = model.construct(id) else { continue };
            let own = model.channel(channel).dst;
            let get = Get {
                label: "r".to_owned(),
                construct: id,
                side: Side::Before,
                each: false,
                processes: vec![own],
                attributes: vec![Attribute::Position, Attribute::From],
                ranges: Vec::new(),
            };
            let query = Query::new(model, vec![get]).unwrap();
            let asked = Asked::new("test", model, query).unwrap_or_else(|note| panic!("{name}: {note}"));
            let mut columns = TraceColumns::new(&trace, false);
            for line in records(&asked, &mut columns, Table::Csv).unwrap().lines().skip(1) {
                let mut last = line.rsplit(',').map(|cell| cell.parse::<usize>().unwrap());
                let (from, position) = (last.next().unwrap(), last.next().unwrap());
                assert_eq!(senders[&(own.0, position)].1, from, "{name} {line}");
                found += 1;
            }
        }
        assert_eq!(found, senders.len(), "{name}");
    }
}

/// Of a trace: the line before which a `get` stands, as it begins, and how many such lines are skipped; the `get`, how many records
/// it has, and per column their sum and the largest.
type Worked = (&'static str, &'static str, usize, &'static str, usize, &'static [(i128, Option<i64>)]);

/// Sums that a prototype found by recursion over the model and a scan of the whole trace.
#[rustfmt::skip]
const WORKED: [Worked; 9] = [
    ("npb-lu.A.4", "    0 send 1 2", 0, r#"get "right" {0}.bytes,duration ->"#, 15_438, &[(19_143_120, Some(1_240)), (36_091_410_274, Some(190_103_202))]),
    ("npb-lu.A.4", "    0 send 2 4", 0, r#"get "down" {0}.bytes,duration ->"#, 15_438, &[(19_143_120, None), (24_531_723_186, Some(252_608_147))]),
    ("npb-lu.A.4", "  for i1 = 0 to 61 ", 0, r#"get "before" {0}.time ->"#, 249, &[(21_915_834_658_686, None)]),
    ("npb-lu.A.4", "  for i1 = 0 to 61 ", 1, r#"get "after" {0}.time <-"#, 249, &[(21_979_244_039_509, None)]),
    ("npb-lu.A.4", "for i0 = 0 to 248 ", 0, r#"get "step" {0}.duration,mpi,bytes -> each"#, 249, &[(147_906_605_251, None), (141_251_113_424, None), (119_878_560, None)]),
    ("npb-bt.W.4", "for i0 = 0 to 199 ", 0, r#"get "step" {0}.duration,mpi,bytes -> each"#, 200, &[(9_814_550_371, None), (9_316_692_641, None), (42_216_000, None)]),
    ("npb-cg.A.16", "for i0 = 0 to 14 ", 0, r#"get "step" {0}.duration -> each"#, 15, &[(1_373_872_013, None)]),
    ("npb-cg.A.16", "  for i1 = 0 to 25 ", 0, r#"get "inner" {0}.duration,bytes -> each"#, 390, &[(1_369_700_316, None), (32_772_480, None)]),
    ("npb-lu.S.4", "for i0 = 0 to 48 ", 0, r#"get "step" {0}.events -> each"#, 49, &[(49 * 44, Some(44))]),
];

#[test]
fn worked_examples_to_the_nanosecond() {
    let Some(folder) = real_traces() else {
        println!("the worked examples are not tested: LOOPSCOPE_TRACES names no folder of real traces");
        return;
    };
    for (name, before, mut skip, get, count, sums) in WORKED {
        let trace = open_path(&folder.join(name).join("timed.tar.zst"));
        let program = of_trace(&trace);
        let model = program.model();
        let mut annotated = String::new();
        let mut done = false;
        for line in program.text().lines() {
            if !done && line.starts_with(before) {
                if skip == 0 {
                    annotated += get;
                    annotated.push('\n');
                    done = true;
                }
                skip = skip.saturating_sub(1);
            }
            annotated += line;
            annotated.push('\n');
        }
        let asked = query("test", model, &annotated).unwrap_or_else(|note| panic!("{note}"));
        let asked = Asked::new("test", model, asked).unwrap();
        let text = records(&asked, &mut TraceColumns::new(&trace, false), Table::Csv).unwrap();
        let rows: Vec<Vec<i64>> = text
            .lines()
            .skip(1)
            .map(|line| {
                let cells: Vec<&str> = line.rsplit(',').take(sums.len()).collect();
                cells.iter().rev().map(|cell| cell.parse().unwrap()).collect()
            })
            .collect();
        assert_eq!(rows.len(), count, "{name} {get}");
        for (at, &(sum, most)) in sums.iter().enumerate() {
            let values = rows.iter().map(|row| row[at]);
            let all: i128 = values.clone().map(i128::from).sum();
            assert_eq!(all, sum, "{name} {get} column {at}");
            if let Some(most) = most {
                assert_eq!(values.max(), Some(most), "{name} {get} column {at}");
            }
        }
    }
}

/// A folder of its own, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("loopscope-ask-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A column in NumPy's format.
fn npy(values: &[i64]) -> Vec<u8> {
    let head = format!("{{'descr': '<i8', 'fortran_order': False, 'shape': ({},), }}", values.len());
    let head = format!("{head:<117}\n");
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((head.len() as u16).to_le_bytes());
    bytes.extend(head.bytes());
    values.iter().for_each(|value| bytes.extend(value.to_le_bytes()));
    bytes
}

/// Writes all columns that a trace has, each as a file.
fn write_columns(trace: &Trace, folder: &Path) {
    let mut columns = TraceColumns::new(trace, false);
    for process in columns.processes() {
        let positions: Vec<u64> = (0..columns.identity(process).unwrap().events).collect();
        for column in Column::ALL {
            let mut out = Vec::new();
            if columns.read(process, column, &positions, &mut out).is_ok() {
                let name = format!("rank-{process}.{}.npy", column.name());
                fs::write(folder.join(name), npy(&out)).unwrap();
            }
        }
    }
}

/// Questions of all kinds, with labels that are hard to quote.
fn hard_questions(model: &Model) -> Query {
    let mut random = Random::new(7);
    let labels = ["plain", "a \"b\", c", "it's #1", "50% {x} \\n ??/", "ä*/ -- λ"];
    let mut gets: Vec<Get> = labels.iter().map(|label| random_get(model, &mut random, (*label).to_owned())).collect();
    // The last iteration of a loop at the end, whose period has no next event; sums; waits; and no loop at all.
    for (number, id) in model.ids().enumerate() {
        if number % 3 == 0 || model.parent(id).is_none() {
            let each = model.as_loop(id).is_some();
            let get = random_get(model, &mut random, String::new());
            gets.push(Get {
                label: format!("c{number}"),
                construct: id,
                each,
                processes: Vec::new(),
                attributes: attributes(model.construct(id)).to_vec(),
                ranges: Vec::new(),
                ..get
            });
        }
    }
    Query::new(model, gets).unwrap()
}

/// What a program prints; it must end well and say nothing else.
fn printed(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && said.is_empty(), "{command:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn generated_programs_print_the_same_bytes() {
    let compiler = Command::new("cc").arg("--version").output().is_ok();
    let python = std::env::var_os("LOOPSCOPE_PYTHON");
    for (what, missing) in [("C", !compiler), ("Python and SQL", python.is_none())] {
        if missing {
            println!("programs in {what} are not run: no compiler, or LOOPSCOPE_PYTHON is not set");
        }
    }
    let mut tried = vec![("made".to_owned(), timed(&stencil(2, 9, 4)))];
    if let Some(folder) = real_traces() {
        let path = folder.join("npb-lu.S.4/timed.tar.zst");
        tried.push(("lu".to_owned(), open_path(&path)));
    }
    for (name, trace) in tried {
        let program = of_trace(&trace);
        let model = program.model();
        let asked = Asked::new("test", model, hard_questions(model)).unwrap();
        let expected = records(&asked, &mut TraceColumns::new(&trace, false), Table::Csv).unwrap();
        let folder = Folder::new(&name);
        write_columns(&trace, &folder.0);
        let path = |name: &str| folder.0.join(name);
        if compiler {
            fs::write(path("ask.c"), asked.to(Target::C)).unwrap();
            let strict = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1"];
            let said = printed(Command::new("cc").args(strict).arg(path("ask.c")).arg("-o").arg(path("ask")));
            assert_eq!(said, "");
            let found = printed(Command::new(path("ask")).arg(&folder.0));
            assert!(found == expected, "C, {name}:\n{found}\n{expected}");
            // Columns of another trace are refused.
            fs::write(path("rank-0.start.npy"), npy(&[1, 2, 3])).unwrap();
            let output = Command::new(path("ask")).arg(&folder.0).output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(!output.status.success() && said.contains("another number of events"), "{said}");
            write_columns(&trace, &folder.0);
        }
        let Some(python) = &python else { continue };
        let convert = repository().join("crate/session/tests/common/npy_to_parquet.py");
        printed(Command::new(python).arg(convert).arg(&folder.0));
        fs::write(path("ask.py"), asked.to(Target::Python)).unwrap();
        let found = printed(Command::new(python).arg(path("ask.py")).arg(&folder.0));
        assert!(found == expected, "Python, {name}:\n{found}\n{expected}");
        fs::write(path("ask.sql"), asked.to(Target::Sql)).unwrap();
        let run = "import duckdb, sys; duckdb.execute(open('ask.sql').read())";
        let found = printed(Command::new(python).args(["-c", run]).current_dir(&folder.0));
        assert!(found == expected, "SQL, {name}:\n{found}\n{expected}");
    }
}
