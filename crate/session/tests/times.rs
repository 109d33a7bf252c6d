//! Times of recorded runs are those of their files, and take as little memory as they should.
//!
//! `LOOPSCOPE_TRACES=folder` names a folder of runs with `timed.tar.zst` (tables) and `otf2.tar.zst`; without it the
//! archives among the fixtures are read. `-- --nocapture` prints bytes a call.

#![cfg(test)]

mod common;

use common::*;
use std::io::Read;

use loopscope_core::symbols::{Locals, Signature, SymbolString};
use loopscope_core::trace::{Ascending, Process};
use loopscope_formats::otf2;
use loopscope_session::export::{begin_slices, end_slices, write_slices, Form, Iterations, Writer};
use loopscope_testing::prv;

/// All archives of that form.
fn archives(form: &str) -> Vec<PathBuf> {
    let all = recorded().into_iter();
    all.filter(|path| path.to_string_lossy().ends_with(&format!("{form}.tar.zst"))).collect()
}

fn spans(process: &Process, view: View) -> Vec<(u64, u64)> {
    process.times(view).unwrap().iter().map(|span| (span.enter, span.leave)).collect()
}

/// Bytes a call that the times of all processes take in units of 1, 16, 64, 256 and 1,024 ticks.
fn bytes_a_call(trace: &Trace) -> [f64; 5] {
    [0, 4, 6, 8, 10].map(|shift| {
        let (mut bytes, mut calls) = (0, 0);
        for process in trace.processes() {
            let mut rows = Ascending::<2>::default();
            for (enter, leave) in spans(process, View::Calls) {
                rows.push([enter, leave]);
            }
            rows.finish();
            bytes += rows.shifted(shift).kept_bytes();
            calls += rows.len();
        }
        bytes as f64 / calls as f64
    })
}

/// What a prototype needed, at 1, 16, 64, 256 and 1,024 ns.
const MEASURED: [(&str, [f64; 5]); 6] = [
    ("npb-lu.A.4", [5.28, 4.28, 3.78, 3.28, 2.78]),
    ("miniMD-lj-8.8", [4.76, 3.76, 3.26, 2.76, 2.27]),
    ("npb-mg.B.16", [4.29, 3.29, 2.79, 2.30, 1.83]),
    ("npb-bt.W.4", [4.05, 3.05, 2.56, 2.07, 1.60]),
    ("npb-cg.A.16", [3.83, 2.83, 2.33, 1.84, 1.38]),
    ("lulesh-s8-i100.8", [3.42, 2.42, 1.92, 1.44, 1.02]),
];

#[test]
fn times_of_tables_are_those_of_their_rows() {
    for path in archives("timed") {
        let (trace, files) = (open_path(&path), unpacked(&path));
        for process in trace.processes() {
            let text = String::from_utf8_lossy(&files[&format!("rank-{}.csv", process.id)]);
            let rows = text.lines().skip(1).map(|row| {
                let mut cells = row.split(',').map(|cell| cell.parse::<u64>());
                (cells.next().unwrap().unwrap(), cells.next().unwrap().unwrap())
            });
            let rows: Vec<(u64, u64)> = rows.collect();
            assert!(spans(process, View::Calls) == rows, "{} {}", path.display(), process.id);
            assert!(process.time_repairs().is_none(), "{} {}", path.display(), process.id);
            // Every receive is complete in a call that ends after it began, and events follow their calls.
            let times = process.times(View::Communication).unwrap();
            let calls: Vec<usize> = (0..times.len()).map_while(|at| times.call(at)).collect();
            assert!(calls.len() == times.len() && calls.is_sorted());
        }
        let name = name_of(path.parent().unwrap());
        let bytes = bytes_a_call(&trace);
        println!("{name:18} {bytes:.2?}");
        // The last block of a process is hardly ever full, which short processes feel.
        let calls = trace.event_count(View::Calls) / trace.processes().len() as u64;
        assert!(bytes[2] <= if calls > 1000 { 3.8 } else { 8.0 }, "{name}: {bytes:?}");
        if let Some((_, measured)) = MEASURED.iter().find(|(known, _)| *known == name) {
            for (bytes, measured) in bytes.iter().zip(measured) {
                assert!(*bytes <= measured * 1.03, "{name}: {bytes} instead of {measured}");
            }
        }
    }
}

