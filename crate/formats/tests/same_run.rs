//! One run of the CG benchmark, recorded in several forms, says the same in all of them.

#![cfg(test)]

use loopscope_core::symbols::Signature;
use loopscope_core::trace::ProcessId;

mod archive;
use archive::*;

/// What process 0 communicates, by a file of the fixtures, as lines of the native form.
fn communication(name: &str) -> Vec<String> {
    let bytes = fs::read(root(name)).unwrap();
    let trace = read(&[(name.to_owned(), bytes)], usize::MAX).trace.unwrap();
    let signature = Signature::default_for(View::Communication);
    let process = trace.process(ProcessId(0)).unwrap();
    let events = process.events(View::Communication).unwrap().iter();
    let table = trace.table();
    events.map(|event| signature.text(table.record(event), process.id, table)).collect()
}

#[test]
fn tables_and_gantt_charts_say_what_the_native_form_says() {
    let native = communication("same-run/cg.S.4-0.trace");
    for (name, least) in
        [("csv-events/npb-3.3-mpi/good/cg.S.4-timed-0.csv", 70), ("paje/npb-3.3-mpi/good/cg.S.4.paje", 15)]
    {
        let other = communication(name);
        assert!(other.len() > least, "{name}: {}", other.len());
        assert_eq!(other, native[..other.len()], "{name}");
    }
}
