//! A record of a data trace of ten million events reads its pages and nothing else: reads are counted.

#![cfg(test)]

use std::rc::Rc;

use loopscope_core::extract::identity::Identity;
use loopscope_core::system::text;
use loopscope_core::trace::ProcessId;
use loopscope_session::ask::{query, Asked, Table};
use loopscope_session::data_trace::{DataTrace, FORMAT};
use loopscope_session::formats::notes::Note;
use loopscope_session::open::ReadAt;
use loopscope_session::parquet::write::Writer;

const ITERATIONS: u64 = 5_000_000;
/// Rows of a group: the seekable form.
const ROWS: usize = 8_192;
const MODEL: &str = "processes 0\nfor i0 = 0 to 4999999\n  0 local a\n  0 local b\ndone\n";

/// The file of a process whose event k begins at 1,000 k and some, and lasts 300.
fn file(identity: Identity) -> Vec<u8> {
    let names = ["position", "start", "end", "mpi", "mpi_sum"];
    let mut writer = Writer::new(Vec::new(), &names, ROWS).unwrap();
    let events = 2 * ITERATIONS as i64;
    let mut from = 0;
    while from < events {
        let to = (from + 65_536).min(events);
        let start = |at: i64| 1_000 * at + at * at % 613;
        let columns: [Vec<i64>; 5] = [
            (from..to).collect(),
            (from..to).map(start).collect(),
            (from..to).map(|at| start(at) + 300).collect(),
            (from..to).map(|_| 300).collect(),
            (from..to).map(|at| 300 * (at + 1)).collect(),
        ];
        writer.write(&columns.each_ref().map(Vec::as_slice)).unwrap();
        from = to;
    }
    let (events, hash) = (identity.events, identity.hash);
    let processes = format!("[{{\"process\":0,\"events\":{events},\"hash\":\"{hash}\"}}]");
    let texts = [("format", FORMAT), ("view", "communication"), ("processes", processes.as_str())];
    writer.finish(&texts).unwrap()
}

#[test]
fn records_read_the_pages_that_hold_them() {
    let model = text::parse(MODEL).unwrap();
    let bytes = file(Identity::of_model(&model, ProcessId(0)));
    let size = bytes.len() as u64;
    let data: Vec<(String, Rc<dyn ReadAt>)> = vec![("rank-0.parquet".to_owned(), Rc::new(bytes))];
    let mut data = DataTrace::open(data).unwrap();
    let footer = data.counts();
    assert_eq!(footer.pages, 0, "opening it reads no page");
    assert!(footer.bytes < size / 20, "{} of {size}", footer.bytes);
    for (range, records) in [("3000000", 1u64), ("3000000..3000009", 10)] {
        let get = format!("  get \"a\" .start,duration -> where i0 = {range}\n  0 local a\n");
        let asked = MODEL.replace("  0 local a\n", &get);
        let asked = query("query.txt", &model, &asked).unwrap();
        let asked = Asked::new("model", &model, asked).unwrap();
        let before = data.counts();
        let mut found = String::new();
        asked
            .write("model", &mut data, Table::Csv, |part| -> Result<(), Box<Note>> {
                found.push_str(part);
                Ok(())
            })
            .unwrap();
        let after = data.counts();
        assert_eq!(found.lines().count() as u64, 1 + records);
        let event = 6_000_000i64;
        let first = format!("a,3000000,{},300", 1_000 * event + event * event % 613);
        assert_eq!(found.lines().nth(1), Some(&*first));
        // Two columns, a page of each; ten records in a row are in one page, or at its edge in two.
        assert!(after.pages - before.pages <= 2 * records.min(2), "{after:?} {before:?}");
        assert!(after.bytes - before.bytes <= 2 * 65_536 * records.min(2), "{after:?} {before:?}");
    }
}
