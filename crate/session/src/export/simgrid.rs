//! A trace as time-independent actions, which SimGrid's SMPI replays on the model of any machine.
//!
//! What a process does between two calls is `compute` with as many flops as nanoseconds: on a host of 1 Gf/s it takes the time
//! that it took. Receives are posted where the program posts them, if the trace has that call and it names source and tag; else
//! they are written where they complete. Actions are written one by one. Memory: a number for each channel of the process.
//!
//! | in the trace | written |
//! | --- | --- |
//! | a blocking send | `send` |
//! | any other send, or one whose call is not known | `isend`; one `waitall` at the end completes them |
//! | a posted receive, and where it completes | `irecv` and `wait` |
//! | any other receive | `recv` where it completes |
//! | a collective of all processes | the action of that name; sizes by process, which the trace lacks, are equal shares |
//! | a collective of some processes | nothing but `comm_split` and `comm_dup`: replays know one communicator |
//! | local events | nothing |
//!
//! Source: SimGrid 3.32, `smpi_replay.cpp`.

use std::io::{self, Write};

use loopscope_core::matching::{base_name, Role, Step, Walk};
use loopscope_core::trace::{Kind, Process, Record, Table, Trace, View};
use rustc_hash::FxHashMap;

/// How the arguments of a collective are written.
#[derive(Clone, Copy)]
enum Arguments {
    /// None.
    None,
    /// The size, and the root.
    SizeRoot,
    /// The size, an amount of work, and the root.
    SizeWorkRoot,
    /// The size and an amount of work.
    SizeWork,
    /// What is sent and what is received.
    Both,
    /// What is sent, what is received, the root.
    BothRoot,
    /// What is sent; of each process what is received from it; the root.
    FromEachRoot,
    /// To each process what it gets; what is received; the root.
    ToEachRoot,
    /// What is sent; of each process what is received from it.
    FromEach,
    /// A share for each process, and an amount of work.
    ShareEachWork,
    /// What is sent and a share for each process, and both again of what is received.
    ShareEachBoth,
}

/// The collectives that replays know.
const COLLECTIVES: [(&str, Arguments); 16] = [
    ("barrier", Arguments::None),
    ("bcast", Arguments::SizeRoot),
    ("reduce", Arguments::SizeWorkRoot),
    ("allreduce", Arguments::SizeWork),
    ("scan", Arguments::SizeWork),
    ("exscan", Arguments::SizeWork),
    ("alltoall", Arguments::Both),
    ("allgather", Arguments::Both),
    ("gather", Arguments::BothRoot),
    ("scatter", Arguments::BothRoot),
    ("gatherv", Arguments::FromEachRoot),
    ("scatterv", Arguments::ToEachRoot),
    ("allgatherv", Arguments::FromEach),
    ("reducescatter", Arguments::ShareEachWork),
    ("reduce_scatter", Arguments::ShareEachWork),
    ("alltoallv", Arguments::ShareEachBoth),
];

/// The communicators that are made: their events take part in the order of calls.
const MAKING: [&str; 2] = ["comm_split", "comm_dup"];

/// Writes the actions of a process, each with its rank. O(calls).
///
/// # Errors
/// The output fails.
pub(super) fn actions(trace: &Trace, process: &Process, out: &mut impl Write) -> io::Result<()> {
    let own = process.id;
    writeln!(out, "{own} init")?;
    let timed = process.times(View::Communication).or(process.times(View::Calls)).is_some();
    let mut writer = Actions { trace, process, out, posted: FxHashMap::default(), isends: 0 };
    let (mut walk, mut last) = (Walk::new(), None);
    while let Some(step) = walk.next(trace, process) {
        if let Some(last) = last.filter(|&last| timed && step.enter > last) {
            writeln!(writer.out, "{own} compute {}", step.enter - last)?;
        }
        last = Some(step.leave);
        writer.step(&step, &walk)?;
    }
    if writer.isends > 0 {
        writeln!(out, "{own} waitall")?;
    }
    writeln!(out, "{own} finalize")
}

struct Actions<'a, W> {
    trace: &'a Trace,
    process: &'a Process,
    out: &'a mut W,
    /// Of each source and tag, the receives that are posted and not complete.
    posted: FxHashMap<(u32, i64), u64>,
    /// Sends that nothing completed.
    isends: u64,
}

