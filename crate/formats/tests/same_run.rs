//! One run of the CG benchmark, recorded in several forms, says the same in all of them.

#![allow(clippy::unwrap_used)] // a test may fail

use std::fs;
use std::path::Path;

use loopscope_core::symbols::Signature;
use loopscope_core::trace::{ProcessId, TraceBuilder, View};
use loopscope_formats::{sniff, FileInfo, Notes, Reading};

/// What process 0 communicates, by a file of the fixtures, as lines of the native form.
fn communication(name: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures").join(name);
    let bytes = fs::read(&path).unwrap();
    let (mut trace, mut notes) = (TraceBuilder::new(1 << 30), Notes::new());
    let info = FileInfo::new(name);
    match sniff(&bytes, name).unwrap().reading {
        Reading::Each(reader) => {
            trace.begin_source(name);
            notes.begin_file(name);
            let mut reader = reader(&info);
            reader.read(&bytes, &mut trace, &mut notes).unwrap();
            reader.finish(&mut trace, &mut notes).unwrap();
        }
        Reading::Together(collection) => {
            let mut collection = collection();
            collection.begin(&info);
            collection.read(&bytes);
            collection.finish().unwrap();
            while !collection.build(&mut trace, &mut notes).unwrap() {}
        }
    }
    let trace = trace.finish();
    let signature = Signature::default_for(View::Communication);
    let process = trace.process(ProcessId(0)).unwrap();
    let events = process.events(View::Communication).unwrap().iter();
    let table = trace.table();
    events.map(|event| signature.text(table.record(event), process.id, table)).collect()
}

#[test]
fn tables_and_gantt_charts_say_what_the_native_form_says() {
    let native = communication("same-run/cg.S.4-0.trace");
    for (name, least) in [
        ("csv-events/npb-3.3-mpi/good/cg.S.4-timed-0.csv", 70),
        ("paje/npb-3.3-mpi/good/cg.S.4.paje", 15),
    ] {
        let other = communication(name);
        assert!(other.len() > least, "{name}: {}", other.len());
        assert_eq!(other, native[..other.len()], "{name}");
    }
}
