//! Tests of the mapping, and that the two records of one run agree.

#![allow(clippy::unwrap_used)] // a test may fail

use std::sync::Arc;

use loopscope_core::symbols::Signature;
use loopscope_core::trace::{TraceBuilder, View};

use super::{columns, Mapping, FORMAT};
use crate::fields::Field;
use crate::format::{FileInfo, Format, Head, Sniff};
use crate::{Note, Notes};

/// The items of a view of a file, as lines of text.
fn lines(format: &Format, info: &FileInfo, text: &str, view: View) -> Result<Vec<String>, Note> {
    let (mut trace, mut notes) = (TraceBuilder::new(1 << 30), Notes::new());
    trace.begin_source(&info.path);
    notes.begin_file(&info.path);
    let mut reader = format.reader(info).unwrap();
    reader.read(text.as_bytes(), &mut trace, &mut notes)?;
    reader.finish(&mut trace, &mut notes)?;
    let trace = trace.finish();
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
    assert_eq!((FORMAT.sniff)(&Head::new(text.as_bytes())), Sniff::No);
    let mut mapping = own.mapping();
    for (column, field) in
        [Field::Name, Field::Destination, Field::Bytes, Field::Start, Field::Process]
            .into_iter()
            .enumerate()
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
fn proposals() {
    let fields = |text: &str| {
        columns(text.as_bytes())
            .map(|it| it.columns.iter().map(|column| column.field).collect::<Vec<_>>())
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
        // The operating system's number stands aside, and two columns that say the same are no question.
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
        ("node,call\nn01,MPI_Barrier\n", "node: should hold numbers, but has \"n01\""),
        ("rank,name,dst\n0,17,1\n", "name: should hold names, but has \"17\""),
        ("rank,call,function\n0,solve,MPI_Send\n", "function: could be the same as call"),
        (
            "call,place\nMPI_Barrier,3\n",
            "no column says which process a row belongs to: all rows are one process",
        ),
        (
            "rank,call,whom\n0,MPI_Send,3\n",
            "no column is the other end of a message: sends and receives stay calls",
        ),
    ] {
        assert_eq!(doubts(text, false), [expected]);
    }
    // The file's name says the process.
    assert_eq!(doubts("call,place\nMPI_Barrier,3\n", true), [""; 0]);
}

#[test]
fn what_may_be_a_table_of_events() {
    let may =
        |text: &str, plainly| columns(text.as_bytes()).is_some_and(|it| it.may_be_events(plainly));
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
