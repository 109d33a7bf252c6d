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
    assert_eq!(own.columns[0].samples, ["MPI_Send", "MPI_Send"]);
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
    // Of two columns that could be one field the first is it.
    assert_eq!(fields("call,size,bytes\nx,1,2\n"), Some(vec![name, bytes, None]));
    assert_eq!(fields("# comment\n\ncall;size\n"), Some(vec![name, bytes]));
    assert_eq!(fields("call|size\n"), Some(vec![name, bytes]));
    for none in ["", "call\n", "1,2\n3,4\n", "a,2\n", "\"call,size\n"] {
        assert_eq!(fields(none), None, "{none:?}");
    }
}
