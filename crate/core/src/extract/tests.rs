//! Records of random questions about random models, beside those of the naive way.

use std::collections::BTreeMap;

use crate::numbers::set_text;
use crate::system::{Channel, Construct, ConstructId, Model};
use crate::trace::ProcessId;
use loopscope_testing::scan::{self, Data, Event};
use loopscope_testing::{scanned, Random};

use super::annotate;
use super::columns::{Column, Columns, Early, Knowledge, Unreadable};
use super::identity::Identity;
use super::plan::{plan, Is};
use super::query::{attributes, loops_around, Attribute, Get, Query, Range, Side};
use super::random_models::{random_model, random_program};
use super::run::{check, Mismatch, Running};

/// Events for a model, with random times and sizes; messages take as long as they like.
fn data(model: &Model, random: &mut Random) -> Data {
    let mut data = Data::new();
    for &process in model.processes() {
        let mut events = Vec::new();
        let (mut start, mut end) = (random.below(1000) as i64, 0);
        for step in model.replay(process) {
            if random.below(4) > 0 || events.is_empty() {
                start = start.max(end) + random.below(50) as i64;
                end = start + random.below(90) as i64;
            }
            let message = |channel| {
                let Channel { src, dst, tag } = model.channel(channel);
                let peer = if src == process { dst } else { src };
                (i64::from(peer.0), tag)
            };
            let (kind, (peer, tag)) = match model.construct(step.construct) {
                Construct::Send(channel) => (0, (i64::from(model.channel(channel).dst.0), model.channel(channel).tag)),
                Construct::Recv(channel) => (1, message(channel)),
                Construct::Sync { .. } => (2, (-1, -1)),
                _ => (3, (-1, -1)),
            };
            let bytes = 8 * random.below(9) as i64;
            let mpi = random.below(40) as i64;
            events.push(Event { start, end, kind, peer, tag, bytes, mpi });
        }
        data.insert(process.0, events);
    }
    data
}

/// Those events as columns; counts what is read.
pub(super) struct Made {
    data: Data,
    identities: BTreeMap<u32, Identity>,
    read: usize,
    early: Option<Early>,
    lacks: Option<Knowledge>,
}

impl Made {
    fn new(model: &Model, data: Data) -> Self {
        let of = |&process: &ProcessId| (process.0, Identity::of_model(model, process));
        let identities = model.processes().iter().map(of).collect();
        Self { data, identities, read: 0, early: Some(Early::default()), lacks: None }
    }
}

impl Columns for Made {
    fn processes(&self) -> Vec<ProcessId> {
        self.data.keys().map(|&process| ProcessId(process)).collect()
    }

    fn source(&self, process: ProcessId) -> String {
        format!("rank-{process}.parquet")
    }

    fn identity(&mut self, process: ProcessId) -> Option<Identity> {
        self.identities.get(&process.0).copied()
    }

    fn knows(&mut self, _: ProcessId, what: Knowledge) -> bool {
        self.lacks != Some(what)
    }

    fn early(&mut self) -> Option<Early> {
        self.early
    }

    fn read(
        &mut self,
        process: ProcessId,
        column: Column,
        positions: &[u64],
        out: &mut Vec<i64>,
    ) -> Result<(), Unreadable> {
        assert!(positions.is_sorted(), "{column:?} {positions:?}");
        let events = &self.data[&process.0];
        for &position in positions {
            let all = &events[..=position as usize];
            let event = &events[position as usize];
            let sent = |event: &Event| if event.kind == 0 { event.bytes } else { 0 };
            out.push(match column {
                Column::Position => position as i64,
                Column::Start => event.start,
                Column::End => event.end,
                Column::Kind => event.kind,
                Column::Peer => event.peer,
                Column::Tag => event.tag,
                Column::Bytes => event.bytes,
                Column::Sent => sent(event),
                Column::SentSum => all.iter().map(sent).sum(),
                Column::Mpi => event.mpi,
                Column::MpiSum => all.iter().map(|event| event.mpi).sum(),
            });
            self.read += 1;
        }
        Ok(())
    }
}

