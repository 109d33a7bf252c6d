//! The calls of each process as a loop nest: a symbol is a call with all its arguments, requests by their age.
//!
//! Sizes are part of a symbol here, and so is the room that a receive has: a loop ends where they change. Receives from any
//! source are from the source that the trace found, since their order would be a race otherwise. A call that found several of its
//! requests complete waits for them; one that found none is left out.

use rustc_hash::FxHashMap;

use super::places::{collective, slot, Item, Own, Places};
use super::program::Time;
use super::refused::Refused;
use crate::matching::base_name;
use crate::method::{build, Method};
use crate::nest::{Nest, Node, NodeId};
use crate::symbols::Symbol;
use crate::trace::{CallArguments, GroupId, Process, Record, Trace, View};

/// A communicator of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Comm {
    /// All processes.
    All,
    /// The n-th that the process took part in making, from 1.
    Made(u32),
    /// Processes; how their communicator was made is unknown.
    Group(GroupId),
}

/// A call with all its arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Call {
    verb: &'static str,
    peer: Option<u32>,
    tag: i64,
    bytes: u64,
    comm: Comm,
    root: Option<u32>,
    /// The number of the communicator that it makes.
    makes: Option<u32>,
    arguments: CallArguments,
}

/// What programs call, by the name of the call in small letters. Collectives stand in `places`.
const VERBS: [(&str, &str); 29] = [
    ("send", "send"),
    ("bsend", "send"),
    ("rsend", "send"),
    ("ssend", "ssend"),
    ("isend", "isend"),
    ("ibsend", "isend"),
    ("irsend", "isend"),
    ("issend", "issend"),
    ("recv", "recv"),
    ("irecv", "irecv"),
    ("sendrecv", "sendrecv"),
    ("sendrecv_replace", "sendrecv"),
    ("wait", "wait"),
    ("waitany", "wait"),
    ("test", "wait"),
    ("testany", "wait"),
    ("waitall", "waitall"),
    ("waitsome", "waitall"),
    ("testall", "waitall"),
    ("testsome", "waitall"),
    ("comm_split", SPLIT),
    ("comm_dup", DUP),
    ("cart_create", CART),
    ("comm_free", FREE),
    ("comm_rank", "ask_rank"),
    ("comm_size", "ask_size"),
    ("init", BEGIN),
    ("init_thread", BEGIN),
    ("finalize", END),
];

const SPLIT: &str = "make_split";
const DUP: &str = "make_dup";
const CART: &str = "make_cart";
const FREE: &str = "free_comm";
const BEGIN: &str = "begin";
const END: &str = "end";

/// Makes communicators, but no program does: each takes a number.
const OTHER_MAKERS: [&str; 8] = [
    "cart_sub",
    "comm_create",
    "comm_create_group",
    "comm_dup_with_info",
    "comm_split_type",
    "dist_graph_create",
    "dist_graph_create_adjacent",
    "graph_create",
];

/// The calls of one process.
#[derive(Default)]
struct Calls {
    /// The different ones.
    different: Vec<Call>,
    string: Vec<Symbol>,
    /// The computing before each, in nanoseconds.
    gaps: Vec<u64>,
    /// Of the communicators that it takes part in making, their processes, if a call says so.
    made: FxHashMap<u32, GroupId>,
}

/// What all processes do, and the communicators that they use.
pub(super) struct Found {
    pub(super) places: Places,
    /// The communicators that are there from the beginning: that of all processes, and those that nobody was seen to make.
    pub(super) groups: Vec<Vec<u32>>,
    /// How many others a process makes at most.
    pub(super) made: usize,
}

