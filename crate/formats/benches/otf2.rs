//! How fast OTF2 archives are read, beside the format's own program on the same archive.
//!
//! `cargo bench -p loopscope-formats --bench otf2 [-- NAME.otf2]` prints wall times, the best of five,
//! from files that the system holds in memory. Without an archive it writes one: eight processes that
//! exchange messages in a loop as LU does, each in one chunk. Where otf2-print is not installed its
//! lines are missing; `--silent` is its reading without its printing. With `write FOLDER PROCESSES` it
//! writes such an archive of up to 110 processes, 912,000 events each, and does nothing else.

#![allow(clippy::unwrap_used)] // a benchmark may fail
#![allow(clippy::print_stdout)]

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use loopscope_core::trace::TraceBuilder;
use loopscope_formats::{otf2, FileInfo, Notes, Reading};

/// Bytes the reader gets at a time, as in the opener.
const CHUNK: usize = 64 << 10;

fn main() {
    // Cargo itself adds an argument of its own that begins with dashes.
    let given: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    if let [word, folder, processes] = given.as_slice() {
        assert_eq!(word, "write");
        loopscope_testing::made::write("otf2", Path::new(folder), processes.parse().ok()).unwrap();
        return;
    }
    let folder = std::env::temp_dir().join(format!("loopscope-bench-{}", std::process::id()));
    let anchor = match given.first() {
        Some(given) => PathBuf::from(given),
        None => {
            loopscope_testing::made::write("otf2", &folder, None).unwrap();
            folder.join("traces.otf2")
        }
    };
    let files = files_of(&anchor);
    let bytes: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
    let events: u64 = files
        .iter()
        .filter(|(name, _)| name.ends_with(".evt"))
        // The number of the last event, in the head of a file of one chunk.
        .map(|(_, bytes)| u64::from_le_bytes(bytes[10..18].try_into().unwrap()))
        .sum();
    println!("{events} events, {bytes} bytes");
    let own = best(|| {
        black_box(read(&files));
    });
    let show = |what: &str, time: Duration| {
        let seconds = time.as_secs_f64();
        println!(
            "{what:<22} {seconds:8.3} s  {:7.1} million events/s  {:7.1} MB/s  {:5.1}x",
            events as f64 / seconds / 1e6,
            bytes as f64 / seconds / 1e6,
            seconds / own.as_secs_f64()
        );
    };
    show("loopscope", own);
    for (what, option) in [("otf2-print", None), ("otf2-print --silent", Some("--silent"))] {
        let run = || {
            let mut command = Command::new("otf2-print");
            command.args(option).arg(&anchor).stdout(Stdio::null()).stderr(Stdio::null());
            command.status().is_ok_and(|status| status.success())
        };
        if run() {
            show(what, best(|| assert!(run())));
        }
    }
    let _ = fs::remove_dir_all(&folder);
}

fn best(mut run: impl FnMut()) -> Duration {
    let timed = |_| {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    (0..5).map(timed).min().unwrap()
}

/// All files of an archive, from memory: disks are not what is measured.
fn files_of(anchor: &Path) -> Vec<(String, Vec<u8>)> {
    let mut paths = vec![anchor.to_owned(), anchor.with_extension("def")];
    let folder = fs::read_dir(anchor.with_extension("")).unwrap();
    paths.extend(folder.map(|entry| entry.unwrap().path()));
    let name = |path: &PathBuf| path.display().to_string();
    paths.iter().map(|path| (name(path), fs::read(path).unwrap())).collect()
}

fn read(files: &[(String, Vec<u8>)]) -> u64 {
    let Reading::Together(begin) = otf2::FORMAT.reading else { unreachable!() };
    let (mut trace, mut notes) = (TraceBuilder::new(u64::MAX), Notes::new());
    let mut collection = begin();
    for (name, bytes) in files {
        collection.begin(&FileInfo::new(name));
        bytes.chunks(CHUNK).for_each(|chunk| collection.read(chunk));
        collection.finish().unwrap();
    }
    while !collection.build(&mut trace, &mut notes).unwrap() {}
    trace.events()
}
