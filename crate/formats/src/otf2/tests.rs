//! Archives made by hand, in both byte orders and in the forms of old versions.

use loopscope_core::symbols::Signature;
use loopscope_core::trace::{Trace, TraceBuilder, View};

use super::collection::Archive;
use crate::collection::Assembler;
use crate::format::FileSet;
use crate::format::{Collection, FileInfo};
use crate::notes::{Note, Notes};

/// Writes the bytes of one file.
#[derive(Clone)]
struct Bytes {
    big: bool,
    bytes: Vec<u8>,
}

impl Bytes {
    /// A file of records, with the head of its first chunk.
    fn new(big: bool) -> Self {
        let mut file = Self { big, bytes: Vec::new() };
        file.chunk();
        file
    }

    fn raw(&mut self, value: u64) {
        let bytes = if self.big { value.to_be_bytes() } else { value.to_le_bytes() };
        self.bytes.extend(bytes);
    }

    fn chunk(&mut self) {
        self.bytes.extend([3, if self.big { 0x23 } else { 0x42 }]);
        self.raw(1);
        self.raw(0);
    }

    fn number(&self, value: u64) -> Vec<u8> {
        if value == u64::MAX || value == u64::from(u32::MAX) {
            return vec![0xff];
        }
        let size = 8 - value.leading_zeros() as usize / 8;
        let mut bytes = vec![size as u8];
        if self.big {
            bytes.extend(&value.to_be_bytes()[8 - size..]);
        } else {
            bytes.extend(&value.to_le_bytes()[..size]);
        }
        bytes
    }

    /// A record of compressed numbers, with its length.
    fn record(&mut self, kind: u8, values: &[u64]) {
        let payload: Vec<u8> = values.iter().flat_map(|&value| self.number(value)).collect();
        self.bytes.extend([kind, payload.len() as u8]);
        self.bytes.extend(payload);
    }

    /// A record of one number, without a length.
    fn short(&mut self, kind: u8, value: u64) {
        self.bytes.push(kind);
        self.bytes.extend(self.number(value));
    }

    fn time(&mut self, time: u64) {
        self.bytes.push(5);
        self.raw(time);
    }

    fn string(&mut self, id: u64, text: &str) {
        let id = self.number(id);
        self.bytes.extend([10, (id.len() + text.len() + 1) as u8]);
        self.bytes.extend(id);
        self.bytes.extend(text.bytes());
        self.bytes.push(0);
    }

    /// A record of parts: numbers compressed, bytes as they are.
    fn parts(&mut self, kind: u8, parts: &[Result<u64, u8>]) {
        let payload: Vec<u8> = parts
            .iter()
            .flat_map(|part| match part {
                Ok(value) => self.number(*value),
                Err(byte) => vec![*byte],
            })
            .collect();
        self.bytes.extend([kind, payload.len() as u8]);
        self.bytes.extend(payload);
    }

    fn end(mut self) -> Vec<u8> {
        self.bytes.extend([2, 1]);
        self.bytes
    }
}

fn anchor(big: bool) -> Vec<u8> {
    let mut file = Bytes { big, bytes: vec![3, if big { 0x23 } else { 0x42 }] };
    file.bytes.extend(b"OTF2\0\x03\x02\x03\0\x02");
    file.raw(1 << 20);
    file.raw(1 << 18);
    file.bytes.extend([1, 1]);
    file.raw(2);
    file.raw(9);
    file.bytes.extend(b"\0\0\0\0");
    file.bytes
}

const REGIONS: [&str; 5] = ["main", "MPI_Send", "MPI_Irecv", "mpi_wait_", "MPI_Barrier"];

/// Definitions of two processes, 0 and 700 by location, and regions 0 to 4; as old as `version`
/// says: 0 is 1.0.
fn definitions(big: bool, version: u8) -> Vec<u8> {
    let mut file = Bytes::new(big);
    for (id, name) in REGIONS.iter().enumerate() {
        file.string(id as u64, name);
        // Name, description, old kind, file, lines.
        let mut parts = vec![Ok(id as u64), Ok(id as u64), Ok(0), Err(0), Ok(0), Ok(0), Ok(0)];
        if version >= 1 {
            // Canonical name, role, programming model, flags.
            parts.extend([Ok(id as u64), Err(1), Err(if id == 4 { 4 } else { 1 }), Ok(0)]);
        }
        file.parts(15, &parts);
    }
    file.string(10, "MPI Rank 0");
    file.string(11, "MPI Rank 1");
    for (group, location) in [(0, 0), (1, 700)] {
        file.parts(13, &[Ok(group), Ok(10 + group), Err(1), Ok(0)]);
        file.parts(14, &[Ok(location), Ok(0), Err(1), Ok(2), Ok(group)]);
    }
    // A list of locations, old kind 6, and a group of both, old kind 4.
    let mut list = vec![Ok(0), Ok(0), Err(6), Ok(2), Ok(0), Ok(700)];
    let mut group = vec![Ok(1), Ok(0), Err(4), Ok(2), Ok(0), Ok(1)];
    if version >= 2 {
        list.extend([Err(4), Err(4), Ok(0)]);
        group.extend([Err(5), Err(4), Ok(0)]);
    }
    file.parts(18, &list);
    file.parts(18, &group);
    file.record(22, &[6, 0, 1, u64::from(u32::MAX)]);
    // An unknown record, with a length of 64 bits.
    file.bytes.extend([200, 0xff]);
    file.raw(300);
    file.bytes.extend([7; 300]);
    file.end()
}