/// A question that a construct has an answer to.
fn random_get(model: &Model, random: &mut Random, label: &str) -> Get {
    let ids: Vec<ConstructId> = model.ids().collect();
    let construct = *random.one_of(&ids);
    let each = model.as_loop(construct).is_some() && random.below(2) == 0;
    let members = model.members(construct);
    let mut processes: Vec<ProcessId> = members.iter().copied().filter(|_| random.below(2) == 0).collect();
    if processes.is_empty() {
        processes.push(*random.one_of(members));
    }
    let mut attributes: Vec<Attribute> = attributes(model.construct(construct)).to_vec();
    while attributes.len() > 1 && random.below(4) > 0 {
        attributes.remove(random.index(attributes.len()));
    }
    let mut ranges = Vec::new();
    for (level, &id) in loops_around(model, construct, each).iter().enumerate() {
        let count = model.as_loop(id).unwrap().count;
        if random.below(3) == 0 {
            let first = random.below(count);
            ranges.push(Range { level, first, last: first + random.below(count - first) });
        }
    }
    let side = *random.one_of(&[Side::Before, Side::After]);
    Get { label: label.to_owned(), construct, side, each, processes, attributes, ranges }
}

type Rows = Vec<(Vec<u64>, Vec<i64>)>;

/// The records of all questions.
fn run(model: &Model, query: &Query, columns: &mut impl Columns) -> Vec<Rows> {
    let plan = plan(model, query).unwrap();
    check(&plan, columns).unwrap();
    let mut all: Vec<Rows> = vec![Vec::new(); query.gets.len()];
    let mut running = Running::new();
    while let Some(batch) = running.next(&plan, columns).unwrap() {
        let records = &plan.records[batch.get];
        let (width, values) = (records.loops.len(), records.values.len());
        for row in 0..batch.count {
            let indices = batch.indices[row * width..(row + 1) * width].to_vec();
            let values = batch.values[row * values..(row + 1) * values].to_vec();
            all[batch.get].push((indices, values));
        }
    }
    for (rows, records) in all.iter().zip(&plan.records) {
        assert_eq!(rows.len() as u64, records.count());
    }
    all
}

#[test]
fn records_are_those_of_a_whole_scan() {
    let (mut values, mut partners, mut refused) = (0, 0, 0);
    for seed in 0..4_000 {
        let random = &mut Random::new(seed);
        let model = if seed % 2 == 0 { random_model(random) } else { random_program(random) };
        let data = data(&model, random);
        let mut gets = Vec::new();
        for number in 0..3 {
            gets.push(random_get(&model, random, &format!("q{number}")));
        }
        let mut query = Query::new(&model, gets).unwrap();
        // A question that is refused is asked without its partners.
        while let Err(why) = plan(&model, &query) {
            let get = &mut query.gets[why.get];
            get.attributes.retain(|it| !matches!(it, Attribute::From | Attribute::Wait | Attribute::Bytes));
            if get.attributes.is_empty() {
                get.attributes.push(Attribute::Position);
            }
            refused += 1;
        }
        let text = annotate::print(&model, &query);
        let parsed = annotate::parse(&model, &text).unwrap();
        assert_eq!(parsed.gets.len(), 3, "{text}");
        for get in &query.gets {
            assert!(parsed.gets.contains(get), "{seed}\n{text}");
        }
        let mut made = Made::new(&model, data.clone());
        for (get, rows) in query.gets.iter().zip(run(&model, &query, &mut made)) {
            let expected = scanned!(crate, &model, get, &data);
            assert_eq!(rows, expected, "{seed}: {get:?}\n{text}");
            values += rows.iter().map(|(_, values)| values.len()).sum::<usize>();
            let has = |attribute| get.attributes.contains(&attribute);
            partners += if has(Attribute::From) { rows.len() } else { 0 };
        }
    }
    assert!(values > 100_000 && partners > 2_000, "{values} {partners} {refused}");
}

