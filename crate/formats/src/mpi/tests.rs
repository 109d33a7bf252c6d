//! The writer of a process against a naive twin, which sees the whole script at once.

use loopscope_core::symbols::Signature;
use loopscope_core::trace::{ProcessId, Trace, TraceBuilder, View};
use proptest::prelude::*;

use super::process::MAX_DEFERRED;
use super::{Collective, Message, Output, Peer, Process, Program};
use crate::notes::{Note, Notes, Place};

/// What a reader may say of a process.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Say {
    Enter(u8),
    Leave(u8),
    Send(Message),
    PostSend(u64, Message),
    Receive(Message),
    PostReceive(u64, Message),
    Complete(u64, Message),
    Cancel(u64),
    Collective(u32),
    PostTogether(u64, u32),
}

const NAMES: [&str; 3] = ["MPI_Irecv", "mpi_irecv_", "MPI_Waitall"];
const FIELDS: &str = "name,peer,tag,bytes,root";

fn run(script: &[Say]) -> (Trace, Vec<String>) {
    let mut trace = TraceBuilder::new(1 << 30);
    let mut notes = Notes::new();
    let mut program = Program::default();
    notes.begin_file("f");
    trace.begin_source("f");
    let slot = trace.process(ProcessId(0)).unwrap();
    let mut process = Process::new(slot, 0, &mut trace).unwrap();
    let names = NAMES.map(|name| trace.name(name).unwrap());
    let bcast = trace.name("MPI_Bcast").unwrap();
    let group = Some(trace.group(vec![0, 1]).unwrap());
    let mut out = Output { trace: &mut trace, notes: &mut notes, program: &mut program };
    let out = &mut out;
    // The root 9 means an unknown communicator.
    let rooted = |root| Collective { root: Some(root), group: group.filter(|_| root != 9), ..Collective::default() };
    for &say in script {
        match say {
            Say::Enter(name) => process.enter_call(names[name as usize], Place::Line(1), out),
            Say::Leave(name) => {
                process.leave_call(names[name as usize], Place::Line(2), out).unwrap();
            }
            Say::Send(message) => process.send(message, out).unwrap(),
            Say::PostSend(request, message) => process.post_send(request, message, out).unwrap(),
            Say::Receive(message) => process.receive(message, out).unwrap(),
            Say::PostReceive(request, message) => {
                process.post_receive(request, message, out).unwrap();
            }
            Say::Complete(request, message) => {
                process.complete(request, message, out).unwrap();
            }
            Say::Cancel(request) => process.cancel(request, out).unwrap(),
            Say::Collective(root) => process.collective(bcast, rooted(root), out).unwrap(),
            Say::PostTogether(request, root) => {
                process.post_collective(request, bcast, rooted(root), out).unwrap();
            }
        }
    }
    process.finish(out).unwrap();
    program.note(&trace, &mut notes);
    (trace.finish(), notes.into_vec().iter().map(Note::to_string).collect())
}

fn texts(trace: &Trace, view: View) -> Vec<String> {
    let signature = Signature::parse(FIELDS).unwrap();
    let process = trace.process(ProcessId(0)).unwrap();
    let text = |id| signature.text(trace.table().record(id), process.id, trace.table());
    process.events(view).into_iter().flatten().map(text).collect()
}

/// What became of the request that begins at `at`: where it is complete, if ever, and with what.
fn end_of(script: &[Say], at: usize, request: u64) -> Option<(usize, Message)> {
    for (later, say) in script.iter().enumerate().skip(at + 1) {
        match *say {
            Say::Complete(number, message) if number == request => return Some((later, message)),
            Say::Cancel(number)
            | Say::PostSend(number, _)
            | Say::PostReceive(number, _)
            | Say::PostTogether(number, _)
                if number == request =>
            {
                return None;
            }
            _ => {}
        }
    }
    None
}

fn merged(posted: Message, now: Message) -> Message {
    Message {
        peer: if now.peer == Peer::Any { posted.peer } else { now.peer },
        tag: now.tag.or(posted.tag),
        bytes: now.bytes.or(posted.bytes),
        group: None,
    }
}

/// A line of the communication view.
fn message_text(word: &str, message: Message) -> Option<String> {
    let Peer::Process(peer) = message.peer else { return None };
    let tag = message.tag.map_or("*".to_owned(), |tag| tag.to_string());
    Some(match word {
        "send" => format!("0 send {peer} {tag}"),
        _ => format!("{peer} recv 0 {tag}"),
    })
}