/// Both processes: 0 sends 1 two messages, 1 receives them in the order of its waiting.
fn events(big: bool) -> [Vec<u8>; 2] {
    let mut sender = Bytes::new(big);
    sender.time(100);
    sender.short(12, 0);
    // An attribute list, and a metric that is jumped over.
    sender.bytes.extend([6, 3, 1, 2, 3, 31, 2, 9, 9]);
    for (time, tag) in [(101, 5), (105, 7)] {
        sender.time(time);
        sender.short(12, 1);
        sender.record(14, &[1, 6, tag, 640]);
        sender.short(13, 1);
    }
    // A chunk that is full.
    sender.bytes.extend([0; 1000]);
    sender.chunk();
    sender.short(12, 4);
    sender.record(22, &[]);
    sender.parts(23, &[Err(0), Ok(6), Ok(u64::MAX), Ok(0), Ok(0)]);
    sender.short(13, 4);
    sender.short(13, 0);
    let mut receiver = Bytes::new(big);
    for request in [0x7fff_0000_0008, 0x7fff_0000_0010] {
        receiver.short(12, 2);
        receiver.short(17, request);
        receiver.short(13, 2);
    }
    for (request, tag) in [(0x7fff_0000_0010, 7), (0x7fff_0000_0008, 5)] {
        receiver.short(12, 3);
        receiver.record(19, &[0, 6, tag, 640 + tag, request]);
        receiver.short(13, 3);
    }
    [sender.end(), receiver.end()]
}

fn read(files: &[(&str, Vec<u8>)]) -> (Result<Trace, Note>, Vec<String>) {
    let mut archive = Assembler::<Archive>::default();
    let mut trace = TraceBuilder::new(1 << 20);
    let mut notes = Notes::new();
    for (name, bytes) in files {
        archive.begin(&FileInfo::new(name));
        bytes.chunks(11).for_each(|chunk| archive.read(chunk));
        if let Err(note) = archive.finish() {
            return (Err(note), Vec::new());
        }
    }
    let built = loop {
        match archive.build(&mut trace, &mut notes) {
            Ok(false) => {}
            Ok(true) => break Ok(trace.finish()),
            Err(note) => break Err(note),
        }
    };
    (built, notes.into_vec().iter().map(Note::to_string).collect())
}

fn lines(trace: &Trace, view: View) -> Vec<String> {
    let signature = Signature::parse("name,peer,tag,bytes,comm,op,root").unwrap_or_else(|_| unreachable!());
    let of = |id| trace.process(loopscope_core::trace::ProcessId(id));
    let processes = [0, 1].into_iter().filter_map(of);
    processes
        .flat_map(|process| {
            let events = process.events(view).into_iter().flatten();
            let text = |event| signature.text(trace.table().record(event), process.id, trace.table());
            events.map(text).collect::<Vec<String>>()
        })
        .collect()
}

fn whole(definitions: Vec<u8>, events: [Vec<u8>; 2], big: bool) -> (Trace, Vec<String>) {
    let [sender, receiver] = events;
    let (trace, notes) = read(&[
        ("run/traces/0.evt", sender),
        ("run/traces/700.evt", receiver),
        ("run/traces.def", definitions),
        ("run/traces.otf2", anchor(big)),
    ]);
    (trace.unwrap_or_else(|note| unreachable!("{note}")), notes)
}

/// The note on the one metric in these events.
const NO_CLOCK: &str = "run/traces.otf2: the archive does not say how fast its clock ticks; \
     expected the properties of the clock among the definitions; its times are left out";
const METRIC: &str = "run/traces.otf2: everything but the events of processes is left out; found 1 metric value";

