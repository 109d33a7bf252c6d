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

/// The largest chunk that the format allows.
const LARGEST: u64 = 16 << 20;

/// Processes of the archive that is measured.
const PROCESSES: u8 = 8;

/// Rounds of the loop, so that the events of a process fill nearly all of one.
const ROUNDS: u64 = 76_000;

fn main() {
    // Cargo itself adds an argument of its own that begins with dashes.
    let given: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    if let [word, folder, processes] = given.as_slice() {
        assert_eq!(word, "write");
        write(Path::new(folder), processes.parse::<u8>().unwrap().min(110));
        return;
    }
    let folder = std::env::temp_dir().join(format!("loopscope-bench-{}", std::process::id()));
    let anchor = match given.first() {
        Some(given) => PathBuf::from(given),
        None => write(&folder, PROCESSES),
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

/// The beginning of a little-endian file.
fn head(events: u64) -> Vec<u8> {
    [&[3, 0x42][..], &1u64.to_le_bytes(), &events.to_le_bytes()].concat()
}

/// Writes the archive and gives its anchor.
fn write(folder: &Path, processes: u8) -> PathBuf {
    fs::create_dir_all(folder.join("traces")).unwrap();
    let mut anchor = b"\x03\x42OTF2\0\x03\x02\x03\0\x02".to_vec();
    anchor.extend(LARGEST.to_le_bytes());
    anchor.extend((4u64 << 20).to_le_bytes());
    anchor.extend([1, 1]);
    anchor.extend(u64::from(processes).to_le_bytes());
    anchor.extend((12 + 2 * u64::from(processes)).to_le_bytes());
    // No texts, no properties, the number of the trace, one more of which zero will do.
    anchor.extend([0; 7]);
    anchor.extend(1u64.to_le_bytes());
    anchor.extend([0; 8]);
    anchor.extend([2, 1, 0]);
    fs::write(folder.join("traces.otf2"), anchor).unwrap();
    fs::write(folder.join("traces.def"), definitions(processes)).unwrap();
    for rank in 0..processes {
        fs::write(folder.join(format!("traces/{rank}.evt")), events_of(rank, processes)).unwrap();
        let local = [&head(0)[..], &[2, 1]].concat();
        fs::write(folder.join(format!("traces/{rank}.def")), local).unwrap();
    }
    folder.join("traces.otf2")
}

fn definitions(processes: u8) -> Vec<u8> {
    let mut file = head(0);
    let mut record = |kind: u8, payload: &[u8]| {
        file.extend([kind, payload.len() as u8]);
        file.extend(payload);
    };
    record(5, &[4, 0, 0xca, 0x9a, 0x3b, 0, 4, 0, 0, 0, 0x40, 0xff]);
    for (id, name) in ["node", "MPI_Send", "MPI_Recv", "P"].iter().enumerate() {
        record(10, &[&[1, id as u8][..], name.as_bytes(), &[0]].concat());
    }
    record(12, &[0, 0, 0, 0xff]);
    for region in 0..3 {
        record(15, &[1, region, 1, region, 0, 0, 0, 0, 0, 1, region, 1, 4, 0]);
    }
    for rank in 0..processes {
        record(13, &[1, rank, 1, 3, 1, 0, 0xff]);
        record(14, &[1, rank, 1, 3, 1, 1, 2, 1, rank]);
    }
    let members: Vec<u8> = (0..processes).flat_map(|rank| [1, rank]).collect();
    record(18, &[&[0, 0, 6, 1, processes], &members[..], &[4, 4, 0]].concat());
    record(18, &[&[1, 1, 0, 4, 1, processes], &members[..], &[5, 4, 0]].concat());
    record(22, &[0, 0, 1, 1, 0xff, 0]);
    file.extend([2, 1]);
    file
}

/// A process that sends to the next and receives from the one before, in two sizes.
fn events_of(rank: u8, processes: u8) -> Vec<u8> {
    let (next, before) = ((rank + 1) % processes, (rank + processes - 1) % processes);
    let mut records = Vec::new();
    let (mut now, mut events) = (1u64 << 40, 0u64);
    for round in 0..ROUNDS {
        let mut one = |record: &[u8]| {
            now += 100 + round % 7;
            records.push(5);
            records.extend(now.to_le_bytes());
            records.extend(record);
            events += 1;
        };
        for size in [0x28, 0x30] {
            one(&[12, 1, 1]);
            one(&[14, 8, 1, next, 0, 1, 2, 2, 0xd8, size]);
            one(&[13, 1, 1]);
            one(&[12, 1, 2]);
            one(&[18, 8, 1, before, 0, 1, 2, 2, 0xd8, size]);
            one(&[13, 1, 2]);
        }
    }
    assert!(records.len() as u64 + 20 <= LARGEST, "{}", records.len());
    [&head(events)[..], &records, &[2, 1]].concat()
}
