//! The model of every real trace: nothing is lost, and the loops are those of the programs' sources.
//!
//! `LOOPSCOPE_TRACES=folder` names a folder of traces to run on; without it the bundled samples are used.

#![allow(clippy::unwrap_used)]

mod common;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

use common::{files_under, open_path, repository};
use loopscope_core::nest::Method;
use loopscope_core::system::{merge, Channel, Construct, ConstructId, Local, Model};
use loopscope_core::trace::{Kind, ProcessId, Trace, View};
use loopscope_session::analyse::{Analysis, ProcessNest};
use loopscope_session::model::{document, options, Program};
use loopscope_session::options::Wanted;

/// Archives of messages to run on.
fn corpus() -> Vec<PathBuf> {
    let elsewhere = std::env::var_os("LOOPSCOPE_TRACES");
    let folder = elsewhere.clone().map_or(repository().join("web/public/samples"), PathBuf::from);
    let known = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        name.ends_with(".tar.zst") && (elsewhere.is_none() || name.starts_with("native"))
    };
    files_under(&folder).into_iter().filter(known).collect()
}

fn analysis(trace: &Trace, method: Method) -> Analysis {
    let wanted = Wanted { method: Some(method), ..Wanted::default() };
    let options = options("trace", trace, &wanted).unwrap();
    let nests = trace.processes().iter();
    let nests = nests.map(|p| ProcessNest::build(p, trace.table(), &options).unwrap().into());
    Analysis::new(&options, nests.collect())
}

fn program(trace: &Trace, method: Method) -> Program {
    Program::new("trace", analysis(trace, method)).unwrap()
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
        for &event in process.events(View::Communication).unwrap_or(&[]) {
            let record = table.record(event);
            let step = replay.next().unwrap();
            let (own, peer) = (process.id, record.peer.map(ProcessId));
            let tag = record.tag.unwrap_or_default();
            let same = match (model.construct(step.construct), record.kind) {
                (Construct::Send(id), Kind::Send) => {
                    *counted.entry((own.0, peer.unwrap().0)).or_default() += 1;
                    model.channel(id) == Channel { src: own, dst: peer.unwrap(), tag }
                }
                (Construct::Recv(id), Kind::Recv) => {
                    model.channel(id) == Channel { src: peer.unwrap(), dst: own, tag }
                }
                (Construct::Sync { name, group }, Kind::Sync) => {
                    model.name(name) == table.name(record.name)
                        && model.group(group) == table.group(record.group.unwrap())
                        && model.members(step.construct).contains(&own)
                }
                (Construct::Local { words }, Kind::Local) => {
                    model.name(words) == table.name(record.name)
                }
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

/// The loops of a body, as count x processes: constructs in the body.
fn loops_of(model: &Model, list: &[ConstructId]) -> Vec<(u64, String, usize)> {
    let loops = list.iter().filter_map(|&id| Some((id, model.as_loop(id)?)));
    loops
        .map(|(id, node)| {
            let members: Vec<u32> = model.members(id).iter().map(|p| p.0).collect();
            let whole = members.len() == model.processes().len();
            let members = if whole { "all".to_owned() } else { format!("{members:?}") };
            (node.count, members, model.body(&node).len())
        })
        .collect()
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
        for method in [Method::Optimal, Method::Greedy] {
            let name = format!("{} {method}", name_of(path));
            let analysis = analysis(&trace, method);
            let start = Instant::now();
            let whole = Program::new("trace", analysis.clone()).unwrap();
            let time = start.elapsed();
            let model = whole.model();
            check(&trace, model, &name);
            let text = document::write(&whole);
            let again = document::read("again", &text).unwrap();
            assert_eq!(again.model(), model);
            assert_eq!(document::write(&again), text);
            // Any split of the processes gives the same.
            for part in [|p: u32| p % 2 == 0, |p: u32| p < 3] {
                let (left, right): (Vec<_>, Vec<_>) =
                    analysis.processes.iter().cloned().partition(|p| part(p.process.0));
                let parts = [right, left].map(|processes| {
                    Program::new("part", Analysis { processes, ..analysis.clone() }).unwrap()
                });
                let joined = Program::join("parts", parts.into()).unwrap();
                assert_eq!(document::write(&joined), text, "{name}");
            }
            let apart = whole.merged.problems.len();
            println!(
                "{name}: {} constructs, {} loops, coverage {:.2} % ({:.2} % shared), {apart} problems, {time:?}, {:?}",
                model.len(),
                model.loops().len(),
                100.0 * model.coverage(),
                100.0 * model.shared_coverage(),
                loops_of(model, model.root()).into_iter().filter(|l| l.0 > 4).collect::<Vec<_>>(),
            );
        }
    }
}