/// A receive that is refused has no place that sends all that it gets, in step: tried by running out.
#[test]
fn every_receive_in_step_with_one_place_has_its_partner() {
    let (mut found, mut refused) = (0, 0);
    for seed in 0..3_000 {
        let random = &mut Random::new(seed);
        let model = random_program(random);
        let data = data(&model, random);
        let senders = scan::senders(&data);
        for id in model.ids() {
            let Construct::Recv(channel) = model.construct(id) else { continue };
            let process = model.channel(channel).dst;
            let asked = |attribute| Get {
                label: "r".to_owned(),
                construct: id,
                side: Side::Before,
                each: false,
                processes: vec![process],
                attributes: vec![attribute],
                ranges: Vec::new(),
            };
            let places = scanned!(crate, &model, &asked(Attribute::Position), &data);
            let query = Query::new(&model, vec![asked(Attribute::From)]).unwrap();
            match plan(&model, &query) {
                Ok(plan) => {
                    assert_eq!(plan.records[0].values[0].is, Is::Number);
                    for (indices, place) in &places {
                        let send = senders[&(process.0, place[0] as usize)].1 as u64;
                        let said = plan.records[0].values[0].number.at(indices);
                        assert_eq!(said, send, "{seed} {indices:?}");
                    }
                    found += places.len();
                }
                Err(_) => {
                    let send = |place: &(Vec<u64>, Vec<i64>)| senders.get(&(process.0, place.1[0] as usize)).copied();
                    let linear = is_linear(&places, send);
                    assert!(!linear || !one_place(&model, &places, send), "{seed} {id:?}");
                    refused += 1;
                }
            }
        }
    }
    assert!(found > 10_000 && refused > 20, "{found} {refused}");
}

type Send<'a> = &'a dyn Fn(&(Vec<u64>, Vec<i64>)) -> Option<(u32, usize)>;

/// Whether the position of the send is a linear function of the indices.
fn is_linear(places: &Rows, send: impl Fn(&(Vec<u64>, Vec<i64>)) -> Option<(u32, usize)>) -> bool {
    let send: Send<'_> = &send;
    let at = |place| send(place).map(|(_, at)| at as i64);
    let Some(base) = at(&places[0]) else { return false };
    let width = places[0].0.len();
    let mut steps = vec![0; width];
    for (level, step) in steps.iter_mut().enumerate() {
        let unit: Vec<u64> = (0..width).map(|other| u64::from(other == level)).collect();
        let place = places.iter().find(|(indices, _)| *indices == unit);
        match place.and_then(at) {
            Some(position) => *step = position - base,
            None => return false,
        }
    }
    places.iter().all(|place| {
        let moved: i64 = place.0.iter().zip(&steps).map(|(&index, step)| index as i64 * step).sum();
        at(place) == Some(base + moved)
    })
}

/// Whether all sends are one construct.
fn one_place(model: &Model, places: &Rows, send: impl Fn(&(Vec<u64>, Vec<i64>)) -> Option<(u32, usize)>) -> bool {
    let of = |place| {
        let (process, at) = send(place)?;
        model.replay(ProcessId(process)).nth(at).map(|step| step.construct)
    };
    let first = of(&places[0]);
    first.is_some() && places.iter().all(|place| of(place) == first)
}

const TEXT: &str = "processes 0-3,9\n0-3 sync MPI_Barrier 0-3\nfor i0 = 0 to 48\n  for i1 = 0 to 4\n    0 send 1 2\n    0 recv 1 2\n  done\n  9 local a\ndone\n";

/// The text with a line before the line of that number, from 1.
fn with(line: usize, get: &str) -> String {
    let mut lines: Vec<&str> = TEXT.lines().collect();
    lines.insert(line - 1, get);
    lines.join("\n") + "\n"
}

