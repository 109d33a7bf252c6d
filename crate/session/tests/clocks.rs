//! Clocks of recorded archives are set right by offsets alone, and offsets that were put on are found again.
//!
//! `LOOPSCOPE_TRACES=folder` names a folder of runs; without it the archives and tables among the fixtures are read.

#![cfg(test)]

mod common;

use common::*;
use std::collections::HashMap;

use loopscope_core::clocks::{Clocks, Method};
use loopscope_formats::otf2;

/// Recorded archives: messages and pairs of collective operations that are violated, of how many; the worst message in
/// milliseconds; and how many messages and pairs are violated by the times of records.
type Measured = (&'static str, (u64, u64), (u64, u64), f64, (u64, u64));

/// A message is sent when its call is entered and there when its call is left: earlier and later nothing is certain. Tracers
/// write a record of it in between. By those times a few more are violated, by less than a call lasts; these are
/// the figures of a prototype.
const MEASURED: [Measured; 4] = [
    ("bt.W.4", (2766, 9672), (19, 69), 44.7, (2766, 19)),
    ("cg.A.16", (12_292, 47_104), (59, 270), 52.4, (12_301, 59)),
    ("lu.A.4", (40_290, 126_536), (41, 174), 50.2, (40_470, 41)),
    ("mg.A.8", (1699, 5712), (2158, 5320), 31.4, (1701, 2159)),
];

#[test]
fn archives_need_offsets_and_nothing_else() {
    let archives = recorded().into_iter();
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
            let (_, messages, pairs, worst, by_records) = known;
            assert_eq!((before.messages_violated, before.messages), *messages, "{name}");
            assert_eq!((before.pairs_violated, before.pairs), *pairs, "{name}");
            assert_eq!(clocks.orders.unmatched, 0, "{name}");
            let ends = Ends::of_archive(&unpacked(&path));
            let found = [Times::Calls, Times::Records].map(|times| ends.messages(times));
            let all = messages.1;
            assert_eq!(found, [(messages.0, all), (by_records.0, all)], "{name}");
            let found = [Times::Calls, Times::Records].map(|times| ends.pairs(times));
            assert_eq!(found, [*pairs, (by_records.1, pairs.1)], "{name}");
            assert!((before.worst_message as f64 / 1e6 - worst).abs() < 0.06, "{name}");
        }
    }
    assert!(corrected >= 3, "{corrected}");
}

/// Which times of messages and operations count.
#[derive(Clone, Copy, PartialEq)]
enum Times {
    /// When their calls are entered and left.
    Calls,
    /// Those of the records inside calls.
    Records,
}

/// When something begins and ends, by its call and by its records.
#[derive(Clone, Copy)]
struct End {
    call: (u64, u64),
    record: (u64, u64),
}

impl End {
    fn begin(self, times: Times) -> u64 {
        if times == Times::Calls {
            self.call.0
        } else {
            self.record.0
        }
    }

    fn end(self, times: Times) -> u64 {
        if times == Times::Calls {
            self.call.1
        } else {
            self.record.1
        }
    }
}

/// The ends of messages and the parts in operations of an archive, read from its records one after the other. Ranks are those of
/// the whole program, as they are in these archives.
#[derive(Default)]
struct Ends {
    sends: HashMap<(usize, usize, u64), Vec<End>>,
    /// With the place among all receives of the process as they were posted.
    receives: HashMap<(usize, usize, u64), Vec<(usize, End)>>,
    /// By communicator and number.
    parts: HashMap<(u64, usize), Vec<Part>>,
}

/// A process in an operation: its rank, the kind of operation, the root, and when.
type Part = (usize, u64, usize, End);

impl Ends {
    fn of_archive(files: &HashMap<String, Vec<u8>>) -> Self {
        let locations = files.keys().filter_map(|name| name.strip_suffix(".evt")?.parse().ok());
        let mut locations: Vec<u64> = locations.collect();
        locations.sort_unstable();
        let mut ends = Self::default();
        for (rank, location) in locations.into_iter().enumerate() {
            let local = files.get(&format!("{location}.def")).map(Vec::as_slice);
            ends.add(rank, &otf2::list(&files[&format!("{location}.evt")], local));
        }
        ends
    }

