//! The model of every real trace: nothing is lost, and the loops are those of the programs' sources.
//!
//! `LOOPSCOPE_TRACES=folder` names a folder of traces to run on; without it the bundled samples are used.

#![cfg(test)]

mod common;

use common::*;
use std::collections::BTreeMap;
use std::time::Instant;

use common::programs::{analysis, loops_of, program};
use loopscope_core::method::Method;
use loopscope_core::nest::Nest;
use loopscope_core::system::{merge, Cell, Channel, Construct, ConstructId, Local, Model};
use loopscope_core::trace::Kind;
use loopscope_session::tasks::model::Selection;
use loopscope_testing::begun_elsewhere;

/// Archives of messages to run on.
fn corpus() -> Vec<PathBuf> {
    let elsewhere = real_traces();
    let folder = elsewhere.clone().unwrap_or_else(|| repository().join("web/public/samples"));
    let known = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        name.ends_with(".tar.zst") && (elsewhere.is_none() || name.starts_with("native"))
    };
    let mut files: Vec<PathBuf> = files_under(&folder).into_iter().filter(known).collect();
    if elsewhere.is_none() {
        let more = files_under(&repository().join("tests/fixtures/corpus"));
        files.extend(more.into_iter().filter(|path| path.to_string_lossy().contains("-native.")));
    }
    files
}

/// The name of a trace: of the sample, or of the folder of the archive.
fn name_of(path: &std::path::Path) -> String {
    let whole = path.display().to_string();
    let parts: Vec<&str> = whole.rsplit('/').take(2).collect();
    format!("{} {}", parts[1], parts[0])
}

/// Every process has its events, in order; messages are counted right.
fn check(trace: &Trace, model: &Model, name: &str) {
    let mut counted: BTreeMap<(u32, u32), u64> = BTreeMap::new();
    let table = trace.table();
    for process in trace.processes() {
        let mut replay = model.replay(process.id);
        for event in process.events(View::Communication).into_iter().flatten() {
            let record = table.record(event);
            let step = replay.next().unwrap();
            let (own, peer) = (process.id, record.peer.map(ProcessId));
            let tag = record.tag.unwrap_or_default();
            let same = match (model.construct(step.construct), record.kind) {
                (Construct::Send(id), Kind::Send) => {
                    *counted.entry((own.0, peer.unwrap().0)).or_default() += 1;
                    model.channel(id) == Channel { src: own, dst: peer.unwrap(), tag }
                }
                (Construct::Recv(id), Kind::Recv) => model.channel(id) == Channel { src: peer.unwrap(), dst: own, tag },
                (Construct::Sync { name, group }, Kind::Sync) => {
                    model.name(name) == table.name(record.name)
                        && model.group(group) == table.group(record.group.unwrap())
                        && model.members(step.construct).contains(&own)
                }
                (Construct::Local { words }, Kind::Local) => model.name(words) == table.name(record.name),
                _ => false,
            };
            assert!(same, "{name}: process {own}");
        }
        assert!(replay.next().is_none(), "{name}: process {} goes on", process.id);
    }
    let cells = model.matrix();
    let cells = cells.cells().iter().map(|cell| ((cell.src.0, cell.dst.0), cell.messages));
    assert_eq!(cells.collect::<BTreeMap<_, _>>(), counted, "{name}");
}

/// Runs a model, every iteration: the k-th message sent on a channel and the k-th received are a pair in the whole
/// trace, so a loop pairs its own messages right if and only if none is in flight when an iteration begins or ends.
/// The members of a collective have all had as many of its group before.
struct Run<'a> {
    model: &'a Model,
    /// For every loop the channels that it closes.
    closed: Vec<Vec<usize>>,
    /// Messages sent less those received, by channel.
    flying: Vec<i64>,
    met: BTreeMap<(u32, usize), u64>,
}

