//! Tests of the mapping, and that the two records of one run agree.

use std::sync::Arc;

use loopscope_core::symbols::Signature;
use loopscope_core::trace::{Kind, Trace, TraceBuilder, View};

use super::{columns, Mapping, FORMAT, PART_REMARK, TIMED_HEADER};
use crate::format::{Confidence, FileInfo, Format};
use crate::input::fields::Field;
use crate::input::head::Head;
use crate::{Note, Notes};

/// The trace in a file, and what is noted.
fn read(format: &Format, info: &FileInfo, text: &str) -> Result<(Trace, Notes), Note> {
    let (mut trace, mut notes) = (TraceBuilder::new(1 << 30), Notes::new());
    trace.begin_source(&info.path);
    notes.begin_file(&info.path);
    let mut reader = format.reader(info).unwrap();
    reader.read(text.as_bytes(), &mut trace, &mut notes)?;
    reader.finish(&mut trace, &mut notes)?;
    Ok((trace.finish(), notes))
}

/// The items of a view of a file, as lines of text.
fn lines(format: &Format, info: &FileInfo, text: &str, view: View) -> Result<Vec<String>, Note> {
    let (trace, _) = read(format, info, text)?;
    let signature = Signature::parse("name,peer,tag,bytes,comm,op,root").unwrap();
    let mut lines = Vec::new();
    for process in trace.processes() {
        for event in process.events(view).into_iter().flatten() {
            lines.push(signature.text(trace.table().record(event), process.id, trace.table()));
        }
    }
    Ok(lines)
}

#[test]
fn a_mapping_counts_instead_of_the_names() {
    let text = "Was,Wohin,Menge,Zeit,Wer\nMPI_Send,1,8,3,0\nMPI_Send,1,16,4,0\n";
    let own = columns(text.as_bytes()).unwrap();
    assert_eq!(own.columns.iter().filter_map(|it| it.field).count(), 0);
    assert!(own.problem().is_some());
    assert_eq!(own.cells(0).collect::<Vec<_>>(), ["MPI_Send", "MPI_Send"]);
    assert!(own.may_be_events(false));
    assert_eq!((FORMAT.sniff)(&Head::new(text.as_bytes())), Confidence::No);
    let mut mapping = own.mapping();
    for (column, field) in
        [Field::Name, Field::Destination, Field::Bytes, Field::Start, Field::Process].into_iter().enumerate()
    {
        mapping.columns[column].1 = Some(field);
    }
    assert!(mapping.fits(text.as_bytes()));
    assert!(!mapping.fits(b"Was,Wohin\nMPI_Send,1\n"));
    let info = FileInfo { columns: Some(Arc::new(mapping)), ..FileInfo::new("tabelle") };
    let calls = lines(&FORMAT, &info, text, View::Calls).unwrap();
    assert_eq!(calls, ["MPI_Send(1,tag0,8)", "MPI_Send(1,tag0,16)"]);
    // Without it there is nothing to read.
    assert!(lines(&FORMAT, &FileInfo::new("tabelle"), text, View::Calls).is_err());
}

#[test]
fn a_mapping_is_for_its_own_table_alone() {
    let text = "call,dst,size\nMPI_Send,1,8\n";
    let mapping = Mapping { columns: vec![("other".to_owned(), Some(Field::Name))] };
    let info = FileInfo { columns: Some(Arc::new(mapping)), ..FileInfo::new("t-0") };
    assert_eq!(lines(&FORMAT, &info, text, View::Calls).unwrap(), ["MPI_Send(1,tag0,8)"]);
}

#[test]
fn calls_have_sites() {
    let table =
        "rank,call,dst,tag,bytes,Call Site\n0,MPI_Send,1,3,8,0x4012\n0,MPI_Send,1,3,8,0x4080\n0,MPI_Barrier,,,,\n";
    let (trace, _) = read(&FORMAT, &FileInfo::new("t-0.csv"), table).unwrap();
    let sites = |kind: Kind| -> Vec<Option<&str>> {
        let records = trace.table().records().iter().filter(|record| record.kind == kind);
        records.map(|record| record.site.map(|site| trace.table().name(site))).collect()
    };
    assert_eq!(sites(Kind::Call), [Some("0x4012"), Some("0x4080"), None]);
    // A message is the same wherever it is sent.
    assert_eq!(sites(Kind::Send), [None]);
    // From the row that enters, or from that of the call as a whole, MPI or not.
    let table = "rank,event,call,dst,tag,site\n0,enter,MPI_Send,,,main\n0,leave,MPI_Send,1,3,\n0,call,solve,,,main\n";
    let (trace, _) = read(&FORMAT, &FileInfo::new("t-0.csv"), table).unwrap();
    let table = trace.table();
    let calls = table.records().iter().filter(|record| record.kind == Kind::Call);
    let sites: Vec<_> = calls.map(|it| (table.name(it.name), it.site.map(|site| table.name(site)))).collect();
    assert_eq!(sites, [("MPI_Send", Some("main")), ("solve", Some("main"))]);
}