#[test]
fn times_of_archives_are_those_of_their_regions() {
    let mut compared = 0;
    for path in archives("otf2") {
        let (trace, files) = (open_path(&path), unpacked(&path));
        for process in trace.processes() {
            let name = process.source.rsplit('/').next().unwrap();
            let definitions = files.get(&name.replace(".evt", ".def")).map(|bytes| &bytes[..]);
            let lines = otf2::list(&files[name], definitions);
            // All but two regions are calls of MPI: the whole program, and the end of the tracer.
            let enters = lines.lines().filter_map(|line| line.split_once(" ENTER "));
            let regions: Vec<&str> = enters.map(|(_, region)| region).collect();
            let local = [regions.first().unwrap(), regions.last().unwrap()];
            let (mut expected, mut stack) = (Vec::new(), Vec::new());
            for line in lines.lines() {
                let mut words = line.split(' ');
                let time: u64 = words.next().unwrap().parse().unwrap();
                let (kind, region) = (words.next().unwrap(), words.next().unwrap_or_default());
                match kind {
                    "ENTER" if !local.contains(&&region) => stack.push(time),
                    "LEAVE" if !local.contains(&&region) => {
                        let enter = stack.pop().unwrap();
                        let outermost = stack.first().copied();
                        expected.push(outermost.map_or((enter, time), |outer| (outer, outer)));
                    }
                    _ => {}
                }
            }
            assert!(spans(process, View::Calls) == expected, "{} {}", path.display(), process.id);
            compared += 1;
        }
        let bytes = bytes_a_call(&trace);
        println!("{} {bytes:.2?}", path.display());
    }
    assert!(compared >= 4, "{compared}");
}

/// All files below the folder of real traces with that ending.
fn real(ending: &str) -> Vec<PathBuf> {
    let Some(folder) = real_traces() else { return Vec::new() };
    let all = files_under(&folder).into_iter();
    all.filter(|path| path.to_string_lossy().ends_with(ending)).collect()
}

#[test]
fn times_of_pictures_are_those_of_the_tables_they_were_made_from() {
    for path in real("paje.tar.zst") {
        let pictures = open_path(&path);
        let table = open_path(&path.with_file_name("timed.tar.zst"));
        let starts = table.processes().iter().filter_map(|it| it.times(View::Calls)?.get(0));
        let zero = starts.map(|span| span.enter).min().unwrap();
        assert_eq!(pictures.processes().len(), table.processes().len());
        for (picture, table) in pictures.processes().iter().zip(table.processes()) {
            let expected = spans(table, View::Calls).into_iter();
            let expected = expected.map(|(enter, leave)| (enter - zero, leave - zero));
            assert!(spans(picture, View::Calls).into_iter().eq(expected), "{}", path.display());
        }
    }
}

#[test]
fn times_of_paraver_traces_are_those_of_their_lines() {
    for path in real(".prv.gz") {
        let packed = std::fs::read(&path).unwrap();
        let mut text = String::new();
        flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut text).unwrap();
        let expected = prv::times(&text);
        let name = name_of(&path);
        let labels = path.with_file_name(name.replace(".prv.gz", ".pcf"));
        let files = [&path, &labels]
            .map(|path| file(&path.file_name().unwrap().to_string_lossy(), std::fs::read(path).unwrap()));
        let OpenedContent::Trace(trace) = open(files.into()).content else { continue };
        let (mut calls, mut waits) = (0, 0);
        for process in trace.processes() {
            let Some(expected) = expected.get(&process.id.0) else { continue };
            if process.len(View::Calls).is_some() {
                assert!(spans(process, View::Calls) == expected.calls, "{name} {}", process.id);
                assert!(process.time_repairs().is_none());
                calls += expected.calls.len();
                waits += expected.waits.len();
            }
        }
        println!("{name}: {calls} calls, {waits} receives that waited");
    }
}

#[test]
fn times_of_dumpi_traces_are_those_that_the_tool_prints() {
    for path in real("testtrace-0000.txt") {
        let text = std::fs::read_to_string(&path).unwrap();
        let time = |line: &str| -> u64 {
            let word = line.split("walltime ").nth(1).unwrap().split(',').next().unwrap();
            word.replace('.', "").parse().unwrap()
        };
        let of = |word: &'static str| text.lines().filter(move |line| line.contains(word)).map(time);
        let expected: Vec<(u64, u64)> = of(" entering at ").zip(of(" returning at ")).collect();
        let trace = open_path(&path.with_extension("bin"));
        assert_eq!(spans(&trace.processes()[0], View::Calls), expected);
    }
}

/// The beginnings and ends of the items of a view of a process, in nanoseconds.
type Nanoseconds = (u32, View, Vec<(u128, u128)>);

