//! Paraver traces on disk: what reading them gives, and that no damage breaks the reader.
//!
//! Beside each trace stands `NAME.expected`, what reading it gives (`UPDATE=1` writes that anew), and
//! beside those of Extrae `NAME.counts`: what `crate/formats/tools/paraver_counts.py` counts in the text.

#![cfg(test)]

use std::collections::BTreeMap;

use loopscope_core::trace::Kind;

#[macro_use]
mod archive;
use archive::*;

archive_tests!("paraver", 5);

/// Calls and messages, in the lines of the tool.
fn counts(trace: &Trace) -> String {
    let mut calls: BTreeMap<(u32, &str), u64> = BTreeMap::new();
    // Sent, received, bytes.
    let mut messages: BTreeMap<(u32, u32, i64), [u64; 3]> = BTreeMap::new();
    let table = trace.table();
    for process in trace.processes() {
        let own = process.id.0;
        for id in process.events(View::Calls).into_iter().flatten() {
            *calls.entry((own, table.name(table.record(id).name))).or_default() += 1;
        }
        for id in process.events(View::Communication).into_iter().flatten() {
            let record = table.record(id);
            let peer = record.peer.unwrap_or(u32::MAX);
            let (channel, side) = match record.kind {
                Kind::Send => ((own, peer), 0),
                Kind::Recv => ((peer, own), 1),
                _ => continue,
            };
            let tag = record.tag.unwrap();
            let seen = messages.entry((channel.0, channel.1, tag)).or_default();
            seen[side] += 1;
            seen[2] += record.bytes.unwrap_or(0);
        }
    }
    let mut text = String::new();
    for ((rank, name), count) in calls {
        writeln!(text, "call {rank} {name} {count}").unwrap();
    }
    for ((src, dst, tag), [sent, received, bytes]) in messages {
        assert_eq!(sent, received, "{src} to {dst}, {tag}");
        writeln!(text, "message {src} {dst} {tag} {sent} {bytes}").unwrap();
    }
    text
}

#[test]
fn an_independent_count_agrees() {
    let mut compared = 0;
    for folder in good() {
        let Ok(counted) = fs::read_to_string(format!("{}.counts", folder.display())) else {
            continue;
        };
        let trace = read(&files(&folder), usize::MAX).trace.unwrap();
        let got = counts(&trace);
        assert_eq!(got, counted, "{}", folder.display());
        compared += got.lines().count();
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn one_trace_at_a_time() {
    let mut two = named("non-blocking");
    two.extend(named("odd-lines").into_iter().map(|(name, bytes)| (format!("other/{name}"), bytes)));
    let message = read(&two, usize::MAX).trace.unwrap_err().to_string();
    assert!(message.contains("several Paraver traces were opened together; found run.prv"), "{message}");
}

#[test]
fn names_go_by_the_name_of_the_trace() {
    let mut both = named("non-blocking");
    let other = b"EVENT_TYPE\n9 50000001 x\nVALUES\n4 Wrong\n0 End\n".to_vec();
    both.push(("other.pcf".to_owned(), other));
    both.push(("another.row".to_owned(), b"LEVEL CPU SIZE 1\nx\n".to_vec()));
    let trace = read(&both, usize::MAX).trace.unwrap();
    let table = trace.table();
    assert!(table.names().any(|name| name == "MPI_Irecv"));
    assert!(!table.names().any(|name| name == "Wrong"));
}

#[test]
fn a_huge_number_of_tasks_takes_no_room() {
    let text = "#Paraver (1 at 2:3):1:0:1:16000000(1:1)\nc:1:1:16000000:1\n\
                2:1:1:1:1:0:50000002:8:50100004:1\n2:1:1:1:1:1:50000002:0\n";
    let trace = read(&[("a.prv".to_owned(), text.into())], usize::MAX).trace.unwrap();
    assert_eq!(trace.table().groups().iter().map(|group| group.len()).max(), Some(1));
}