impl<'a> Run<'a> {
    fn new(model: &'a Model) -> Self {
        let mut ends: Vec<BTreeMap<usize, u8>> = vec![BTreeMap::new(); model.len()];
        let mut closed = vec![Vec::new(); model.len()];
        for id in model.ids() {
            match model.construct(id) {
                Construct::Send(channel) => *ends[id.index()].entry(channel.index()).or_default() |= 1,
                Construct::Recv(channel) => *ends[id.index()].entry(channel.index()).or_default() |= 2,
                Construct::Loop(node) => {
                    let open: Vec<usize> = model.open(&node).iter().map(|c| c.index()).collect();
                    let both = ends[id.index()].iter().filter(|(c, ends)| **ends == 3 && !open.contains(c));
                    closed[id.index()] = both.map(|(channel, _)| *channel).collect();
                }
                _ => {}
            }
            if let Some(parent) = model.parent(id) {
                for (channel, end) in ends[id.index()].clone() {
                    *ends[parent.index()].entry(channel).or_default() |= end;
                }
            }
        }
        Run { model, closed, flying: vec![0; model.channels().len()], met: BTreeMap::new() }
    }

    fn list(&mut self, list: &[ConstructId], name: &str) {
        for &id in list {
            match self.model.construct(id) {
                Construct::Send(channel) => self.flying[channel.index()] += 1,
                Construct::Recv(channel) => self.flying[channel.index()] -= 1,
                Construct::Local { .. } => {}
                Construct::Sync { group, .. } => {
                    let key = |member: &ProcessId| (member.0, group.index());
                    let members = self.model.members(id);
                    assert_eq!(members.len(), self.model.group(group).len(), "{name}");
                    let passed = self.met.get(&key(&members[0])).copied().unwrap_or(0);
                    for member in members {
                        let own = self.met.entry(key(member)).or_default();
                        assert_eq!(*own, passed, "{name}: a collective");
                        *own += 1;
                    }
                }
                Construct::Loop(node) => {
                    let flies = |run: &Run<'_>| run.closed[id.index()].iter().any(|&channel| run.flying[channel] != 0);
                    for _ in 0..node.count {
                        assert!(!flies(self), "{name}: a message is in flight");
                        self.list(self.model.body(&node), name);
                        assert!(!flies(self), "{name}: a message is in flight");
                    }
                }
            }
        }
    }
}

#[test]
fn every_model_is_its_trace() {
    let corpus = corpus();
    assert!(!corpus.is_empty(), "no trace to run on");
    for path in &corpus {
        let trace = open_path(path);
        if !trace.views().contains(&View::Communication) {
            continue;
        }
        for method in Method::ALL {
            let name = format!("{} {method}", name_of(path));
            let analysis = analysis(&trace, method);
            let start = Instant::now();
            let whole = Program::new("trace", analysis.clone()).unwrap();
            let time = start.elapsed();
            let model = whole.model();
            check(&trace, model, &name);
            let mut run = Run::new(model);
            run.list(model.root(), &name);
            assert!(run.flying.iter().all(|&left| left == 0), "{name}");
            let text = files::model::write(&whole);
            let again = files::model::read("again", &text).unwrap();
            assert_eq!(again.model(), model);
            assert_eq!(files::model::write(&again), text);
            // Any split of the processes gives the same.
            for part in [|p: u32| p.is_multiple_of(2), |p: u32| p < 3] {
                let (left, right): (Vec<_>, Vec<_>) =
                    analysis.processes.iter().cloned().partition(|p| part(p.process.0));
                let parts = [right, left]
                    .map(|processes| Program::new("part", Analysis { processes, ..analysis.clone() }).unwrap());
                let joined = Program::join("parts", parts.into()).unwrap();
                assert_eq!(files::model::write(&joined), text, "{name}");
            }
            let apart = whole.merged.problems.len();
            println!(
                "{name}: {} constructs, {} loops, coverage {:.2} % ({:.2} % shared, messages {:.2} %), {apart} problems, {time:?}, {:?}",
                model.len(),
                model.loops().len(),
                100.0 * model.coverage(),
                100.0 * model.shared_coverage(),
                100.0 * model.shared_messages(),
                loops_of(model, model.root()).into_iter().filter(|l| l.0 > 4).collect::<Vec<_>>(),
            );
        }
    }
}

