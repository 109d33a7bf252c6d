use super::*;
use crate::input::fields::Field;

fn args(cells: &[(Field, &str)]) -> CallArgs {
    let mut args = CallArgs::default();
    for (field, text) in cells {
        assert!(args.set(*field, text.as_bytes()));
    }
    args
}

fn receive(source: &str, request: &str) -> CallArgs {
    args(&[(Field::Peer, source), (Field::Tag, "1"), (Field::Bytes, "8"), (Field::Request, request)])
}

#[test]
fn requests_have_ages() {
    let mut open = OpenRequests::default();
    for (source, request) in [("1", "10"), ("2", "11"), ("-1", "12")] {
        let arguments = open.arguments("MPI_Irecv", Class::Ireceive, &receive(source, request));
        assert_eq!((arguments.opens, arguments.room), (true, Some(8)));
    }
    let wait = |cells: &[(Field, &str)], open: &mut OpenRequests| {
        open.arguments("MPI_Waitall", Class::Complete, &args(cells)).completes
    };
    // By number, then by what came, from any source.
    assert_eq!(wait(&[(Field::Request, "11"), (Field::Matched, "2:1:8")], &mut open), [1]);
    assert_eq!(wait(&[(Field::RequestCount, "2"), (Field::Matched, "5:1:8;1:1:8")], &mut open), [0, 1]);
    assert!(open.open.is_empty());
}

#[test]
fn counted_requests_are_the_youngest_sends() {
    let mut open = OpenRequests::default();
    open.arguments("MPI_Irecv", Class::Ireceive, &receive("1", "1"));
    for _ in 0..3 {
        open.arguments("MPI_Isend", Class::Isend, &receive("1", ""));
    }
    let mut wait = |name: &str, cells: &[(Field, &str)]| open.arguments(name, Class::Complete, &args(cells)).completes;
    assert_eq!(wait("MPI_Waitall", &[(Field::RequestCount, "2")]), [0, 1]);
    // Null requests are counted: no more than the sends are complete.
    assert_eq!(wait("MPI_Waitall", &[(Field::RequestCount, "26")]), [0]);
    assert!(wait("MPI_Testall", &[(Field::RequestCount, "26"), (Field::Flag, "0")]).is_empty());
    assert_eq!(wait("MPI_Wait", &[(Field::Request, "1"), (Field::Matched, "1:1:8")]), [0]);
}

#[test]
fn sends_that_share_a_handle_are_found_by_their_peer() {
    let mut open = OpenRequests::default();
    for peer in ["3", "4"] {
        open.arguments("MPI_Isend", Class::Isend, &receive(peer, "7"));
    }
    let mut wait = |request: &str, peer: &str| {
        let cells = [(Field::Request, request), (Field::Peer, peer), (Field::Tag, "1")];
        open.arguments("MPI_Wait", Class::Complete, &args(&cells)).completes
    };
    assert_eq!(wait("99", "3"), [1]);
    assert!(wait("99", "3").is_empty());
    assert_eq!(wait("7", "4"), [0]);
}

#[test]
fn communicators_have_numbers() {
    let numbers = ["0", "MPI_COMM_WORLD", "3", "0-15#3", "0-15", "0 2", ""].map(comm_number);
    assert_eq!(numbers, [Some(0), Some(0), Some(3), Some(3), None, None, None]);
}
