//! Times of recorded runs are those of their files, and take as little memory as they should.
//!
//! `LOOPSCOPE_TRACES=folder` names a folder of runs with `timed.tar.zst` (tables) and `otf2.tar.zst`; without it the
//! archives among the fixtures are read. `-- --nocapture` prints bytes a call.

#![allow(clippy::unwrap_used)]

mod common;

use std::collections::HashMap;
use std::io::Read;
use std::path::{Path, PathBuf};

use common::{files_under, open_path, repository};
use loopscope_core::trace::{Ascending, Process, Trace, View};
use loopscope_formats::otf2;

/// All archives of that form.
fn archives(form: &str) -> Vec<PathBuf> {
    let folder = match std::env::var_os("LOOPSCOPE_TRACES") {
        Some(folder) => PathBuf::from(folder),
        None => repository().join("tests/fixtures/otf2/eztrace-2.0/same-programs"),
    };
    let all = files_under(&folder).into_iter();
    all.filter(|path| path.to_string_lossy().ends_with(&format!("{form}.tar.zst"))).collect()
}

/// The files in an archive, by base name.
fn unpacked(path: &Path) -> HashMap<String, Vec<u8>> {
    let packed = std::fs::read(path).unwrap();
    let mut tar = Vec::new();
    ruzstd::decoding::StreamingDecoder::new(&packed[..]).unwrap().read_to_end(&mut tar).unwrap();
    let mut files = HashMap::new();
    for entry in tar::Archive::new(&tar[..]).entries().unwrap() {
        let mut entry = entry.unwrap();
        let name =
            entry.path().unwrap().file_name().map(|name| name.to_string_lossy().into_owned());
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        files.insert(name.unwrap_or_default(), bytes);
    }
    files
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
        let name = path.parent().unwrap().file_name().unwrap().to_string_lossy().into_owned();
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