pub(super) fn find(trace: &Trace, time: Time) -> Result<Found, Refused> {
    let mut places = Places::default();
    let mut known: FxHashMap<Vec<Item>, usize> = FxHashMap::default();
    let mut comms: Vec<Vec<Comm>> = Vec::new();
    let mut balance = Balance::default();
    for (rank, process) in trace.processes().iter().enumerate() {
        let calls = read(trace, process, &mut places)?;
        balance.count(rank as u32, &calls);
        let nest = build(Method::Optimal, &calls.string).map_err(|_| Refused::TooLong(rank as u32))?.nest;
        let mut own = Own::default();
        let mut code = Code {
            trace,
            rank: rank as u32,
            calls: &calls,
            items: Vec::new(),
            comms: Vec::new(),
            own: &mut own,
            events: Vec::new(),
        };
        code.body(&nest, nest.root());
        let Code { items, comms: used, events, .. } = code;
        let times = times_of(&items, &calls.gaps, events.len());
        for (symbol, times) in events.into_iter().zip(times) {
            let bytes = calls.different.get(symbol).map_or(0, |call| call.bytes);
            places.add(&mut own, times, vec![bytes], time);
        }
        places.largest = own.rooms.iter().fold(places.largest, |most, &room| most.max(room));
        places.classify(&mut own, items, &mut known);
        places.processes.push(own);
        comms.push(used);
    }
    balance.check()?;
    let processes = trace.processes().len() as u32;
    let (mut groups, mut made) = (Vec::new(), 0);
    for comm in comms.iter().flatten() {
        match *comm {
            Comm::Group(group) => drop(slot(&mut groups, group)),
            Comm::Made(number) => made = made.max(number as usize),
            Comm::All => {}
        }
    }
    for (own, comms) in places.processes.iter_mut().zip(&comms) {
        own.groups = comms
            .iter()
            .map(|comm| match *comm {
                Comm::All => 0,
                Comm::Group(group) => 1 + slot(&mut groups, group),
                Comm::Made(number) => groups.len() + number as usize,
            })
            .collect();
    }
    let members = groups.iter().map(|&group| trace.table().group(group).to_vec());
    let groups = std::iter::once((0..processes).collect()).chain(members).collect();
    Ok(Found { places, groups, made })
}

/// Reads the calls of a process. O(calls).
fn read(trace: &Trace, process: &Process, places: &mut Places) -> Result<Calls, Refused> {
    let table = trace.table();
    let rank = process.id.0;
    let Some(events) = process.events(View::Calls) else {
        // A process that did nothing needs no arguments.
        let empty = process.len(View::Communication).unwrap_or(0) == 0;
        return if empty { Ok(Calls::default()) } else { Err(Refused::NoArguments(rank)) };
    };
    let times = process.times(View::Calls);
    let mut spans = times.map(|times| (times.tick(), times.iter()));
    let mut calls = Calls::default();
    let mut known: FxHashMap<Call, u32> = FxHashMap::default();
    let (mut last, mut made) = (None, 0);
    for id in events {
        let span = spans.as_mut().and_then(|(tick, spans)| {
            let span = spans.next()?;
            let ns = |time| u64::try_from(tick.nanoseconds(time)).unwrap_or(u64::MAX);
            Some((ns(span.enter), ns(span.leave)))
        });
        let record = table.record(id);
        let name = table.name(record.name);
        let base = base_name(name).map(str::to_ascii_lowercase).unwrap_or_default();
        let arguments = record.site.and_then(|site| CallArguments::parse(table.name(site)));
        let arguments = arguments.ok_or(Refused::NoArguments(rank))?;
        let verb = VERBS.iter().find(|(known, _)| *known == base).map(|(_, verb)| *verb);
        let verb = verb.or_else(|| collective(name));
        made += u32::from(matches!(verb, Some(SPLIT | DUP | CART)) || OTHER_MAKERS.contains(&&*base));
        let found_none = verb == Some("wait") && arguments.completes.is_empty()
            || base.starts_with("test") && arguments.completes.is_empty();
        let Some(verb) = verb.filter(|_| !found_none) else {
            *places.left_out.entry(name.to_owned()).or_default() += 1;
            continue;
        };
        let gap = span.zip(last).map_or(0, |((enter, _), last)| u64::saturating_sub(enter, last));
        last = span.map(|(_, leave)| leave).or(last);
        if verb == BEGIN {
            continue;
        }
        let comm = comm_of(record, &arguments, made, trace);
        if let (Comm::Made(number), Some(group)) = (comm, record.group) {
            calls.made.insert(number, group);
        }
        let call = Call {
            verb,
            peer: record.peer.filter(|_| !arguments.to_null),
            tag: record.tag.unwrap_or(0),
            bytes: record.bytes.unwrap_or(0),
            comm,
            root: record.root,
            makes: matches!(verb, SPLIT | DUP | CART).then_some(made),
            arguments,
        };
        let next = calls.different.len() as u32;
        let symbol = *known.entry(call).or_insert_with_key(|call| {
            calls.different.push(call.clone());
            next
        });
        calls.string.push(Symbol(symbol));
        calls.gaps.push(gap);
    }
    Ok(calls)
}