#[test]
fn proposals() {
    let fields = |text: &str| {
        columns(text.as_bytes()).map(|it| it.columns.iter().map(|column| column.field).collect::<Vec<_>>())
    };
    let (name, bytes) = (Some(Field::Name), Some(Field::Bytes));
    // Of two columns that could be one field the one with the surer name is it, of equals the first.
    assert_eq!(fields("call,size,bytes\nx,1,2\n"), Some(vec![name, None, bytes]));
    assert_eq!(fields("pid,rank,call\n9,1,x\n"), Some(vec![None, Some(Field::Process), name]));
    assert_eq!(fields("# comment\n\ncall;size\n"), Some(vec![name, bytes]));
    assert_eq!(fields("call|size\n"), Some(vec![name, bytes]));
    for none in ["", "call\n", "1,2\n3,4\n", "a,2\n", "\"call,size\n"] {
        assert_eq!(fields(none), None, "{none:?}");
    }
}

/// What is doubtful about a table, the column's title before it.
fn doubts(text: &str, numbered: bool) -> Vec<String> {
    let proposal = columns(text.as_bytes()).unwrap();
    let said = proposal.doubts(numbered).into_iter().map(|doubt| match doubt.column {
        Some(at) => format!("{}: {}", proposal.columns[at].title, doubt.what),
        None => doubt.what,
    });
    said.collect()
}

#[test]
fn what_is_matched_without_doubt() {
    for text in [
        "rank,call,dst,tag\n0,MPI_Send,1,3\n",
        // The operating system's number gives way, and two columns that say the same raise no doubt.
        "pid,rank,call\n4711,0,MPI_Barrier\n",
        "rank,call,src,source\n0,MPI_Recv,1,1\n",
        // Nothing that is left over could be the process.
        "call,colour\nMPI_Barrier,red\n",
        "rank,call,start,time\n0,MPI_Barrier,1.5,7\n",
        "rank,call,tag,req,matched\n0,MPI_Wait,ANY_TAG,5;6,1:2:3\n",
    ] {
        assert_eq!(doubts(text, false), [""; 0], "{text}");
    }
}

#[test]
fn what_is_doubtful() {
    for (text, expected) in [
        ("node,call\nn01,MPI_Barrier\n", "node: should contain numbers, but contains \"n01\""),
        ("rank,name,dst\n0,17,1\n", "name: should contain names, but contains \"17\""),
        ("rank,call,function\n0,solve,MPI_Send\n", "function: could be the same as call"),
        ("call,place\nMPI_Barrier,3\n", "no column gives the process: all rows count as one process"),
        (
            "rank,call,whom\n0,MPI_Send,3\n",
            "no column gives the other end of a message: sends and receives are read as plain calls",
        ),
    ] {
        assert_eq!(doubts(text, false), [expected]);
    }
    // The file's name says the process.
    assert_eq!(doubts("call,place\nMPI_Barrier,3\n", true), [""; 0]);
}

#[test]
fn what_may_be_a_table_of_events() {
    let may = |text: &str, plainly| columns(text.as_bytes()).is_some_and(|it| it.may_be_events(plainly));
    assert!(may("a,b\nMPI_Send,1\nMPI_Recv,2\n", false));
    assert!(!may("a,b\nsolve,1\nfill,2\n", false));
    assert!(may("a;b\nsolve;1\nfill;2\n", true));
    for none in [
        "a,b\n1,2\n",
        "a,b\n",
        "a,b\nsolve,1\nfill,2,3\n",
        "Allreduce(8,SUM,c0)\nAllreduce(8,SUM,c1)\n",
        "{\"a\":1,\n\"b\":2}\n",
    ] {
        assert!(!may(none, true), "{none:?}");
    }
}

#[test]
fn a_mapping_of_nothing_leaves_the_table_out() {
    let mut mapping = columns(b"rank,call\n0,x\n").unwrap().mapping();
    assert!(!mapping.is_empty());
    mapping.columns.iter_mut().for_each(|column| column.1 = None);
    assert!(mapping.is_empty() && mapping.fits(b"rank,call\n0,x\n"));
}

/// Where the receives of a table of one process come from.
fn received(text: &str) -> Vec<u32> {
    let (trace, _) = read(&FORMAT, &FileInfo::new("t-0"), text).unwrap();
    let events = trace.processes().iter().filter_map(|it| it.events(View::Communication));
    let records = events.flatten().map(|event| *trace.table().record(event));
    records.filter(|record| record.kind == Kind::Recv).filter_map(|record| record.peer).collect()
}

/// Tracers share the column `flag`: of `MPI_Waitany` it is the place of the request that was found, and the first is 0.
#[test]
fn a_message_that_is_named_counts_before_the_flag() {
    let mut text = "call,peer,tag,bytes,req,flag,matched\n".to_owned();
    for _ in 0..640 {
        for from in 1..=7 {
            text.push_str(&format!("MPI_Irecv,{from},5,8,{from},,\n"));
        }
        for index in 0..7 {
            let from = index + 1;
            text.push_str(&format!("MPI_Waitany,,,,1;2;3;4;5;6;7,{index},{from}:5:8\n"));
        }
    }
    assert_eq!(received(&text).len(), 4_480);
    let tested = "call,peer,req,flag,matched\nMPI_Irecv,3,1,,\nMPI_Test,,1,0,3:0:8\n";
    assert_eq!(received(tested), [3]);
}