/// Both views, by looking forward and backward in the script for everything.
fn naive(script: &[Say]) -> (Vec<String>, Vec<String>) {
    let mut communication: Vec<(usize, String)> = Vec::new();
    let mut calls = Vec::new();
    let mut open: Vec<(u8, usize)> = Vec::new();
    for (at, say) in script.iter().enumerate() {
        let mut event = |at, text: Option<String>| communication.extend(text.map(|text| (at, text)));
        match *say {
            Say::Send(message) | Say::PostSend(_, message) => {
                event(at, message_text("send", message));
            }
            Say::Receive(message) => event(at, message_text("recv", message)),
            Say::Collective(_) => event(at, Some("0 sync MPI_Bcast *".to_owned())),
            Say::PostReceive(request, posted) => {
                if let Some((end, message)) = end_of(script, at, request) {
                    event(end, message_text("recv", merged(posted, message)));
                }
            }
            Say::PostTogether(request, _) => {
                if let Some((end, _)) = end_of(script, at, request) {
                    event(end, Some("0 sync MPI_Bcast *".to_owned()));
                }
            }
            Say::Enter(name) => open.push((name, at)),
            Say::Leave(name) => {
                if let Some(found) = open.iter().rposition(|call| call.0 == name) {
                    let begin = open[found].1;
                    open.truncate(found);
                    calls.push(call_text(script, name, begin, at));
                }
            }
            Say::Complete(..) | Say::Cancel(_) => {}
        }
    }
    communication.sort_by_key(|event| event.0);
    (communication.into_iter().map(|event| event.1).collect(), calls)
}

fn call_text(script: &[Say], name: u8, begin: usize, end: usize) -> String {
    let inside = || script.iter().enumerate().take(end).skip(begin);
    let not_nobody = |message: &Message| message.peer != Peer::Null;
    let sent: Vec<Message> = inside()
        .filter_map(|(_, say)| match say {
            Say::Send(message) | Say::PostSend(_, message) => Some(*message),
            _ => None,
        })
        .filter(not_nobody)
        .collect();
    let received: Vec<Message> = inside()
        .filter_map(|(at, say)| match *say {
            Say::Receive(message) => Some(message),
            Say::PostReceive(_, posted) if posted.peer == Peer::Null => None,
            Say::PostReceive(request, posted) => Some(match end_of(script, at, request) {
                Some((_, message)) => merged(posted, message),
                None => posted,
            }),
            _ => None,
        })
        .filter(not_nobody)
        .collect();
    let roots: Vec<u32> = inside()
        .filter_map(|(_, say)| match say {
            Say::Collective(root) | Say::PostTogether(_, root) => Some(*root),
            _ => None,
        })
        .collect();
    let messages = if sent.is_empty() { &received } else { &sent };
    let mut fields = Vec::new();
    if let [message] = messages[..] {
        if let Peer::Process(peer) = message.peer {
            fields.push(peer.to_string());
        }
        fields.extend(message.tag.map(|tag| format!("tag{tag}")));
        fields.extend(message.bytes.map(|bytes| bytes.to_string()));
    }
    if let Some(root) = roots.first().filter(|&first| roots.iter().all(|root| root == first)) {
        fields.push(format!("root{root}"));
    }
    let name = NAMES[name as usize];
    if fields.is_empty() {
        name.to_owned()
    } else {
        format!("{name}({})", fields.join(","))
    }
}

fn check(script: &[Say]) {
    let (trace, _) = run(script);
    let (communication, calls) = naive(script);
    assert_eq!(texts(&trace, View::Communication), communication, "communication");
    assert_eq!(texts(&trace, View::Calls), calls, "calls");
}

fn from(peer: u32, tag: i64) -> Message {
    Message { peer: Peer::Process(peer), tag: Some(tag), ..Message::default() }
}

const ANY: Message = Message { peer: Peer::Any, tag: None, bytes: None, group: None };

#[test]
fn a_receive_stands_at_its_completion_and_names_its_call() {
    use Say::*;
    let sized = Message { bytes: Some(80), ..from(3, 7) };
    let script = [
        Enter(1),
        Enter(0),
        PostReceive(1, ANY),
        Leave(0),
        Leave(1),
        Enter(0),
        PostReceive(2, from(4, 8)),
        Leave(0),
        Send(from(5, 9)),
        Enter(2),
        Complete(2, ANY),
        Complete(1, sized),
        Leave(2),
    ];
    let (trace, notes) = run(&script);
    assert_eq!(texts(&trace, View::Communication), ["0 send 5 9", "4 recv 0 8", "3 recv 0 7"]);
    assert_eq!(
        texts(&trace, View::Calls),
        ["MPI_Irecv(3,tag7,80)", "mpi_irecv_(3,tag7,80)", "MPI_Irecv(4,tag8)", "MPI_Waitall"]
    );
    // Process 0 is all that there is: of what the others sent or received nothing is known.
    assert_eq!(notes, [""; 0]);
    check(&script);
}

#[test]
fn messages_without_their_other_half_are_said() {
    let (_, notes) = run(&[Say::Send(from(0, 7)), Say::Send(from(0, 7)), Say::Receive(from(0, 8))]);
    assert_eq!(
        notes,
        [
            "f: messages were sent and never received; found 2 of 2, the first from 0 to 0 with tag 7; \
             kept as they are",
            "f: messages were received and never sent; found 1 of 1, the first from 0 to 0 with tag 8; \
             kept as they are",
        ]
    );
}

