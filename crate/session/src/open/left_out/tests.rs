use super::*;

#[test]
fn one_file_is_named_and_several_are_counted_by_reason() {
    let mut files = LeftOutFiles::default();
    assert_eq!(files.note("drop"), None);
    files.add("a".to_owned(), "the file is empty");
    let note = files.note("drop").unwrap();
    assert_eq!((note.file.as_str(), note.what.as_str()), ("a", "ignored: the file is empty"));
    files.add("b".to_owned(), "the file is empty");
    files.add_unknown();
    let note = files.note("drop").unwrap();
    assert_eq!((note.file.as_str(), note.what.as_str()), ("drop", "3 files are ignored"));
    assert_eq!(note.found, "2 empty: a, b; 1 in no known format");
}

#[test]
fn what_was_not_handed_over_is_listed_and_outlives_a_second_round() {
    let mut files = LeftOutFiles::default();
    files.add("a".to_owned(), "a named pipe");
    files.pass_by("b".to_owned(), "a named pipe");
    files.pass_by("c".to_owned(), "a socket");
    let counts: Vec<u64> = files.list().iter().map(|it| it.count).collect();
    assert_eq!(counts, [2, 1]);
    assert_eq!(files.passed_by_notes().len(), 2);
    files.begin_again();
    let counts: Vec<u64> = files.list().iter().map(|it| it.count).collect();
    assert_eq!(counts, [1, 1]);
}
