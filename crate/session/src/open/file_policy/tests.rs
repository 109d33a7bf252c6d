use super::*;

fn policy() -> FilePolicy {
    FilePolicy::new("drop")
}

#[test]
fn a_name_matches_better_if_another_of_its_family_is_read() {
    let mut policy = policy();
    let symbols = &symbols::FORMAT;
    assert_eq!(policy.name_match("a1.txt", symbols, true), NameMatch::SideFile);
    assert_eq!(policy.name_match("a1", symbols, false), NameMatch::HardlyRepeats);
    assert_eq!(policy.name_match("a1.sym", symbols, false), NameMatch::Trace);
    policy.accept("a2.txt", symbols, NameMatch::SideFile);
    assert_eq!(policy.name_match("a1.txt", symbols, false), NameMatch::Trace);
    assert_eq!(policy.guessed(), 1);
}

#[test]
fn a_user_may_say_that_words_are_symbols() {
    let mut policy = policy();
    policy.read_as_words(Words::Unsure);
    assert_eq!(policy.name_match("a", &symbols::FORMAT, false), NameMatch::Unknown);
    policy.read_as_words(Words::All);
    assert_eq!(policy.name_match("a.txt", &symbols::FORMAT, false), NameMatch::Trace);
}

#[test]
fn files_of_tools_and_many_binary_files_outweigh_what_is_guessed() {
    let note = |file: &str| Note::error(file, "unknown");
    let mut policy = policy();
    let named = policy.add_unknown(note("rank-0.trace"), Unreadable::Binary);
    assert!(named.is_some_and(|it| it.file == "rank-0.trace"));
    policy.add_unknown(note("a"), Unreadable::Binary);
    policy.add_unknown(note("b"), Unreadable::Text);
    assert!(policy.outweigh(1).is_empty() && policy.has_unknown());
    let errors = policy.outweigh(0);
    assert_eq!(errors.iter().map(|note| &*note.file).collect::<Vec<_>>(), ["a"]);
    policy.add_unknown(note("c"), Unreadable::OfATool);
    assert_eq!(policy.outweigh(9).len(), 1);
}

#[test]
fn unknown_files_of_a_family_that_is_read_are_errors() {
    let mut policy = policy();
    for file in ["rank-1.dat2", "notes.pdf"] {
        policy.add_unknown(Note::error(file, "unknown"), Unreadable::Binary);
    }
    let errors = policy.settle_unknown(["rank-0.dat2"].into_iter());
    assert_eq!(errors.iter().map(|note| &*note.file).collect::<Vec<_>>(), ["rank-1.dat2"]);
    assert_eq!(policy.left_out().list().len(), 1);
}