#[test]
fn what_is_not_known_is_counted_and_not_guessed() {
    use Say::*;
    let script = [
        PostReceive(1, ANY),
        PostReceive(2, from(1, 1)),
        PostReceive(2, from(1, 2)),
        Complete(1, ANY),
        Complete(9, from(1, 1)),
        Send(ANY),
        Send(Message { peer: Peer::Null, ..ANY }),
        PostReceive(3, from(1, 3)),
        Cancel(3),
        Collective(9),
        PostTogether(4, 9),
        Complete(4, ANY),
    ];
    let (trace, notes) = run(&script);
    assert_eq!(texts(&trace, View::Communication), [""; 0]);
    assert_eq!(
        notes,
        [
            "f: non-blocking receives have no record of their completion; found 2 of 3; their source, \
             size and position are unknown: the communication view lacks them, and their calls may \
             lack peer and size",
            "f: receives from any source do not record where the message came from; found 1; the \
             communication view lacks them",
            "f: the destination of some messages is unknown; found 1, expected a rank of a \
             communicator whose members the trace lists; the communication view lacks them",
            "f: the processes of some collective operations are unknown; found 2, expected a \
             communicator whose members the trace lists; the communication view lacks them",
        ]
    );
}

#[test]
fn requests_can_be_started_again_and_again() {
    let mut trace = TraceBuilder::new(1 << 30);
    let (mut notes, mut program) = (Notes::new(), Program::default());
    trace.begin_source("f");
    let slot = trace.process(ProcessId(0)).unwrap();
    let mut process = Process::new(slot, 0, &mut trace).unwrap();
    let mut out = Output { trace: &mut trace, notes: &mut notes, program: &mut program };
    process.init_send(1, from(1, 5));
    process.init_receive(2, from(1, 6));
    for _ in 0..2 {
        process.start(1, &mut out).unwrap();
        process.start(2, &mut out).unwrap();
        assert!(process.complete(1, ANY, &mut out).unwrap());
        assert!(process.complete(2, ANY, &mut out).unwrap());
        assert!(!process.complete(2, ANY, &mut out).unwrap(), "it is not active");
    }
    process.free(1);
    process.start(1, &mut out).unwrap();
    assert_eq!(process.waiting(), 0);
    process.finish(&mut out).unwrap();
    let pair = ["0 send 1 5", "1 recv 0 6"];
    assert_eq!(texts(&trace.finish(), View::Communication), [pair, pair].concat());
}

#[test]
fn a_request_that_takes_forever_holds_no_more_than_is_allowed() {
    let mut script = vec![Say::Enter(0), Say::PostReceive(1, from(1, 1)), Say::Leave(0)];
    for _ in 0..MAX_DEFERRED {
        script.extend([Say::Enter(2), Say::Leave(2)]);
    }
    let late = Message { bytes: Some(9), ..from(2, 2) };
    script.push(Say::Complete(1, late));
    let (trace, _) = run(&script);
    let calls = texts(&trace, View::Calls);
    assert_eq!((calls.len(), calls[0].as_str()), (MAX_DEFERRED + 1, "MPI_Irecv(1,tag1)"));
    // With one fewer, the call gets the fields of its message.
    script.drain(3..5);
    assert_eq!(texts(&run(&script).0, View::Calls)[0], "MPI_Irecv(2,tag2,9)");
}

fn message() -> impl Strategy<Value = Message> {
    let peer = prop_oneof![
        1 => Just(Peer::Any),
        1 => Just(Peer::Null),
        4 => (0u32..4).prop_map(Peer::Process),
    ];
    let option = || proptest::option::of(0u64..3);
    (peer, option(), option()).prop_map(|(peer, tag, bytes)| Message {
        peer,
        tag: tag.map(|tag| tag as i64),
        bytes,
        group: None,
    })
}

fn say() -> impl Strategy<Value = Say> {
    let request = || 0u64..4;
    // Completing a receive from the null process is not a message.
    let completion = || message().prop_filter("a message", |it| it.peer != Peer::Null);
    prop_oneof![
        4 => (0u8..3).prop_map(Say::Enter),
        4 => (0u8..3).prop_map(Say::Leave),
        1 => message().prop_map(Say::Send),
        1 => (request(), message()).prop_map(|(request, it)| Say::PostSend(request, it)),
        1 => message().prop_map(Say::Receive),
        3 => (request(), completion()).prop_map(|(request, it)| Say::PostReceive(request, it)),
        3 => (request(), completion()).prop_map(|(request, it)| Say::Complete(request, it)),
        1 => request().prop_map(Say::Cancel),
        1 => (0u32..2).prop_map(Say::Collective),
        1 => (request(), 0u32..2).prop_map(|(request, root)| Say::PostTogether(request, root)),
    ]
}

proptest! {
    #[test]
    fn the_writer_agrees_with_its_twin(script in proptest::collection::vec(say(), 0..60)) {
        check(&script);
    }
}
