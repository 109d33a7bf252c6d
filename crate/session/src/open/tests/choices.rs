//! Several traces in one drop: all are named, and each can be opened alone.

use super::*;

/// The choices that opening ends with, and how many processes each gives.
fn choices(files: impl Fn() -> Vec<SourceFile>) -> Vec<String> {
    let notes = open(files()).unwrap_err();
    assert_eq!(notes.len(), 1, "{notes:?}");
    notes[0]
        .choices()
        .iter()
        .map(|choice| {
            let mut opening = Opening::new("drop", files(), Limits::default());
            opening.choose(&choice.key);
            let opened = work(opening, 4096).unwrap();
            let count = sizes(&opened).len();
            format!("{} ({}, {}): {count} of {}", choice.path, choice.format, choice.files, opened.format)
        })
        .collect()
}

#[test]
fn a_folder_of_all_forms_of_a_run() {
    let files = || {
        let mut files = below("otf2/score-p-7.1/good/ping-pong", "all/otf2");
        files.extend(below("native/npb-3.3-mpi/good/bt.S.4", "all/native"));
        files.extend(below("paraver/extrae/good/epoch-4", "all/paraver"));
        files.extend(below("dumpi/sst-dumpi/good/ring", "all/dumpi"));
        files.extend([0, 1].map(|k| file(&format!("all/symbols/rank-{k}.sym"), "a b a b")));
        let packed = tarred(&[("native/rank-0.trace", b"0 send 1 2\n"), ("README", b"words")]);
        files.push(file("all/run.tar.gz", gzip(&packed)));
        files.push(file("all/README.md", "# What this is"));
        files.push(file("all/paper.pdf", b"%PDF-1.4\0".as_slice()));
        files.push(file("all/empty", ""));
        files
    };
    assert_eq!(
        choices(files),
        [
            "all/dumpi/testtrace* (DUMPI, 5): 4 of DUMPI",
            "all/native (native text, 4): 4 of native text",
            "all/otf2/traces.otf2 (OTF2, 6): 2 of OTF2",
            "all/paraver/epoch.prv (Paraver, 3): 4 of Paraver",
            "all/run.tar.gz/native/rank-0.trace (native text, 1): 1 of native text",
            "all/symbols (symbol list, 2): 2 of symbol list",
        ]
    );
}

#[test]
fn two_traces_of_one_format() {
    let otf2 = || {
        let mut files = below("otf2/score-p-7.1/good/ping-pong", "a");
        files.extend(below("otf2/score-p-7.1/good/ping-pong-papi", "b"));
        files
    };
    assert_eq!(choices(otf2), ["a/traces.otf2 (OTF2, 6): 2 of OTF2", "b/traces.otf2 (OTF2, 6): 2 of OTF2"]);
    let paraver = || {
        let mut files = below("paraver/extrae/good/epoch-4", "a");
        files.extend(below("paraver/extrae/good/omp-4", "a"));
        files
    };
    assert_eq!(choices(paraver), ["a/epoch.prv (Paraver, 3): 4 of Paraver", "a/omp.prv (Paraver, 3): 4 of Paraver"]);
    let dumpi = || {
        let mut files = below("dumpi/sst-dumpi/good/ring", "a");
        files.extend(below("dumpi/by-hand/good/program", "a"));
        files
    };
    assert_eq!(choices(dumpi), ["a/run* (DUMPI, 5): 4 of DUMPI", "a/testtrace* (DUMPI, 5): 4 of DUMPI"]);
    let paje = || ["x.paje", "y.paje"].map(|name| file(name, fixture("paje/npb-3.3-mpi/good/cg.S.4.paje"))).into();
    assert_eq!(choices(paje), ["x.paje (Pajé, 1): 4 of Pajé", "y.paje (Pajé, 1): 4 of Pajé"]);
}

/// Who names a part of an archive need not know of keys.
#[test]
fn a_folder_of_an_archive_is_opened_by_its_path() {
    let packed = tarred(&[("a/rank-0.trace", b"0 send 1 2\n"), ("b/rank-0.sym", b"x y x y")]);
    let opened = |only: &str| {
        let mut opening = Opening::new("run.tar", vec![file("run.tar", packed.clone())], Limits::default());
        opening.choose(only);
        work(opening, 4096)
    };
    assert_eq!(opened("run.tar/a").unwrap().format, "native text");
    assert_eq!(opened("run.tar/b/rank-0.sym").unwrap().format, "symbol list");
    let said = messages(&opened("run.tar/c").unwrap_err());
    assert_eq!(
        said,
        ["run.tar: there is no file to open; found none, expected files of a trace, a folder or an archive of them"]
    );
}

/// Of the events of one process nothing is known to be a second time in a mixture without clashes, but a tracer's files and
/// others are not one trace either.
#[test]
fn a_tracers_files_are_not_mixed_with_others() {
    let files = || {
        let mut files = below("otf2/score-p-7.1/good/ping-pong", "run");
        files.push(file("run/rank-2.trace", "2 send 0 1\n".repeat(7)));
        files
    };
    assert_eq!(
        choices(files),
        ["run/rank-2.trace (native text, 1): 1 of native text", "run/traces.otf2 (OTF2, 6): 2 of OTF2"]
    );
}

#[test]
fn a_table_of_messages_is_a_trace_by_any_name() {
    let beside = |text: &'static str| {
        move || {
            let mut files = below("otf2/score-p-7.1/good/ping-pong", "all/otf2");
            files.push(file("all/table.csv", text));
            files
        }
    };
    let trace = choices(beside("rank,call,dst\n0,MPI_Send,1\n0,MPI_Barrier,\n"));
    assert_eq!(trace.len(), 2, "{trace:?}");
    // A profile of calls lies beside a trace, like any other table.
    let opened = open(beside("rank,call,count\n0,MPI_Send,99\n0,MPI_Barrier,1\n")()).unwrap();
    assert_eq!(opened.format, "OTF2");
}