/// The communicator of a call of a process that took part in making so many.
fn comm_of(record: &Record, arguments: &CallArguments, made: u32, trace: &Trace) -> Comm {
    match (arguments.comm, record.group) {
        (Some(0), _) => Comm::All,
        (Some(number), _) if number <= made => Comm::Made(number),
        (_, Some(group)) if trace.table().group(group).len() < trace.processes().len() => Comm::Group(group),
        _ => Comm::All,
    }
}

/// The code of one process while it is written.
struct Code<'a> {
    trace: &'a Trace,
    rank: u32,
    calls: &'a Calls,
    items: Vec<Item>,
    comms: Vec<Comm>,
    own: &'a mut Own,
    /// The different calls that the events of the function are, in their order.
    events: Vec<usize>,
}

impl Code<'_> {
    fn body(&mut self, nest: &Nest, body: &[NodeId]) {
        for &id in body {
            match nest.node(id) {
                Node::Symbol(Symbol(symbol)) => self.call(symbol as usize),
                Node::Loop(node) => {
                    self.items.push(Item::Begin(node.count));
                    self.body(nest, nest.body(&node));
                    self.items.push(Item::End);
                }
            }
        }
    }

    fn call(&mut self, symbol: usize) {
        let calls = self.calls;
        let Some(call) = calls.different.get(symbol) else { return };
        let event = self.events.len();
        let comm = format!("own->groups[{}]", slot(&mut self.comms, call.comm));
        let size = format!("next(&own->sizes[{event}])");
        let tag = call.tag;
        let line = match call.verb {
            verb @ ("send" | "ssend" | "isend" | "issend") => {
                format!("do_{verb}({comm}, {}, {tag}, {size});", self.peer(call.peer))
            }
            verb @ ("recv" | "irecv") => {
                let room = self.room(call);
                format!("do_{verb}({comm}, {}, {tag}, {room});", self.peer(call.peer))
            }
            "sendrecv" => {
                let (source, source_tag) = call.arguments.source.unzip();
                let (to, from) = (self.peer(call.peer), self.peer(source));
                let room = self.room(call);
                format!("do_sendrecv({comm}, {to}, {tag}, {size}, {from}, {}, {room});", source_tag.unwrap_or(0))
            }
            "wait" => {
                format!("do_wait({});", call.arguments.completes.first().copied().unwrap_or(0))
            }
            "waitall" => {
                let ages: Vec<String> = call.arguments.completes.iter().map(u32::to_string).collect();
                let list = if ages.is_empty() { "0".to_owned() } else { ages.join(", ") };
                format!("do_waitall({}, (const int[]){{{list}}});", ages.len())
            }
            SPLIT => {
                let colour = call.makes.and_then(|made| self.calls.made.get(&made));
                let colour = colour.and_then(|&group| self.trace.table().group(group).first());
                let colour = self.peer(Some(colour.map_or(0, |first| first + 1)));
                let rank = self.peer(Some(self.rank));
                format!("make_split({comm}, {colour}, {rank}, {});", self.made(call))
            }
            verb @ (DUP | CART) => format!("{verb}({comm}, {});", self.made(call)),
            verb @ (FREE | "ask_rank" | "ask_size") => format!("{verb}({comm});"),
            END => "/* MPI_Finalize follows. */".to_owned(),
            // Other: a collective, called as it is.
            verb => {
                let root = match call.root {
                    Some(root) => format!("rank_in({comm}, {})", self.peer(Some(root))),
                    None => "0".to_owned(),
                };
                format!("do_{verb}({comm}, {size}, {root});")
            }
        };
        self.items.push(Item::Line(line));
        self.events.push(symbol);
    }

    fn peer(&mut self, process: Option<u32>) -> String {
        let number = process.map_or(-1, i64::from);
        format!("own->peers[{}]", slot(&mut self.own.peers, number))
    }

    fn made(&mut self, call: &Call) -> String {
        let comm = call.makes.map_or(Comm::All, Comm::Made);
        format!("own->groups[{}]", slot(&mut self.comms, comm))
    }

    /// The room of a receive: a number for each place.
    fn room(&mut self, call: &Call) -> String {
        self.own.rooms.push(call.arguments.room.unwrap_or(0).max(if call.verb == "sendrecv" { 0 } else { call.bytes }));
        format!("own->rooms[{}]", self.own.rooms.len() - 1)
    }
}