#[test]
fn what_is_wrong_with_a_line_is_said() {
    let model = crate::system::text::parse(TEXT).unwrap();
    let said = |text: &str| match annotate::parse(&model, text) {
        Ok(query) => format!("{} questions", query.gets.len()),
        Err(fault) => fault.to_string(),
    };
    let expected = "expected get \"LABEL\" {PROCESSES}.ATTRIBUTE[,..] -> | <- [each] [where i0 = A..B]";
    let form = |line: usize, get: &str| format!("line {line}: found '{get}'; {expected}");
    for (line, get, message) in [
        (5, "get \"a\" {9}.bytes ->", "line 5: process 9 has no part in this construct; it covers {0}"),
        (2, "get \"a\" {9}.duration ->", "line 2: process 9 has no part in this construct; it covers {0-3}"),
        (4, "get \"a\" .wait -> each", "line 4: 'wait' is no attribute of a loop; there are bytes, compute, duration, end, events, mpi, period, position, start, time"),
        (5, "get \"a\" .wait ->", "line 5: 'wait' is no attribute of a send; there are bytes, duration, end, peer, position, start, tag"),
        (5, "get \"a\" .size ->", "line 5: 'size' is no attribute of a send; there are bytes, duration, end, peer, position, start, tag"),
        (2, "get \"a\" .start <-", "line 2: \"<-\" with nothing before it in this body"),
        (5, "get \"a\" .start <-", "line 5: \"<-\" with nothing before it in this body"),
        (7, "get \"a\" .start ->", "line 7: \"->\" with nothing behind it in this body"),
        (10, "get \"a\" .start ->", "line 10: \"->\" with nothing behind it in this body"),
        (5, "get \"a\" .start -> where i0 = 3..49", "line 5: i0 goes from 0 to 48"),
        (5, "get \"a\" .start -> where i2 = 3", "line 5: i2 is no index here; there are i0 to i1"),
        (3, "get \"a\" .start -> where i0 = 3", "line 3: i0 is no index here; no loop is around this construct"),
        (5, "get \"a\" .start -> where i0 = 4..3", "line 5: i0 = 4..3 ends before it begins"),
        (5, "get \"a\" .start -> where i0 = 4 and i0 = 5", "line 5: i0 stands there twice"),
        (5, "get \"a\" .start,start ->", "line 5: 'start' stands there twice"),
        (5, "get \"a\" .start -> each", "line 5: 'each' asks for the iterations of a loop, and this is a send"),
        (5, "get \"a\" {0-}.start ->", "line 5: found the processes {0-}; expected {*} or numbers, {0-3,8}"),
        (5, "get \"=1\" .start ->", "line 5: found the label \"=1\"; expected words that begin with none of = + - @ '"),
        (5, "get \"\" .start ->", "line 5: found the label \"\"; expected words that begin with none of = + - @ '"),
        (5, "0 send 1 3", "line 5: found '0 send 1 3', the model has '0 send 1 2' here: annotate the text of this model"),
        (10, "0 send 1 3", "line 10: found '0 send 1 3', the model ends here: annotate the text of this model"),
    ] {
        assert_eq!(said(&with(line, get)), message);
    }
    for get in [
        "get a {0}.time ->",
        "get \"a\" {0}time ->",
        "get \"a\" {0}.start",
        "get \"a\" {0.start ->",
        "get \"a\" .start -> all",
        "get \"a\" .start -> each where",
        "get \"a\" .start -> where i0 3",
        "get \"a\" .start -> where i0 = 3,4",
        "get \"a\" .start -> <-",
        "get \"a .start ->",
    ] {
        assert_eq!(said(&with(4, get)), form(4, get));
    }
    let two = with(5, "get \"a\" .start ->\nget \"a\" .end ->");
    assert_eq!(said(&two), "line 6: the label \"a\" stands in line 5 already");
    let short: String = TEXT.lines().take(8).map(|line| line.to_owned() + "\n").collect();
    assert_eq!(said(&short), "line 9: found the end, the model has 'done' here: annotate the whole text");
    assert_eq!(said(TEXT), "0 questions");
    let free = with(4, "  get \"a # } .x ->\" {*} . period , mpi <- each where i1 = 1..2 and i0 = 7 # why not");
    assert!(said(&free).contains("with nothing before"), "{}", said(&free));
    let free = free.replace("<-", "->");
    assert_eq!(said(&free), "1 questions");
}

