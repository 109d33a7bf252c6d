//! One program and class, recorded by two tracers, has the same loops in both: archives of OTF2 beside native traces.
//!
//! `LOOPSCOPE_TRACES=folder` names a folder of runs, each with `otf2.tar.zst` and `native.tar.zst`; without it
//! those among the fixtures are compared. Where an archive lacks records, a note must say of which calls: without
//! just these the two are equal.

#![cfg(test)]

mod common;

use common::*;
use loopscope_core::method::Method;
use loopscope_core::symbols::{Locals, Signature, SymbolString};
use loopscope_core::trace::Process;

fn opened(path: &Path) -> Opened {
    let name = name_of(path);
    open(vec![file(&name, std::fs::read(path).unwrap())])
}

/// Pairs of an archive and the native trace of the same run.
fn runs() -> Vec<(PathBuf, PathBuf)> {
    let files = recorded();
    let archives = files.iter().filter(|path| path.to_string_lossy().contains("otf2.tar"));
    let pairs = archives.map(|archive| {
        let text = archive.display().to_string();
        let native = text.rsplit_once("otf2.tar").unwrap().0.to_owned() + "native.tar.zst";
        (archive.clone(), PathBuf::from(native))
    });
    pairs.filter(|(_, native)| native.exists()).collect()
}

/// What the notes say the archive lacks.
#[derive(Debug)]
struct Lacks {
    /// Calls that left no record.
    calls: Vec<String>,
    /// Receives that were posted and have no record of their completion, of all that were posted.
    receives: Option<(u64, u64)>,
}

impl Lacks {
    fn of(opened: &Opened) -> Self {
        let note = |start: &str| opened.notes.iter().find(|note| note.what.starts_with(start));
        let calls = note("some calls lack a record");
        // `MPI_Sendrecv (20 of 20 calls), ..`
        let calls = calls.into_iter().flat_map(|note| note.found.split("), "));
        let calls = calls.map(|call| call.split(' ').next().unwrap().to_owned()).collect();
        let number = |text: &str| text.replace(',', "").parse::<u64>().unwrap();
        let receives = note("non-blocking receives have no record").map(|note| {
            let (lacking, all) = note.found.split_once(" of ").unwrap();
            (number(lacking), number(all))
        });
        Self { calls, receives }
    }

    /// Whether an event, as its symbol says it, left no record.
    fn has(&self, event: &str) -> bool {
        let word = event.split(' ').nth(1).unwrap();
        match word {
            "sync" => self.calls.iter().any(|call| event.contains(&format!("sync {call} "))),
            "recv" if self.receives.is_some_and(|(lacking, all)| lacking == all) => true,
            "send" | "recv" => self.calls.iter().any(|call| call == "MPI_Sendrecv"),
            _ => false,
        }
    }
}

/// The events of a process as symbols, without local ones.
fn events(process: &Process, trace: &Trace) -> Vec<String> {
    let signature = Signature::parse("name,peer,tag,comm").unwrap();
    let view = View::Communication;
    let string = SymbolString::new(process, trace.table(), view, &signature, Locals::Drop);
    string.symbols.iter().map(|&symbol| string.table.text(symbol).to_owned()).collect()
}

/// The loops of a process: count, events of an iteration, how often they are entered.
fn loops(process: &Process, trace: &Trace, method: Method) -> Vec<(u64, u64, u64)> {
    let wanted = OptionChoices {
        method: Some(method),
        view: Some(View::Communication),
        signature: Some(["name", "peer", "tag", "comm"].map(str::to_owned).into()),
        locals: Some(Locals::Drop),
        ..OptionChoices::default()
    };
    let options = wanted.resolve("trace", trace).unwrap();
    let built = ProcessNest::build(process, trace.table(), &options).unwrap();
    let of = |named: &loopscope_core::nest::NamedLoop| {
        let node = built.nest.as_loop(named.node).unwrap();
        (node.count, node.period, named.entered)
    };
    built.names.loops().iter().map(of).collect()
}

#[test]
fn archives_have_the_loops_of_the_native_traces() {
    let runs = runs();
    assert!(runs.len() >= 4, "{runs:?}");
    for (archive, native) in runs {
        let (archive, native, name) = (opened(&archive), opened(&native), archive.display());
        assert_eq!((archive.format, native.format), ("OTF2", "native text"));
        let lacks = Lacks::of(&archive);
        let (archive, native) = (archive.trace().unwrap(), native.trace().unwrap());
        assert_eq!(archive.processes().len(), native.processes().len(), "{name}");
        let mut left_out = 0;
        for process in native.processes() {
            let own = archive.process(process.id).unwrap();
            let (own_events, mut expected) = (events(own, archive), events(process, native));
            let all = expected.len();
            expected.retain(|event| !lacks.has(event));
            left_out += all - expected.len();
            assert!(own_events == expected, "{name}: process {} differs", process.id);
            // What stands once before the loops changes none of them.
            if lacks.receives.is_some() || lacks.calls.iter().any(|call| call == "MPI_Sendrecv") {
                continue;
            }
            for method in Method::ALL {
                let mut all = loops(process, native, method);
                let own = loops(own, archive, method);
                // Calls without a record may be a loop of their own.
                all.retain(|it| lacks.calls.is_empty() || it.0 * it.1 > 2 || own.contains(it));
                assert_eq!(own, all, "{name}: process {} {method}", process.id);
            }
        }
        assert_eq!(left_out > 0, !lacks.calls.is_empty() || lacks.receives.is_some(), "{name}");
        println!("{name}: {left_out} events without a record, {lacks:?}");
    }
}

/// The archive of a program in C, in which the tracer left out what its receives received: the note says so, and
/// how many.
#[test]
fn what_an_archive_lacks_is_said() {
    let folder = repository().join("tests/fixtures/otf2/eztrace-2.0/good/is.W.8");
    let files = files_under(&folder).into_iter().map(|path| {
        let name = path.strip_prefix(&folder).unwrap().display().to_string();
        file(&name, std::fs::read(&path).unwrap())
    });
    let archive = open(files.collect());
    let lacks = Lacks::of(&archive);
    assert_eq!(lacks.receives, Some((7, 7)));
    assert_eq!(lacks.calls, Vec::<String>::new());
    let trace = archive.trace().unwrap();
    let events = events(trace.process(ProcessId(0)).unwrap(), trace);
    assert!(events.iter().all(|event| !event.contains("recv")));
    let bt = "tests/fixtures/otf2/eztrace-2.0/same-programs/bt.W.4-otf2.tar.zst";
    let lacks = Lacks::of(&opened(&repository().join(bt)));
    assert_eq!(lacks.calls, ["MPI_Comm_dup", "MPI_Comm_split"]);
}