/// An archive without ranks: a thread with two events and one without, a stream of an accelerator and a location of metrics.
fn without_ranks(thread: bool, stream: bool) -> Vec<(&'static str, Vec<u8>)> {
    let mut file = Bytes::new(false);
    file.string(0, "main");
    file.parts(15, &[Ok(0), Ok(0), Ok(0), Err(0), Ok(0), Ok(0), Ok(0), Ok(0), Err(1), Err(1), Ok(0)]);
    file.parts(13, &[Ok(0), Ok(0), Err(1), Ok(0)]);
    for (location, kind) in [(0, 1), (1, 1), (2, 2), (3, 3)] {
        file.parts(14, &[Ok(location), Ok(0), Err(kind), Ok(2), Ok(0)]);
    }
    let said = |events: bool, metrics: usize| {
        let mut file = Bytes::new(false);
        if events {
            file.short(12, 0);
            file.short(13, 0);
        }
        (0..metrics).for_each(|_| file.bytes.extend([31, 2, 9, 9]));
        file.end()
    };
    vec![
        ("run/traces.def", file.end()),
        ("run/traces.otf2", anchor(false)),
        ("run/traces/0.evt", said(thread, 1)),
        ("run/traces/1.evt", said(false, 0)),
        ("run/traces/2.evt", said(stream, 0)),
        ("run/traces/3.evt", said(false, 40)),
    ]
}

#[test]
fn locations_without_events_are_no_processes() {
    let (trace, notes) = read(&without_ranks(true, true));
    assert_eq!(trace.map(|trace| trace.processes().len()), Ok(1));
    let found = "found 1 location of metrics, 1 stream of accelerators, 1 thread without events, 41 metric values";
    assert!(notes.iter().any(|note| note.ends_with(found)), "{notes:?}");
    // Where no thread has events, what ran on an accelerator is all there is.
    let (trace, notes) = read(&without_ranks(false, true));
    assert_eq!(trace.map(|trace| trace.processes().len()), Ok(1));
    let found = "found 1 location of metrics, 2 threads without events, 41 metric values";
    assert!(notes.iter().any(|note| note.ends_with(found)), "{notes:?}");
    let (trace, _) = read(&without_ranks(false, false));
    let said = trace.map(|trace| trace.processes().len()).map_err(|note| note.to_string());
    let expected = "run/traces.otf2: the archive contains no usable event; found 1 location of metrics, \
         1 stream of accelerators, 2 threads without events, 41 metric values, expected calls and messages of threads";
    assert_eq!(said, Err(expected.to_owned()));
}

#[test]
fn both_byte_orders_and_old_versions_say_the_same() {
    for big in [false, true] {
        for version in [0, 1, 2] {
            let (trace, notes) = whole(definitions(big, version), events(big), big);
            assert_eq!(
                lines(&trace, View::Communication),
                [
                    "0 local enter main",
                    "0 send 1 5",
                    "0 send 1 7",
                    "0 sync MPI_Barrier 0,1",
                    "0 local leave main",
                    "0 recv 1 7",
                    "0 recv 1 5",
                ]
            );
            assert_eq!(
                lines(&trace, View::Calls),
                [
                    "MPI_Send(1,tag5,640,0,1)",
                    "MPI_Send(1,tag7,640,0,1)",
                    "MPI_Barrier(0,1)",
                    "MPI_Irecv(0,tag5,645,0,1)",
                    "MPI_Irecv(0,tag7,647,0,1)",
                    "mpi_wait_",
                    "mpi_wait_",
                ]
            );
            assert_eq!(notes, [METRIC, NO_CLOCK], "version 1.{version}");
        }
    }
}

#[test]
fn a_request_that_is_used_again_was_never_completed() {
    let mut receiver = Bytes::new(false);
    for _ in 0..3 {
        receiver.short(12, 2);
        receiver.short(17, 42);
        receiver.short(13, 2);
    }
    receiver.record(19, &[0, 6, 5, 640, 42]);
    let [sender, _] = events(false);
    let (trace, notes) = whole(definitions(false, 2), [sender, receiver.end()], false);
    let calls = lines(&trace, View::Calls);
    assert_eq!(calls[3..], ["MPI_Irecv", "MPI_Irecv", "MPI_Irecv(0,tag5,640,0,1)"]);
    assert!(notes[0].contains("non-blocking receives have no record of their completion; found 2 of 3"));
    assert!(notes[1].contains("messages were sent and never received; found 1 of 2"), "{notes:?}");
}