/// The numbers of the calls of each of so many events of a function, in the order in which they are made. O(calls).
fn times_of(items: &[Item], gaps: &[u64], events: usize) -> Vec<Vec<u64>> {
    let mut times = vec![Vec::new(); events];
    for (event, &gap) in run(items).zip(gaps) {
        if let Some(times) = times.get_mut(event) {
            times.push(gap);
        }
    }
    times
}

/// The events of a function in the order in which a process makes them.
pub(super) fn run(items: &[Item]) -> impl Iterator<Item = usize> + '_ {
    // The events before each item.
    let mut before = Vec::with_capacity(items.len());
    let mut events = 0;
    for item in items {
        before.push(events);
        events += usize::from(!matches!(item, Item::Begin(_) | Item::End));
    }
    // Of each open loop, its first item and the iterations that are left.
    let mut open: Vec<(usize, u64)> = Vec::new();
    let mut at = 0;
    std::iter::from_fn(move || loop {
        let item = items.get(at)?;
        at += 1;
        match item {
            Item::Begin(count) => open.push((at, count.saturating_sub(1))),
            Item::End => match open.last_mut() {
                Some((first, left)) if *left > 0 => {
                    *left -= 1;
                    at = *first;
                }
                _ => drop(open.pop()),
            },
            _ => return before.get(at - 1).copied(),
        }
    })
}

/// Of each channel, the messages that are sent less those that are received: a program with others would wait for ever.
#[derive(Default)]
struct Balance(FxHashMap<(u32, u32, i64), i64>);

impl Balance {
    fn count(&mut self, own: u32, calls: &Calls) {
        for symbol in &calls.string {
            let Some(call) = calls.different.get(symbol.0 as usize) else { continue };
            let (sends, receives) = match call.verb {
                "send" | "ssend" | "isend" | "issend" => (call.peer, None),
                "recv" | "irecv" => (None, call.peer.map(|peer| (peer, call.tag))),
                "sendrecv" => (call.peer, call.arguments.source),
                // Other: it sends and receives no message.
                _ => continue,
            };
            if let Some(peer) = sends {
                *self.0.entry((own, peer, call.tag)).or_default() += 1;
            }
            if let Some((peer, tag)) = receives {
                *self.0.entry((peer, own, tag)).or_default() -= 1;
            }
        }
    }

    fn check(self) -> Result<(), Refused> {
        let open = self.0.into_iter().filter(|(_, count)| *count != 0).min();
        match open {
            Some(((from, to, tag), more)) => Err(Refused::Open { from, to, tag, more }),
            None => Ok(()),
        }
    }
}