/// The times of all events.
fn nanoseconds(trace: &Trace) -> Vec<Nanoseconds> {
    let mut all = Vec::new();
    for process in trace.processes() {
        for view in [View::Calls, View::Communication] {
            let Some(times) = process.times(view) else { continue };
            let unit = |time| times.tick().nanoseconds(time);
            let spans = times.iter().map(|span| (unit(span.enter), unit(span.leave)));
            all.push((process.id.0, view, spans.collect()));
        }
    }
    all
}

/// The calls of a process with where they are made.
fn sites(process: &Process, trace: &Trace) -> SymbolString {
    let signature = Signature::parse("name,site").unwrap();
    SymbolString::new(process, trace.table(), View::Calls, &signature, Locals::Keep)
}

fn as_table(trace: &Trace) -> Vec<u8> {
    let writer = Writer::new(trace, Form::Csv);
    let mut bytes = Vec::new();
    writer.begin(&mut bytes).unwrap();
    trace.processes().iter().for_each(|it| writer.process(it, &mut bytes).unwrap());
    bytes
}

#[test]
fn recorded_runs_come_back_from_tables() {
    for path in archives("timed").into_iter().chain(archives("otf2")).chain(real("paje.tar.zst")) {
        let trace = open_path(&path);
        let again = held!(open(vec![file("all.csv", as_table(&trace))]).content,
            OpenedContent::Trace(again) => again);
        assert!(nanoseconds(&again) == nanoseconds(&trace), "{}", path.display());
        let found = again;
        for (again, process) in found.processes().iter().zip(trace.processes()) {
            for view in [View::Calls, View::Communication] {
                assert_eq!(again.len(view), process.len(view), "{}", path.display());
            }
            assert!(sites(again, &found) == sites(process, &trace), "{}", path.display());
        }
    }
}

/// A view of a trace as slices for Perfetto, every iteration of every loop.
fn as_slices(trace: &Trace, view: View) -> Vec<u8> {
    let wanted = OptionChoices { view: Some(view), ..OptionChoices::default() };
    let options = wanted.resolve("t", trace).unwrap();
    let mut bytes = Vec::new();
    begin_slices(trace, view, &mut bytes).unwrap();
    for process in trace.processes() {
        let nest = ProcessNest::build(process, trace.table(), &options).unwrap();
        let all = Iterations::All;
        write_slices(process, trace.table(), view, &nest, all, &mut bytes).unwrap();
    }
    end_slices(&mut bytes).unwrap();
    bytes
}

#[test]
fn recorded_runs_come_back_from_slices() {
    for path in archives("timed").into_iter().chain(archives("otf2")) {
        let trace = open_path(&path);
        let bytes = as_slices(&trace, View::Calls);
        let again = held!(open(vec![file("all.json", bytes)]).content, OpenedContent::Trace(again) => again);
        // Calls inside other calls last none of the time, so they stand where their call begins, in the same order.
        let calls = |trace: &Trace| -> Vec<Nanoseconds> {
            nanoseconds(trace).into_iter().filter(|(_, view, _)| *view == View::Calls).collect()
        };
        let (found, expected) = (calls(&again), calls(&trace));
        assert_eq!(found.len(), expected.len(), "{}", path.display());
        for ((_, _, found), (process, _, expected)) in found.into_iter().zip(expected) {
            let other = found.iter().zip(&expected).position(|(found, expected)| found != expected);
            assert_eq!((other, found.len()), (None, expected.len()), "{} {process}", path.display());
        }
    }
}

#[cfg(feature = "compress")]
#[test]
fn recorded_runs_come_back_from_compressed_traces() {
    use loopscope_session::lsz::{Compressing, Settings};
    use loopscope_session::open::{Limits, Opening};
    for path in archives("timed").into_iter().chain(archives("otf2")) {
        let trace = open_path(&path);
        let name = name_of(&path);
        let files = vec![file(&name, std::fs::read(&path).unwrap())];
        let opening = Opening::new("t", files, Limits::default());
        let mut bytes = Vec::new();
        let mut compressing = Compressing::new(opening, Settings::default(), &mut bytes).unwrap();
        while compressing.step(1 << 20).unwrap().is_none() {}
        drop(compressing);
        let length = bytes.len() as f64;
        let again = held!(open(vec![file("c.lsz", bytes)]).content, OpenedContent::Trace(again) => again);
        assert!(nanoseconds(&again) == nanoseconds(&trace), "{}", path.display());
        let calls = trace.event_count(View::Calls) as f64;
        println!("{}: {:.2} bytes a call", path.display(), length / calls);
    }
}
