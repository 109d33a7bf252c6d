//! Sources of files made up here.

use super::*;

fn sources(files: &[(&str, &[u8])]) -> Sources {
    let file = |(path, bytes): &(&str, &[u8])| SourceFile {
        path: (*path).to_owned(),
        data: Content::Random(Rc::new(bytes.to_vec())),
    };
    let limits = SourceLimits { entries: 10, depth: 8 };
    Sources::new("drop", files.iter().map(file).collect(), limits)
}

/// Everything that comes, in words.
fn all(sources: &mut Sources) -> Vec<String> {
    let mut seen = Vec::new();
    loop {
        let budget = &mut usize::MAX.clone();
        let found = match sources.in_archive() {
            true => sources.next_entry(budget),
            false => {
                sources.leave_file();
                match sources.next_file(budget) {
                    Some(found) => found,
                    None => return seen,
                }
            }
        };
        match found {
            Found::File(file) => {
                let (path, mut stream) = file.into_stream();
                let mut text = String::new();
                stream.read_to_string(&mut text).unwrap();
                sources.count_done();
                seen.push(format!("{path}={text}"));
            }
            Found::Nothing => {}
            Found::Broken(note) | Found::Unreadable(note) => seen.push(note.what),
            Found::NoFile(path, reason) => seen.push(format!("{path}: {reason}")),
            Found::UnmarkedEnd(path) => seen.push(format!("{path} is cut")),
        }
    }
}

fn packed() -> Vec<u8> {
    let mut builder = ::tar::Builder::new(Vec::new());
    for (path, text) in [("b", "two"), (".hidden", ""), ("c", "three")] {
        let mut header = ::tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        header.set_cksum();
        builder.append_data(&mut header, path, text.as_bytes()).unwrap();
    }
    builder.into_inner().unwrap()
}

#[test]
fn files_come_in_natural_order_and_archives_are_opened() {
    let tar = packed();
    let mut sources = sources(&[("x10", b"ten"), (".git/x", b""), ("x9.tar", &tar)]);
    assert_eq!(all(&mut sources), ["x9.tar/b=two", "x9.tar/c=three", "x10=ten"]);
    let (read, total) = sources.bytes();
    assert_eq!((read, total), (tar.len() as u64 + 3, tar.len() as u64 + 3));
    assert_eq!(sources.file_counts(), (4, 4));
}

#[test]
fn a_second_round_reads_some_files_alone_and_counts_them_once() {
    let tar = packed();
    let mut sources = sources(&[("a", b"one"), ("x.tar", &tar)]);
    assert_eq!(all(&mut sources).len(), 3);
    let before = sources.bytes();
    sources.begin_late(vec!["x.tar/c".to_owned()]);
    assert_eq!(all(&mut sources), ["x.tar/c=three"]);
    assert_eq!(sources.bytes().1, before.1);
    assert_eq!(sources.file_counts(), (4, 4));
    sources.begin_again();
    assert_eq!((sources.file_counts(), sources.bytes().0), ((0, 2), 0));
}

#[test]
fn what_cannot_be_read_is_broken_and_reading_goes_on() {
    let mut sources = sources(&[("a.zst", b"\x28\xb5\x2f\xfdxx"), ("b", b"two")]);
    let seen = all(&mut sources);
    assert_eq!((seen.len(), seen.last().map(String::as_str)), (2, Some("b=two")), "{seen:?}");
}

#[test]
fn folders_around_a_path_are_not_passed_over() {
    let paths = BTreeSet::from(["a/b/c".to_owned(), "d".to_owned()]);
    let none = ["a", "a/b", "a/b/c", "a/bc", "d", "dd"].map(|path| is_none_of(&paths, path));
    assert_eq!(none, [false, false, false, true, false, true]);
}