#[test]
fn without_the_message_the_flag_says_what_it_says_in_the_call() {
    let of = |rows: &[(&str, &str, &str)]| {
        let mut text = "call,peer,req,flag\n".to_owned();
        for from in 1..=3 {
            text.push_str(&format!("MPI_Irecv,{from},{from},\n"));
        }
        for (call, requests, flag) in rows {
            text.push_str(&format!("{call},,{requests},{flag}\n"));
        }
        received(&text)
    };
    for (rows, expected) in [
        (vec![("MPI_Waitany", "1;2;3", "2"), ("mpi_waitany_", "1;2;3", "0")], vec![3, 1]),
        // The table does not say which request it found, or there was none.
        (vec![("MPI_Waitany", "1;2;3", ""), ("MPI_Waitany", "1;2;3", "-32766")], vec![]),
        (vec![("MPI_Waitany", "2", "1")], vec![2]),
        (vec![("MPI_Wait", "2", "0"), ("MPI_Waitall", "1;3", "0")], vec![2, 1, 3]),
        (vec![("MPI_Test", "2", "0"), ("MPI_Test", "2", "false"), ("MPI_Test", "2", "1")], vec![2]),
        (vec![("MPI_Testall", "1;2", "no"), ("MPI_Testall", "1;2", "True")], vec![1, 2]),
        (vec![("MPI_Testany", "1;2", "1"), ("MPI_Testany", "1", "0"), ("MPI_Testany", "3", "1")], vec![3]),
        (vec![("MPI_Waitsome", "1;2;3", "0"), ("MPI_Waitsome", "1;2;3", "2")], vec![]),
        (vec![("MPI_Waitsome", "1;2", "2"), ("MPI_Testsome", "3", "")], vec![1, 2, 3]),
    ] {
        assert_eq!(of(&rows), expected, "{rows:?}");
    }
}

/// A row is an event even if one of its numbers is unknown.
#[test]
fn what_is_not_known_does_not_drop_a_row() {
    for unknown in ["", "-1", "NA", "n/a", "NaN", "None", "null", "-", "MPI_ANY_TAG"] {
        let size = if unknown.starts_with("MPI") { "" } else { unknown };
        let text =
            format!("call,src,tag,bytes,commsize,root,flag\nMPI_Recv,3,{unknown},{size},{size},{unknown},{unknown}\n");
        let items = lines(&FORMAT, &FileInfo::new("t-0"), &text, View::Communication).unwrap();
        assert_eq!(items.len(), 1, "{unknown}: {items:?}");
    }
}

#[test]
fn a_name_that_cannot_be_printed_is_still_an_event() {
    let text = "process,call,peer\n0,MPI_Send,1\n0,\u{1b}\u{1b},\n0,\" \",\n";
    let calls = lines(&FORMAT, &FileInfo::new("t.csv"), text, View::Calls).unwrap();
    assert_eq!(calls, ["MPI_Send(1,tag0)", "(unnamed)", "(unnamed)"]);
}

/// The recorder that `docs/recording.md` offers writes a header whose columns are all understood.
#[test]
fn the_columns_of_our_recorder_are_known() {
    let program = include_str!("../../../../docs/recording/record_csv.c");
    let start = program.find("start_ns,end_ns").unwrap();
    let header = program[start..].split("\\n").next().unwrap();
    let proposal = columns(format!("{header}\n1,2,MPI_Recv,0,0,0,,,,,,,\n").as_bytes()).unwrap();
    let unknown: Vec<_> = proposal.columns.iter().filter(|it| it.field.is_none()).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
    assert_eq!(proposal.columns.len(), 13);
}

/// A trace that was cut says so to whoever reads it; other comments, and those of other tables, are nothing.
#[test]
fn a_part_of_a_run_says_which() {
    let noted = |text: &str| -> Vec<String> {
        let (_, notes) = read(&FORMAT, &FileInfo::new("t.csv"), text).unwrap();
        notes.into_vec().iter().map(Note::to_string).collect()
    };
    let row = "0,5,0,call,MPI_Iprobe,,,,,,\n";
    let text = format!("{TIMED_HEADER}\n{PART_REMARK}only steps 3 to 12 of 40\n{row}");
    assert_eq!(noted(&text), ["t.csv: line 2: part of a run: only steps 3 to 12 of 40"]);
    assert_eq!(noted(&format!("{TIMED_HEADER}\n# only steps 3 to 12\n{row}")), [""; 0]);
    let other = format!("start_ns,rank,call\n{PART_REMARK}only steps 3 to 12\n0,0,MPI_Iprobe\n");
    assert_eq!(noted(&other), [""; 0]);
}
