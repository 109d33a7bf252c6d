//! Runs the case files of `tests/suite/symbols`: every file in the folder, every case in the file.

#![cfg(test)]

mod suite;

use loopscope_core::symbols::{Locals, Signature, SymbolString};
use loopscope_core::trace::{Kind, ProcessId, Record, Trace, TraceBuilder, View};
use suite::{run_all, without_comment};

/// The process whose events the cases are.
const PROCESS: ProcessId = ProcessId(5);

/// The members of a group, `0-15` or `4,5`.
fn members(text: &str) -> Vec<u32> {
    let ranges = text.split(',').map(|part| part.split_once('-').unwrap_or((part, part)));
    ranges.flat_map(|(first, last)| first.parse().unwrap()..=last.parse().unwrap()).collect()
}

/// A trace of events such as `send 6 1; sync MPI_Bcast 0-15; local work 3`.
fn trace(events: &str) -> Trace {
    let mut builder = TraceBuilder::new(1 << 20);
    builder.begin_source("case");
    let slot = builder.process(PROCESS).unwrap();
    for event in events.split(';') {
        let (verb, rest) = event.trim().split_once(' ').unwrap();
        let record = match (verb, rest.split_once(' ')) {
            ("send" | "recv", Some((peer, tag))) => {
                let kind = if verb == "send" { Kind::Send } else { Kind::Recv };
                let name = builder.name(verb).unwrap();
                let (peer, tag) = (Some(peer.parse().unwrap()), Some(tag.parse().unwrap()));
                Record { peer, tag, ..Record::new(kind, name) }
            }
            ("sync", Some((name, group))) => {
                let group = Some(builder.group(members(group)).unwrap());
                Record { group, ..Record::new(Kind::Sync, builder.name(name).unwrap()) }
            }
            ("local", _) => Record::new(Kind::Local, builder.name(rest).unwrap()),
            _ => panic!("no event: {event}"),
        };
        let record = builder.record(record).unwrap();
        builder.push(slot, View::Communication, record).unwrap();
    }
    builder.finish()
}

/// Runs `SIGNATURE => NUMBERS | TEXTS`; `Err` says what is wrong.
fn run_case(events: &str, signature: &str, expected: &str) -> Result<(), String> {
    let (locals, signature) = match signature.strip_prefix("drop ") {
        Some(signature) => (Locals::Drop, signature),
        None => (Locals::Keep, signature),
    };
    let signature = if signature == "nothing" { "" } else { signature };
    let signature = Signature::parse(signature).map_err(|error| error.to_string())?;
    let trace = trace(events);
    let process = trace.process(PROCESS).ok_or("no process")?;
    let string = SymbolString::new(process, trace.table(), View::Communication, &signature, locals);
    let numbers: Vec<String> = string.symbols.iter().map(|symbol| symbol.0.to_string()).collect();
    let texts: Vec<&str> = string.table.texts().iter().map(|text| &**text).collect();
    let found = format!("{} | {}", numbers.join(" "), texts.join("; "));
    if found == expected {
        return Ok(());
    }
    Err(format!("expected {expected}\nfound    {found}"))
}

/// Runs the content of a file and returns how many cases it has.
fn run_file(content: &str, fail: &mut dyn FnMut(usize, String)) -> usize {
    let (mut events, mut cases) = (String::new(), 0);
    for (number, line) in content.lines().enumerate() {
        let line = without_comment(line).trim();
        match line.split_once("=>") {
            Some((signature, expected)) => {
                cases += 1;
                if let Err(what) = run_case(&events, signature.trim(), expected.trim()) {
                    fail(number + 1, what);
                }
            }
            None if !line.is_empty() => events = line.to_owned(),
            None => {}
        }
    }
    cases
}

#[test]
fn every_case_of_every_file() {
    run_all("symbols", run_file);
}