impl<W: Write> Actions<'_, W> {
    fn step(&mut self, step: &Step, walk: &Walk) -> io::Result<()> {
        let (own, table) = (self.process.id, self.trace.table());
        let call = step.record.map(|id| table.record(id));
        let role = call.map_or(Role::Other, |record| Role::of(table.name(record.name)));
        if let (Role::Post, Some(call)) = (role, call) {
            if let (Some(peer), Some(tag), Some(bytes)) = (call.peer, call.tag, call.bytes) {
                *self.posted.entry((peer, tag)).or_default() += 1;
                writeln!(self.out, "{own} irecv {peer} {tag} {bytes}")?;
            }
        }
        for &id in walk.events() {
            self.event(table.record(id), call, role)?;
        }
        Ok(())
    }

    /// Writes an event; `call`: the one that it happens in.
    fn event(&mut self, record: &Record, call: Option<&Record>, role: Role) -> io::Result<()> {
        let own = self.process.id;
        let of_call = |wanted: Role| call.filter(|_| role == wanted).and_then(|call| call.bytes);
        let (peer, tag) = (record.peer.unwrap_or(0), record.tag.unwrap_or(0));
        match record.kind {
            Kind::Send => {
                let bytes = record.bytes.unwrap_or(0);
                let verb = if role == Role::Send { "send" } else { "isend" };
                self.isends += u64::from(role != Role::Send);
                writeln!(self.out, "{own} {verb} {peer} {tag} {bytes}")
            }
            Kind::Recv => {
                let is_posted = !matches!(role, Role::Receive | Role::SendReceive);
                let waiting = self.posted.get_mut(&(peer, tag)).filter(|left| is_posted && **left > 0);
                if let Some(left) = waiting {
                    *left -= 1;
                    return writeln!(self.out, "{own} wait {peer} {own} {tag}");
                }
                match record.bytes.or(of_call(Role::Receive)) {
                    Some(bytes) => writeln!(self.out, "{own} recv {peer} {tag} {bytes}"),
                    // The replay asks how large the message is.
                    None => writeln!(self.out, "{own} recv {peer} {tag} -1"),
                }
            }
            Kind::Sync => self.collective(record, call),
            Kind::Local | Kind::Call => Ok(()),
        }
    }

    fn collective(&mut self, record: &Record, call: Option<&Record>) -> io::Result<()> {
        let (own, all) = (self.process.id, self.trace.processes().len());
        let Some(verb) = verb(record, self.trace.table()) else { return Ok(()) };
        if MAKING.contains(&verb.as_str()) {
            return writeln!(self.out, "{own} {verb}");
        }
        let Some(arguments) = replayed(record, self.trace) else { return Ok(()) };
        let verb = if verb == "reduce_scatter" { "reducescatter" } else { &verb };
        // The size and the root are arguments of the call.
        let of = call.filter(|call| call.name == record.name).unwrap_or(record);
        let size = of.bytes.or(record.bytes).unwrap_or(0);
        let root = of.root.or(record.root).unwrap_or(0);
        let each = |size: u64| vec![size.to_string(); all].join(" ");
        let share = size / all.max(1) as u64;
        let words = match arguments {
            Arguments::None => String::new(),
            Arguments::SizeRoot => format!(" {size} {root}"),
            Arguments::SizeWorkRoot => format!(" {size} 0 {root}"),
            Arguments::SizeWork => format!(" {size} 0"),
            Arguments::Both => format!(" {size} {size}"),
            Arguments::BothRoot => format!(" {size} {size} {root}"),
            Arguments::FromEachRoot => format!(" {size} {} {root}", each(size)),
            Arguments::ToEachRoot => format!(" {} {size} {root}", each(size)),
            Arguments::FromEach => format!(" {size} {}", each(size)),
            Arguments::ShareEachWork => format!(" {} 0", each(share)),
            Arguments::ShareEachBoth => format!(" {size} {0} {size} {0}", each(share)),
        };
        writeln!(self.out, "{own} {verb}{words}")
    }
}

/// The name of a collective without `MPI_`, in small letters.
fn verb(record: &Record, table: &Table) -> Option<String> {
    base_name(table.name(record.name)).map(str::to_ascii_lowercase)
}

/// How a collective is written; `None` if it is of some processes only, or of a name that replays do not know.
fn replayed(record: &Record, trace: &Trace) -> Option<Arguments> {
    let verb = verb(record, trace.table())?;
    let (_, arguments) = COLLECTIVES.iter().find(|(name, _)| *name == verb)?;
    let all = record.group.is_none_or(|id| trace.table().group(id).len() == trace.processes().len());
    all.then_some(*arguments)
}

/// Whether an event of communication has no action.
pub(super) fn is_left_out(record: &Record, trace: &Trace) -> bool {
    record.kind == Kind::Sync && replayed(record, trace).is_none() && !makes_communicators(record, trace)
}

/// Whether a collective makes communicators.
pub(super) fn makes_communicators(record: &Record, trace: &Trace) -> bool {
    verb(record, trace.table()).is_some_and(|verb| MAKING.contains(&verb.as_str()))
}