    fn add(&mut self, rank: usize, lines: &str) {
        let (mut stack, mut posted, mut count) = (Vec::new(), HashMap::new(), 0);
        let (mut begun, mut joined) = (0, HashMap::<u64, usize>::new());
        // What waits for its call to be left.
        type Open = Box<dyn FnOnce(&mut Ends, u64)>;
        let mut open: Vec<Open> = Vec::new();
        for line in lines.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let number = |at: usize| words[at].parse::<u64>().unwrap();
            let time = number(0);
            // The region below all others is the program.
            let enter = stack.get(1).or(stack.last()).copied().unwrap_or(time);
            match words[1] {
                "ENTER" => stack.push(time),
                "LEAVE" => {
                    stack.pop();
                    if stack.len() <= 1 {
                        open.drain(..).for_each(|end| end(self, time));
                    }
                }
                "MPI_SEND" | "MPI_ISEND" => {
                    let end = End { call: (enter, enter), record: (time, time) };
                    let channel = (rank, number(2) as usize, number(4));
                    self.sends.entry(channel).or_default().push(end);
                }
                "MPI_IRECV_REQUEST" => {
                    count += 1;
                    posted.insert(words[2].to_owned(), count);
                }
                "MPI_RECV" | "MPI_IRECV" => {
                    count += 1;
                    let post = words.get(6).and_then(|request| posted.remove(*request));
                    let (post, channel) = (post.unwrap_or(count), (number(2) as usize, rank, number(4)));
                    open.push(Box::new(move |ends, leave| {
                        let end = End { call: (enter, leave), record: (time, time) };
                        ends.receives.entry(channel).or_default().push((post, end));
                    }));
                }
                "MPI_COLLECTIVE_BEGIN" => begun = time,
                "MPI_COLLECTIVE_END" => {
                    let (kind, comm, root) = (number(2), number(3), number(4) as usize);
                    let place = joined.entry(comm).or_default();
                    let key = (comm, *place);
                    *place += 1;
                    open.push(Box::new(move |ends, leave| {
                        let end = End { call: (enter, leave), record: (begun, time) };
                        ends.parts.entry(key).or_default().push((rank, kind, root, end));
                    }));
                }
                _ => {}
            }
        }
    }

    /// Messages that arrive before they are sent, and all messages.
    fn messages(&self, times: Times) -> (u64, u64) {
        let (mut violated, mut all) = (0, 0);
        for (channel, sends) in &self.sends {
            let mut receives = self.receives.get(channel).cloned().unwrap_or_default();
            receives.sort_by_key(|(post, _)| *post);
            for (send, (_, receive)) in sends.iter().zip(receives) {
                all += 1;
                violated += u64::from(receive.end(times) < send.begin(times));
            }
        }
        (violated, all)
    }

    /// Pairs of processes of which one leaves before the other, which it needs, has come; and all pairs.
    fn pairs(&self, times: Times) -> (u64, u64) {
        let (mut violated, mut all) = (0, 0);
        for parts in self.parts.values().filter(|parts| parts.len() > 1) {
            for &(one, kind, root, leaving) in parts {
                for &(other, _, _, coming) in parts.iter().filter(|part| part.0 != one) {
                    let needed = match kind {
                        // Broadcast and scatter, then gather and reduce, by the numbers of the format.
                        1 | 4 | 5 => other == root,
                        2 | 3 | 12 => one == root,
                        _ => true,
                    };
                    all += u64::from(needed);
                    violated += u64::from(needed && leaving.end(times) < coming.begin(times));
                }
            }
        }
        (violated, all)
    }
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
    trace_of(open(files.collect()))
}

/// The tables of a run that was recorded with one clock: of a halo exchange without a folder of runs.
fn tables(name: &str) -> Vec<(String, String)> {
    let Some(folder) = real_traces() else { return made_up(6, 300) };
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
            for (side, peer) in [(rank + 1) % processes, (rank + processes - 1) % processes].iter().enumerate() {
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
        let (offsets, found) = (Clocks::align(&trace, Method::Offsets), Clocks::align(&trace, Method::Logical));
        println!("{name}: offsets leave {}, {:?} {:?}", offsets.after.messages_violated, found.method, found.after);
        assert!(found.after.none(), "{name}: {:?}", found.after);
    }
}