#[test]
fn data_of_another_trace_is_refused() {
    let model = crate::system::text::parse(TEXT).unwrap();
    let query = with(4, "get \"a\" .bytes,duration -> each");
    let query = annotate::parse(&model, &query).unwrap();
    let asked = plan(&model, &query).unwrap();
    let events = data(&model, &mut Random::new(1));
    let made = || Made::new(&model, events.clone());
    let said = |mut made: Made| check(&asked, &mut made).map_err(|why| why.to_string());
    assert_eq!(said(made()), Ok(()));
    let mut other = made();
    other.identities.insert(1, Identity::of(245, 1));
    assert_eq!(said(other).unwrap_err(), "rank-1.parquet: 245 events, the model has 246 of process 1: both must come from the same trace, read in the same way");
    let mut other = made();
    other.identities.insert(1, Identity::of(246, 1));
    assert!(said(other).unwrap_err().starts_with("rank-1.parquet: its events are not those of process 1"));
    let mut other = made();
    other.identities.remove(&0);
    assert!(said(other).unwrap_err().starts_with("the model has process 0, the data has not"));
    let mut other = made();
    other.lacks = Some(Knowledge::Times);
    assert_eq!(said(other).unwrap_err(), "the data has no times, and 'duration' of process 0 needs them: ask for bytes, position or events, or record a trace with times");
    let mut other = made();
    other.lacks = Some(Knowledge::Sizes);
    assert!(said(other).unwrap_err().starts_with("the data has no sizes of messages, and 'bytes' of process 0"));
}

#[test]
fn clocks_that_disagree_refuse_waits() {
    let model = crate::system::text::parse(TEXT).unwrap();
    let query = annotate::parse(&model, &with(6, "get \"a\" .wait,from ->")).unwrap();
    let asked = plan(&model, &query).unwrap();
    let mut made = Made::new(&model, data(&model, &mut Random::new(1)));
    made.early = Some(Early { messages: 1000, early: 10 });
    assert_eq!(check(&asked, &mut made), Ok(()));
    made.early = Some(Early { messages: 1000, early: 263 });
    let said = check(&asked, &mut made).unwrap_err();
    assert_eq!(said, Mismatch::Clocks(Early { messages: 1000, early: 263 }));
    assert!(said.to_string().starts_with("26.3 % of 1,000 messages arrive before they are sent"));
    // A source that does not know: the messages that the question is about say it.
    made.early = None;
    for event in made.data.get_mut(&1).unwrap() {
        (event.start, event.end) = (event.start - 1_000_000, event.end - 1_000_000);
    }
    let Err(Mismatch::Clocks(early)) = check(&asked, &mut made) else { panic!("not refused") };
    assert_eq!((early.messages, early.early), (245, 245));
}

#[test]
fn what_is_read_follows_the_records_and_not_the_trace() {
    let text = "processes 0\nfor i0 = 0 to 999\n  for i1 = 0 to 99\n    0 local a\n    0 local b\n  done\ndone\n";
    let model = crate::system::text::parse(text).unwrap();
    let annotated = text.replace("  for", "  get \"a\" .mpi,period,bytes,compute -> where i0 = 3..12\n  for");
    let query = annotate::parse(&model, &annotated).unwrap();
    let mut made = Made::new(&model, Data::from([(0, vec![Event::default(); 200_000])]));
    let rows = run(&model, &query, &mut made);
    // Ten records with eight reads each: two starts, three of each sum.
    assert_eq!((rows[0].len(), made.read), (10, 80));
}

#[test]
fn processes_are_named_as_sets() {
    let model = crate::system::text::parse(TEXT).unwrap();
    let query = annotate::parse(&model, &with(2, "get \"a\" {3,0-1}.start ->")).unwrap();
    let processes = query.gets[0].processes.iter().map(|process| process.0);
    assert_eq!(set_text(processes), "0,1,3");
    assert!(annotate::print(&model, &query).contains("get \"a\" {0,1,3}.start ->\n"));
}