#[test]
fn calls_left_out_of_order() {
    let mut odd = Bytes::new(false);
    odd.short(13, 1); // left without having been entered
    odd.short(12, 1); // entered, never left
    odd.short(12, 3);
    odd.short(12, 1); // inside the other, never left
    odd.short(13, 3);
    let [_, receiver] = events(false);
    let (trace, notes) = whole(definitions(false, 2), [odd.end(), receiver], false);
    assert_eq!(lines(&trace, View::Calls)[0], "mpi_wait_");
    let said = |what: &str| notes.iter().any(|note| note.contains(what));
    assert!(said("a call returns without having been entered; found the end of MPI_Send"), "{notes:?}");
    assert!(said("a call is entered but never returns"), "{notes:?}");
}

#[test]
fn a_rank_outside_its_communicator_is_kept_and_said() {
    let mut sender = Bytes::new(false);
    sender.short(12, 1);
    sender.record(14, &[9, 6, 5, 640]);
    sender.short(13, 1);
    // To the null process: not a message.
    sender.record(14, &[u64::MAX, 6, 5, 640]);
    let [_, receiver] = events(false);
    let (trace, notes) = whole(definitions(false, 2), [sender.end(), receiver], false);
    assert_eq!(lines(&trace, View::Communication)[0], "0 send 9 5");
    let said = "found rank 9 of communicator 6; the number is kept as it is";
    assert!(notes.iter().any(|note| note.contains(said)), "{notes:?}");
}

#[test]
fn without_ranks_every_location_is_a_process() {
    let mut definitions = Bytes::new(false);
    for (id, name) in ["work", "thread 1", "thread 0"].iter().enumerate() {
        definitions.string(id as u64, name);
    }
    definitions.parts(15, &[Ok(0), Ok(0), Ok(0), Err(0), Ok(0), Ok(0), Ok(0), Ok(0), Err(1), Err(1), Ok(0)]);
    for (group, location) in [(1, 0), (2, 700)] {
        definitions.parts(13, &[Ok(group), Ok(group), Err(1), Ok(0)]);
        definitions.parts(14, &[Ok(location), Ok(0), Err(1), Ok(2), Ok(group)]);
    }
    let mut one = Bytes::new(false);
    one.short(12, 0);
    let mut other = Bytes::new(false);
    other.short(12, 0);
    other.short(13, 0);
    let (trace, notes) = whole(definitions.end(), [one.end(), other.end()], false);
    assert_eq!(lines(&trace, View::Communication), ["0 local enter work", "0 local leave work", "1 local enter work"]);
    assert_eq!(trace.views(), [View::Communication]);
    assert!(notes[0].contains("defines no MPI ranks"), "{notes:?}");
}

#[test]
fn damage_ends_the_file_with_its_place() {
    let [sender, receiver] = events(false);
    let mut broken = Bytes::new(false);
    broken.short(12, 1);
    broken.record(14, &[1, 6, 5, 640]);
    broken.short(13, 1);
    let at = broken.bytes.len();
    for (damage, said) in [
        (vec![8, 1, 1], "a record has an unknown type; found type 8"),
        (vec![12, 9, 1, 1, 1, 1, 1, 1, 1, 1, 1], "a record is damaged"),
        (vec![14, 3, 1, 1, 1, 2], "a record is damaged"),
        (vec![14, 0xff, 0, 0, 0, 0, 0, 0, 1, 0], "a record is too long"),
        (vec![14, 40, 1], "the file is truncated"),
    ] {
        let mut file = broken.clone();
        file.bytes.extend(&damage);
        let (trace, notes) = whole(definitions(false, 2), [file.bytes, receiver.clone()], false);
        assert_eq!(lines(&trace, View::Calls)[0], "MPI_Send(1,tag5,640,0,1)");
        let place = format!("run/traces/0.evt: byte {at}: {said}");
        assert!(notes.iter().any(|note| note.starts_with(&place)), "{place}: {notes:?}");
        assert!(notes.iter().any(|note| note.contains("the 3 events before it are used")));
    }
    let mut padded = sender;
    padded.truncate(400);
    padded.extend([9; 20]);
    let (_, notes) = whole(definitions(false, 2), [padded, receiver], false);
    assert!(notes.iter().any(|note| note.contains("a chunk has an invalid header")), "{notes:?}");
}

#[test]
fn what_is_stored_otherwise_is_refused() {
    let mut sion = anchor(false);
    sion[2 + 5 + 5 + 16] = 2;
    let message = read(&[("traces.otf2", sion)]).0.map(|_| ()).map_err(|note| note.to_string());
    assert!(message.is_err_and(|message| message.contains("SION containers")));
    let short = anchor(true)[..20].to_vec();
    let message = read(&[("traces.otf2", short)]).0.map(|_| ()).map_err(|note| note.to_string());
    assert!(message.is_err_and(|message| message.contains("is truncated")));
}
