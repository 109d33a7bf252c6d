use super::*;

#[test]
fn names_are_told_however_they_are_written() {
    for (name, field) in [
        ("dst", Field::Destination),
        ("Destination Rank", Field::Destination),
        ("MPI_Rank", Field::Process),
        ("Timestamp (ns)", Field::Start),
        ("start_ns", Field::Start),
        ("Event Type", Field::Kind),
        ("comm-size", Field::CommSize),
    ] {
        assert_eq!(Field::from_name(name), Some(field), "{name}");
    }
    for name in ["", "()", "address", "value", "a name that is much longer than any synonym"] {
        assert_eq!(Field::from_name(name), None, "{name}");
    }
}

#[test]
fn every_field_has_a_name_of_its_own() {
    for field in Field::ALL {
        assert_eq!(Field::from_name(field.name()), Some(field), "{field:?}");
    }
    for (at, (name, _)) in SYNONYMS.iter().enumerate() {
        assert!(name.len() <= LONGEST, "{name}");
        assert!(SYNONYMS[at + 1..].iter().all(|(other, _)| other != name), "{name} twice");
    }
}