/// Archives of OTF2: folders among the fixtures, packed ones elsewhere.
fn archives() -> Vec<(String, Trace)> {
    let mut traces = Vec::new();
    let anchors = files_under(&repository().join("tests/fixtures/otf2"));
    for anchor in anchors.iter().filter(|path| path.to_string_lossy().ends_with(".otf2")) {
        let folder = anchor.parent().unwrap();
        let files = files_under(folder).into_iter().map(|path| {
            let name = path.strip_prefix(folder).unwrap().display().to_string();
            common::file(&name, std::fs::read(&path).unwrap())
        });
        if folder.to_string_lossy().contains("/bad/") {
            continue;
        }
        if let OpenedContent::Trace(trace) = common::open(files.collect()).content {
            traces.push((folder.display().to_string(), trace));
        }
    }
    let packed = recorded();
    let packed = packed.iter().filter(|path| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        name.contains("otf2") && name.contains(".tar")
    });
    traces.extend(packed.map(|path| (path.display().to_string(), open_path(path))));
    traces
}

/// Messages and bytes of an archive that says them are those of the trace, in all, in each loop, and after a merge.
#[test]
fn bytes_are_those_of_the_trace() {
    let mut seen = 0;
    for (name, trace) in archives() {
        if !trace.views().contains(&View::Communication) {
            continue;
        }
        let table = trace.table();
        let mut counted: BTreeMap<(u32, u32), (u64, u64)> = BTreeMap::new();
        for process in trace.processes() {
            let events = process.events(View::Communication).into_iter().flatten();
            for record in events.map(|id| table.record(id)).filter(|r| r.kind == Kind::Send) {
                let cell = counted.entry((process.id.0, record.peer.unwrap())).or_default();
                *cell = (cell.0 + 1, cell.1 + record.bytes.unwrap_or(0));
            }
        }
        let analysis = analysis(&trace, Method::Optimal);
        let whole = Program::of_trace("trace", &trace, analysis.clone()).unwrap();
        let cells = |program: &Program| -> BTreeMap<(u32, u32), (u64, u64)> {
            let matrix = Selection::default().matrix("trace", program).unwrap();
            let cell = |c: &Cell| ((c.src.0, c.dst.0), (c.messages, c.bytes.unwrap_or(0)));
            matrix.cells().iter().map(cell).collect()
        };
        assert_eq!(cells(&whole), counted, "{name}");
        let text = files::model::write(&whole);
        let again = files::model::read("again", &text).unwrap();
        assert_eq!((cells(&again), files::model::write(&again)), (counted.clone(), text.clone()));
        // Loops side by side and what is in none of them is all there is.
        let model = whole.model();
        // Without a message nobody says how long it is.
        let Some(volumes) = whole.volumes() else {
            assert!(counted.is_empty(), "{name}");
            continue;
        };
        let top: u64 = model.root().iter().filter_map(|&id| volumes.of(id)).sum();
        let matrix = model.matrix_in_all(model.root(), Some(volumes));
        assert_eq!(matrix.total_bytes().unwrap_or(0), top);
        for named in model.loops() {
            let part = Selection::of_loop(named.id).matrix("trace", &whole).unwrap();
            assert_eq!(part.total_bytes().unwrap_or(0), volumes.of(named.construct).unwrap());
        }
        let parts = [0, 1].map(|odd| {
            let own = analysis.processes.iter().filter(|p| p.process.0 % 2 == odd);
            let processes = own.cloned().collect();
            Program::of_trace("part", &trace, Analysis { processes, ..analysis.clone() })
        });
        let parts = parts.into_iter().map(Result::unwrap).filter(|p| !p.model().is_empty());
        let joined = Program::join("parts", parts.collect()).unwrap();
        assert_eq!(files::model::write(&joined), text, "{name}");
        seen += usize::from(!whole.sizes.is_empty());
    }
    assert!(seen >= 3, "{seen}");
}

