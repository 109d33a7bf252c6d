//! Formats whose traces are several files: OTF2 archives.

use loopscope_core::symbols::{Locals, Signature, SymbolString};
use loopscope_core::trace::{Kind, ProcessId};

use super::*;

const TOGETHER: &str = "otf2/eztrace-2.0/same-programs";

fn packed(name: &str) -> SourceFile {
    file(name, fixture(&format!("{TOGETHER}/{name}")))
}

/// The files of the smallest archive.
fn ping_pong() -> Vec<SourceFile> {
    let folder = "otf2/score-p-7.1/good/ping-pong";
    ["traces.otf2", "traces.def", "traces/0.evt", "traces/0.def", "traces/1.evt", "traces/1.def"]
        .map(|name| file(&format!("run/{name}"), fixture(&format!("{folder}/{name}"))))
        .into()
}

/// The texts of a process in a view.
fn texts(trace: &Trace, process: u32, view: View, signature: &str) -> Vec<String> {
    let process = trace.process(ProcessId(process)).unwrap();
    let signature = Signature::parse(signature).unwrap();
    let string = SymbolString::new(process, trace.table(), view, &signature, Locals::Drop);
    string.symbols.iter().map(|&symbol| string.table.text(symbol).to_owned()).collect()
}

#[test]
fn an_archive_says_what_the_native_trace_of_the_program_says() {
    let archive = open([packed("lu.S.4-otf2.tar.gz")]).unwrap();
    let native = open([packed("lu.S.4-native.tar.zst")]).unwrap();
    assert_eq!((archive.format, native.format), ("OTF2", "native text"));
    assert_notes(&archive, &[]);
    for process in 0..4 {
        let of = |opened| texts(trace(opened), process, View::Communication, "name,peer,tag,comm");
        assert!(of(&archive).len() > 2000);
        assert_eq!(of(&archive), of(&native), "process {process}");
    }
}

/// A call without what only one of two tracers tells: `mpi_bcast_(4,root0,0-3)` and
/// `Bcast(4,root0,c0)` are `bcast(4,root0)`.
fn bare(call: &str) -> String {
    let (name, arguments) = call.split_once('(').unwrap_or((call, ""));
    let name = name.to_lowercase();
    let name = name.strip_prefix("mpi_").unwrap_or(&name).trim_end_matches('_');
    let kept = arguments.trim_end_matches(')').split(',').filter(|word| {
        let number = word.parse::<u64>().is_ok();
        number || word.starts_with("root")
    });
    format!("{name}({})", kept.collect::<Vec<_>>().join(","))
}

#[test]
fn its_calls_are_those_that_were_recorded_as_symbols() {
    let archive = open([packed("lu.S.4-otf2.tar.gz")]).unwrap();
    let symbols = open([packed("lu.S.4-symbols.tar.zst")]).unwrap();
    for process in 0..4 {
        let calls = |opened, signature| -> Vec<String> {
            let calls = texts(trace(opened), process, View::Calls, signature);
            let calls = calls.iter().map(|call| bare(call));
            // The tracer leaves these out.
            let left_out = ["init", "finalize", "comm_rank", "comm_size"];
            calls.filter(|call| !left_out.iter().any(|name| call.starts_with(name))).collect()
        };
        let of_archive = calls(&archive, "name,peer,bytes,root");
        assert!(of_archive.len() > 2000);
        assert_eq!(of_archive, calls(&symbols, "name"), "process {process}");
    }
}

#[test]
fn totals_are_those_of_otf2_print() {
    for name in ["score-p-7.1/good/ping-pong", "eztrace-2.0/good/is.W.8", "otf2-3.0.2/good/every-record"] {
        let printed = fixture(&format!("otf2/{name}.otf2-print"));
        let printed = String::from_utf8(printed).unwrap();
        let count = |records: [&str; 2]| {
            let is_one = |line: &&str| line.split(' ').nth(1).is_some_and(|it| records.contains(&it));
            printed.lines().filter(is_one).count() as u64
        };
        let opened = open(below(&format!("otf2/{name}"), "run")).unwrap();
        let of = |kind| {
            let found = opened.kinds.iter().find(|(known, _)| *known == kind);
            found.map_or(0, |(_, count)| *count)
        };
        assert_eq!(of(Kind::Send), count(["MPI_SEND", "MPI_ISEND"]), "{name}");
        assert_eq!(of(Kind::Recv), count(["MPI_RECV", "MPI_IRECV"]), "{name}");
        let together = ["MPI_COLLECTIVE_END", "NON_BLOCKING_COLLECTIVE_COMPLETE"];
        assert_eq!(of(Kind::Sync), count(together), "{name}");
        // A call is entered and left; other regions are an event at both ends. One thread is left out, with three regions.
        let regions = 2 * of(Kind::Call) + of(Kind::Local);
        let all = count(["ENTER", "LEAVE"]);
        let left_out = if name.ends_with("every-record") { 6 } else { 0 };
        assert_eq!(regions + left_out, all, "{name}");
    }
}

#[test]
fn files_of_an_archive_may_come_in_any_order_and_in_slices_of_any_size() {
    let expected = open(ping_pong()).unwrap();
    assert_eq!(sizes(&expected), [(0, 18), (1, 18)]);
    for budget in [1, 7, 100, 4096] {
        let opened = work(Opening::new("drop", ping_pong(), Limits::default()), budget).unwrap();
        assert_eq!(sizes(&opened), sizes(&expected));
        assert_eq!(opened.kinds, expected.kinds);
    }
}

#[test]
fn a_packed_archive_may_come_through_a_pipe() {
    let bytes = fixture(&format!("{TOGETHER}/lu.S.4-otf2.tar.gz"));
    let piped = open([streamed("standard input", io::Cursor::new(bytes))]).unwrap();
    let named = open([packed("lu.S.4-otf2.tar.gz")]).unwrap();
    assert_eq!(sizes(&piped), sizes(&named));
}

#[test]
fn what_lies_beside_an_archive_is_passed_over() {
    let mut files = ping_pong();
    files.push(file("run/README.md", "# Experiment directory overview\n\nThe result of this."));
    files.push(file("run/scorep.cfg", "SCOREP_ENABLE_TRACING=true\n"));
    files.push(file("run/traces/0.snap", [3, 0x42, 0, 0]));
    let opened = open(files).unwrap();
    let said = messages(&opened.notes);
    assert_one(&said, "2 files are ignored");
}

#[test]
fn an_anchor_alone_says_what_else_is_needed() {
    let said = refused(ping_pong().into_iter().take(1));
    assert_one(&said, "the definitions file of the OTF2 archive is missing");
    assert!(said[0].contains("open the folder that holds NAME.otf2"), "{said:?}");
}

#[test]
fn an_archive_in_containers_is_refused_with_the_way_out() {
    let mut files = ping_pong();
    let mut anchor = fixture("otf2/score-p-7.1/good/ping-pong/traces.otf2");
    anchor[28] = 2;
    files[0] = file("run/traces.otf2", anchor);
    files.truncate(1);
    files.push(file("run/traces.evt", b"sion\0\0\0\0"));
    let said = refused(files);
    assert_one(&said, "stored in SION containers");
}

#[test]
fn what_is_kept_of_an_archive_is_limited() {
    let limits = Limits { kept: 20_000, ..Limits::default() };
    let notes = open_with([packed("lu.S.4-otf2.tar.gz")], limits).unwrap_err();
    let said = messages(&notes);
    assert_one(&said, "the trace does not fit the memory limit");
}
