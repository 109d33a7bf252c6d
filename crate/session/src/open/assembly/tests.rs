//! Assemblies of files made up here.

use std::io;

use loopscope_formats::native;

use super::*;

/// An assembly into which these chunks of one file went.
fn assembled(chunks: &[&str], limits: Limits) -> (Assembly, Vec<Result<bool, Note>>) {
    let mut assembly = Assembly::new("drop", limits);
    let (path, stream) = ("rank-0.trace".to_owned(), Box::new(io::empty()) as Stream);
    let info = FileInfo::new(&path);
    let mut leaf = assembly.begin_file(&native::FORMAT, None, info, (path, stream));
    let results = chunks.iter().map(|chunk| assembly.read(&mut leaf, chunk.as_bytes())).collect();
    (assembly, results)
}

#[test]
fn chunks_become_a_trace_that_is_counted() {
    let (mut assembly, results) = assembled(&["0 send 1 7\n0 se", "nd 1 7\n", ""], Limits::default());
    assert_eq!(results, [Ok(false), Ok(false), Ok(true)]);
    assert_eq!((assembly.events(), assembly.used().len()), (2, 1));
    assembly.complete(None);
    let counting = assembly.count(usize::MAX).expect("all is counted");
    assert_eq!(counting.kinds(), [(loopscope_core::trace::Kind::Send, 2)]);
    assert!(!assembly.is_empty(&counting));
    // Their receiver is in no file that was read.
    assert_eq!(assembly.take_notes(&counting), []);
}

#[test]
fn a_file_that_is_refused_leaves_nothing_behind() {
    let (mut assembly, _) = assembled(&["0 send 1 7\n"], Limits::default());
    assert!(!assembly.refuse(Note::error("rank-0.trace", "no"), false));
    assert_eq!((assembly.used().len(), assembly.finished_processes()), (0, 0));
    assert!(assembly.has_errors() && !assembly.gives_up() && !assembly.has_clash());
    assert_eq!(assembly.take_errors(true).len(), 1);
}

#[test]
fn a_document_of_nests_is_bounded_and_text() {
    let limits = Limits { nests: 4, ..Limits::default() };
    let read = |bytes: &[u8]| {
        let mut assembly = Assembly::new("drop", limits.clone());
        let mut leaf = Leaf::nests("a.json".to_owned(), Box::new(io::empty()));
        assembly.read(&mut leaf, bytes)?;
        assembly.read(&mut leaf, b"").map(|_| assembly.take_nests().map(|(text, _)| text))
    };
    assert_eq!(read(b"{}"), Ok(Some("{}".to_owned())));
    assert_eq!(read(b"{   }").unwrap_err().what, "the document of nests is too large");
    assert_eq!(read(b"{\xff}").unwrap_err().found, "the byte 0xff");
}