/// How many seeds; `LOOPSCOPE_SEEDS` says another number.
fn seeds() -> u64 {
    let said = std::env::var("LOOPSCOPE_SEEDS").ok();
    said.and_then(|number| number.parse().ok()).unwrap_or(10)
}

/// Where a loop begins is an accident of each process; the model does not depend on it.
#[test]
fn perturbed_nests() {
    for sample in ["bt", "sp", "lu", "mg", "lulesh", "cg"] {
        let trace = open_path(&repository().join(format!("web/public/samples/{sample}.tar.zst")));
        for (method, seeds) in [(Method::Optimal, seeds()), (Method::Greedy, 3)] {
            let analysis = analysis(&trace, method);
            let whole = Program::new("trace", analysis.clone()).unwrap();
            let model = whole.model();
            for seed in 0..seeds {
                let mut random = Random::new(seed);
                let nests: Vec<Nest> = analysis
                    .processes
                    .iter()
                    .map(|p| begun_elsewhere!(loopscope_core, &p.nest, |bound| random.index(bound)))
                    .collect();
                let locals: Vec<Local<'_>> = analysis
                    .processes
                    .iter()
                    .zip(&nests)
                    .map(|(p, nest)| Local { process: p.process, nest, symbols: &p.symbols })
                    .collect();
                let merged = merge(&locals).unwrap();
                check(&trace, &merged.model, sample);
                let name = format!("{sample} by {method}, seed {seed}");
                let said = |model: &Model| {
                    let shares = (100.0 * model.coverage(), 100.0 * model.shared_coverage());
                    format!("{} constructs, {shares:?}", model.len())
                };
                println!("{name}: {} of {}", said(&merged.model), said(model));
                assert!(2 * merged.model.len() <= 3 * model.len(), "{name}");
                // Loops of single processes side by side would cover as much.
                let lost = |share: fn(&Model) -> f64| share(model) - share(&merged.model);
                assert!(lost(Model::coverage) < 0.015, "{name}");
                assert!(lost(Model::shared_coverage) < 0.015, "{name}");
            }
        }
    }
}

/// A document in which any digit is another one is read, or refused, and nothing else.
#[test]
fn broken_documents() {
    let mut lines = Vec::new();
    for p in 0..3u32 {
        let (next, last) = ((p + 1) % 3, (p + 2) % 3);
        let round = format!("{p} send {next} 1\n{last} recv {p} 1\n{p} local a\n");
        lines.push(round.repeat(4) + &format!("{p} sync B 0-2\n"));
    }
    let files = lines.iter().enumerate();
    let files = files.map(|(p, text)| common::file(&format!("t.{p}"), text.as_bytes())).collect();
    let trace = common::trace_of(common::open(files));
    let whole = program(&trace, Method::Optimal);
    assert_eq!(whole.model().len(), 3 * 3 + 2);
    let text = files::model::write(&whole);
    let mut refused = 0;
    for (at, _) in text.match_indices(|c: char| c.is_ascii_digit()) {
        for digit in ["0", "1", "7", "99", "-1", "\"1\"", "null"] {
            let changed = format!("{}{digit}{}", &text[..at], &text[at + 1..]);
            match files::model::read("changed", &changed) {
                Ok(program) => assert!(program.model().events() > 0),
                Err(note) => {
                    assert!(!note.to_string().is_empty());
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 500, "{refused}");
    // Whatever the model says that its nests do not: a tag, two events the other way round, another word.
    let (send, local) = ("{\"send\":0}", "{\"local\":{\"process\":0,\"words\":0}}");
    for changed in [
        text.replacen("[1,2,1]", "[1,2,3]", 1),
        text.replacen("\"names\":[\"a\"", "\"names\":[\"b\"", 1),
        text.replace(local, "@").replace(send, local).replace('@', send),
    ] {
        assert_ne!(changed, text);
        let error = files::model::read("changed", &changed).unwrap_err().to_string();
        assert!(error.contains("model"), "{error}");
    }
}
