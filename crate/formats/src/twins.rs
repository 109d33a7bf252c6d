//! Readers that remember what lines, words and cells mean, against the same readers that forget everything at once.

use loopscope_core::trace::{ProcessId, TraceBuilder};
use proptest::prelude::*;

use crate::input::byte_map::forgetful;
use crate::{FileInfo, Format, Notes, Reading};

/// All that comes of a file that arrives in chunks of that size.
fn read(format: &Format, text: &[u8], chunk: usize) -> String {
    let info = FileInfo { number: Some(ProcessId(0)), ..FileInfo::new("rank-0") };
    let (mut trace, mut notes) = (TraceBuilder::new(1 << 30), Notes::new());
    trace.begin_source(&info.path);
    notes.begin_file(&info.path);
    let result = match format.reading {
        Reading::Each(reader) => {
            let mut reader = reader(&info);
            let chunks = &mut text.chunks(chunk);
            let read = chunks.try_for_each(|chunk| reader.read(chunk, &mut trace, &mut notes));
            read.and_then(|()| reader.finish(&mut trace, &mut notes))
        }
        Reading::Together(collection) => {
            let mut collection = collection();
            collection.begin(&info);
            text.chunks(chunk).for_each(|chunk| collection.read(chunk));
            let mut built = collection.finish().map(|()| false);
            while built == Ok(false) {
                built = collection.build(&mut trace, &mut notes);
            }
            built.map(|_| ())
        }
    };
    let trace = trace.finish();
    let mut all = format!("{result:?}\n{:?}\n", trace.table().records());
    for record in trace.table().records() {
        all.push_str(&format!("{:?} {:?}\n", trace.table().name(record.name), record.group));
    }
    for process in trace.processes() {
        for view in loopscope_core::trace::View::ALL {
            let events = process.events(view).map(|events| events.iter().collect::<Vec<_>>());
            all.push_str(&format!("{:?} {view:?} {events:?}\n", process.id));
        }
    }
    notes.into_vec().iter().for_each(|note| all.push_str(&format!("{note:?}\n")));
    all
}

/// Lines of a text: a loop of a few good ones, now and then any other.
fn text(lines: &'static [&'static str]) -> impl Strategy<Value = Vec<&'static str>> {
    let any = prop::sample::select(lines);
    let body = prop::collection::vec(any.clone(), 1..6);
    let looped = (body, 1usize..30).prop_map(|(body, times)| body.repeat(times));
    let part = prop_oneof![3 => looped, 1 => any.prop_map(|line| vec![line])];
    prop::collection::vec(part, 0..8).prop_map(|parts| parts.concat())
}

fn check(format: &Format, text: &str, chunk: usize) -> Result<(), TestCaseError> {
    let remembered = read(format, text.as_bytes(), chunk);
    let forgotten = forgetful(|| read(format, text.as_bytes(), chunk));
    prop_assert_eq!(remembered, forgotten);
    Ok(())
}

const NATIVE: &[&str] = &[
    "0 send 1 2",
    "0  send 1 2",
    "1 recv 0 2\r",
    "0 sync MPI_Bcast 0-15",
    "0 local call MPI_Send",
    "0 local return MPI_Send",
    "0 local return MPI_Recv",
    "0 local any words",
    "2 local a name of many words that is longer than what is remembered of a line, which is a hundred and twenty-eight bytes, and so it is read each time",
    "# a comment",
    "0 send",
    "",
    "nobody sends 3",
];

const ROWS: &[&str] = &[
    "MPI_Send,1,7,8,,0",
    "MPI_Irecv,1,7,8,3,0",
    "MPI_Wait,,,,3,0",
    "MPI_Allreduce,,,8,,0",
    "\"MPI_Send\",\"1\",7,8,,0",
    "solve,,,,,1",
    "solve,,,,,x",
    "MPI_Send,1,7,8,,0,too many",
    "MPI_Send,open \"quotation",
    "",
];

const ACTIONS: &[&str] = &[
    "0 init",
    "0 isend 1 7 5600",
    "0 irecv 1 7 5600",
    "0 wait 1 0 7",
    "0 wait 0 1 7",
    "0 compute 12",
    "0 allreduce 8 100",
    "1 recv 0 7 5600",
    "0 nothing of the kind",
    "p0 send p1 100",
    "",
];

const CALLS: &[&str] = &[
    "MPI_Send entering at walltime 1.5, cputime 0.1 seconds in thread 0.\nint count=2\nMPI_Datatype datatype=11 (MPI_INT)\nint dest=0\nint tag=7\nMPI_Comm comm=2 (MPI_COMM_WORLD)\nMPI_Send returning at walltime 1.6, cputime 0.1 seconds in thread 0.",
    "MPI_Barrier entering at walltime 1.5, cputime 0.1 seconds in thread 0.\nMPI_Comm comm=2 (MPI_COMM_WORLD)\nMPI_Barrier returning at walltime 1.6, cputime 0.1 seconds in thread 0.",
    "MPI_Unknown entering at walltime 1.5, cputime 0.1 seconds in thread 0.",
    "Datatype 11 (MPI_INT) has size 4",
    "int count=2",
];

proptest! {
    #[test]
    fn native_lines(lines in text(NATIVE), chunk in 1usize..400) {
        check(&crate::native::FORMAT, &lines.join("\n"), chunk)?;
    }

    #[test]
    fn symbols(words in text(&["send", "recv", "send", "a-word-of-some-length(1,640,c3)", "ä", "a", "b"]), chunk in 1usize..400) {
        check(&crate::symbols::FORMAT, &words.join(" "), chunk)?;
    }

    /// With times in front, behind, and without; they go on, stand still, are missing or damaged.
    #[test]
    fn rows_of_events(rows in text(ROWS), form in 0usize..4, odd in 0usize..40, chunk in 1usize..400) {
        let header = "name,peer,tag,bytes,request,process";
        let mut text = match form {
            0 => format!("start_ns,end_ns,{header}\n"),
            1 => format!("site,start,{header}\n"),
            2 => format!("{header},start_ns\n"),
            _ => format!("{header}\n"),
        };
        for (at, row) in rows.iter().enumerate() {
            let time = match (at + 1) % (odd + 1) {
                0 => ["\"5\"", "", "soon", "-3", "\"1,5"][odd % 5].to_owned(),
                _ => (10 * at).to_string(),
            };
            text += &match form {
                0 => format!("{time},{},{row}\n", at + 5),
                1 => format!("x,{time},{row}\n"),
                2 => format!("{row},{time}\n"),
                _ => format!("{row}\n"),
            };
        }
        check(&crate::csv_events::FORMAT, &text, chunk)?;
    }

    #[test]
    fn actions(lines in text(ACTIONS), chunk in 1usize..400) {
        check(&crate::simgrid::FORMAT, &lines.join("\n"), chunk)?;
    }

    #[test]
    fn calls_as_text(lines in text(CALLS), chunk in 1usize..400) {
        check(&crate::dumpi::FORMAT, &lines.join("\n"), chunk)?;
    }
}
