//! Clocks of recorded archives are set right by offsets alone, and offsets that were put on are found again.
//!
//! `LOOPSCOPE_TRACES=folder` names a folder of runs; without it the archives and tables among the fixtures are read.

#![allow(clippy::unwrap_used)]

mod common;

use std::path::PathBuf;

use common::{file, files_under, open, open_path, repository};
use loopscope_core::clocks::{Clocks, Method};
use loopscope_core::trace::Trace;
use loopscope_session::open::OpenedContent;
use loopscope_testing::Random;

fn folder() -> Option<PathBuf> {
    std::env::var_os("LOOPSCOPE_TRACES").map(PathBuf::from)
}

/// What a prototype found as recorded: messages and pairs of collective operations that are violated, of how many, and the
/// worst message in milliseconds.
type Measured = (&'static str, (u64, u64), (u64, u64), f64);

const MEASURED: [Measured; 4] = [
    ("bt.W.4", (2766, 9672), (19, 69), 44.7),
    ("cg.A.16", (12_301, 47_104), (59, 270), 52.4),
    ("lu.A.4", (40_470, 126_536), (41, 174), 50.2),
    ("mg.A.8", (1701, 5712), (2159, 5320), 31.4),
];

#[test]
fn archives_need_offsets_and_nothing_else() {
    let root = folder()
        .unwrap_or_else(|| repository().join("tests/fixtures/otf2/eztrace-2.0/same-programs"));
    let archives = files_under(&root).into_iter();
    let archives = archives.filter(|path| path.to_string_lossy().ends_with("otf2.tar.zst"));
    let mut corrected = 0;
    for path in archives {
        let name = path.display().to_string();
        let clocks = Clocks::align(&open_path(&path), Method::Logical);
        let (before, after) = (clocks.before, clocks.after);
        println!(
            "{name}: {:?} messages {} of {}, pairs {} of {}, worst {} {}, margin {:?}, {:?}",
            clocks.method,
            before.messages_violated,
            before.messages,
            before.pairs_violated,
            before.pairs,
            before.worst_message,
            before.worst_collective,
            clocks.margin,
            clocks.orders
        );
        assert!(after.none(), "{name}: {after:?}");
        assert!(clocks.method <= Method::Offsets, "{name}");
        assert!(clocks.margin.is_none_or(|margin| margin >= 0), "{name}");
        corrected += usize::from(clocks.method == Method::Offsets);
        if let Some(known) = MEASURED.iter().find(|known| name.contains(known.0)) {
            let (_, messages, pairs, worst) = known;
            assert_eq!(before.messages, messages.1, "{name}");
            // A message is received when its call is left; the prototype took the time of the record inside.
            let differ = before.messages_violated.abs_diff(messages.0);
            assert!(100 * differ <= messages.0, "{name}: {before:?}");
            // So does a collective operation; of all pairs that makes a difference to one at most.
            let (violated, all) = (before.pairs_violated, before.pairs);
            assert!(all == pairs.1 && violated.abs_diff(pairs.0) <= 1, "{name}: {before:?}");
            assert!((before.worst_message as f64 / 1e6 - worst).abs() < 0.06, "{name}");
        }
    }
    assert!(corrected >= 3, "{corrected}");
}

/// Tables of one clock with other clocks put on: offsets, and rates in parts per million.
fn with_clocks(tables: &[(String, String)], clocks: &[(i64, f64)]) -> Trace {
    let files = tables.iter().zip(clocks).map(|((name, text), (offset, rate))| {
        let shown = |cell: &str| {
            let time: i64 = cell.parse().unwrap();
            time + 100_000_000 + offset + (time as f64 * rate * 1e-6) as i64
        };
        let mut lines = text.lines();
        let mut changed = lines.next().unwrap().to_owned();
        for row in lines {
            let mut cells = row.splitn(3, ',');
            let (start, end) = (cells.next().unwrap(), cells.next().unwrap());
            changed += &format!("\n{},{},{}", shown(start), shown(end), cells.next().unwrap());
        }
        file(name, changed.into_bytes())
    });
    match open(files.collect()).content {
        OpenedContent::Trace(trace) => trace,
        OpenedContent::NestsJson(_) => unreachable!("tables hold a trace"),
    }
}

/// The tables of a run that was recorded with one clock: of a halo exchange without a folder of runs.
fn tables(name: &str) -> Vec<(String, String)> {
    let Some(folder) = folder() else { return made_up(6, 300) };
    let packed = std::fs::read(folder.join(name).join("timed.tar.zst")).unwrap();
    let decoder = ruzstd::decoding::StreamingDecoder::new(&packed[..]).unwrap();
    let mut archive = tar::Archive::new(decoder);
    let mut tables = Vec::new();
    for entry in archive.entries().unwrap() {
        let mut entry = entry.unwrap();
        let name = entry.path().unwrap().file_name().unwrap().to_string_lossy().into_owned();
        let mut text = String::new();
        std::io::Read::read_to_string(&mut entry, &mut text).unwrap();
        if name.ends_with(".csv") {
            tables.push((name, text));
        }
    }
    tables.sort_by_key(|(name, _)| name[5..name.len() - 4].parse::<u32>().unwrap());
    tables
}

/// A halo exchange on a ring: every process sends to both neighbours and waits for both.
fn made_up(processes: usize, rounds: u64) -> Vec<(String, String)> {
    let mut random = Random::new(21);
    let header = "start_ns,end_ns,call,peer,tag,bytes,matched".to_owned();
    let mut tables: Vec<String> = vec![header; processes];
    let mut now = vec![0u64; processes];
    for _ in 0..rounds {
        let mut sent = vec![[0; 2]; processes];
        for (rank, table) in tables.iter_mut().enumerate() {
            for (side, peer) in
                [(rank + 1) % processes, (rank + processes - 1) % processes].iter().enumerate()
            {
                let start = now[rank] + 500 + random.below(3_000_000);
                now[rank] = start + 300;
                sent[rank][side] = start;
                *table += &format!("\n{start},{},MPI_Send,{peer},{side},8,", now[rank]);
            }
        }
        for (rank, table) in tables.iter_mut().enumerate() {
            let peers = [(rank + processes - 1) % processes, (rank + 1) % processes];
            for (side, peer) in peers.into_iter().enumerate() {
                let start = now[rank] + 100;
                let end = (sent[peer][side] + 2000).max(start) + random.below(500);
                now[rank] = end;
                *table += &format!("\n{start},{end},MPI_Recv,{peer},{side},8,{peer}:{side}:8");
            }
        }
    }
    let named = tables.into_iter().enumerate();
    named.map(|(rank, table)| (format!("rank-{rank}.csv"), table + "\n")).collect()
}

const ONE_CLOCK: [(&str, i64); 6] = [
    ("npb-lu.A.4", 10_000),
    ("npb-bt.W.4", 10_000),
    ("npb-mg.B.16", 10_000),
    ("lulesh-s8-i100.8", 10_000),
    ("miniMD-lj-8.8", 10_000),
    ("npb-cg.A.16", 60_000),
];

#[test]
fn offsets_that_were_put_on_are_found() {
    for (name, within) in ONE_CLOCK {
        let tables = tables(name);
        let mut random = Random::new(1);
        let clocks: Vec<(i64, f64)> =
            tables.iter().map(|_| (random.below(100_000_000) as i64 - 50_000_000, 0.0)).collect();
        let plain = vec![(0, 0.0); tables.len()];
        let recorded = Clocks::align(&with_clocks(&tables, &plain), Method::Logical);
        assert_eq!((recorded.method, recorded.before.none()), (Method::AsRecorded, true), "{name}");
        let found = Clocks::align(&with_clocks(&tables, &clocks), Method::Logical);
        assert_eq!((found.method, found.after.none()), (Method::Offsets, true), "{name}");
        let off = found
            .clocks
            .iter()
            .zip(&clocks)
            .map(|(found, (offset, _))| (found.line.offset - (clocks[0].0 - offset)).abs());
        let off = off.max().unwrap();
        println!("{name}: off by {off} ns, {:?}", found.clocks.last().unwrap().uncertainty);
        assert!(off <= within, "{name}: {off} ns");
    }
}

#[test]
fn rates_that_were_put_on_are_found() {
    for (name, _) in ONE_CLOCK {
        let tables = tables(name);
        let mut random = Random::new(2);
        let clocks: Vec<(i64, f64)> = tables
            .iter()
            .map(|_| {
                let rate = random.below(40_001) as f64 / 1000.0 - 20.0;
                (random.below(100_000_000) as i64 - 50_000_000, rate)
            })
            .collect();
        let trace = with_clocks(&tables, &clocks);
        let (offsets, found) =
            (Clocks::align(&trace, Method::Offsets), Clocks::align(&trace, Method::Logical));
        println!(
            "{name}: offsets leave {}, {:?} {:?}",
            offsets.after.messages_violated, found.method, found.after
        );
        assert!(found.after.none(), "{name}: {:?}", found.after);
    }
}
