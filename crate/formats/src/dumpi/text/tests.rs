use super::*;

#[test]
fn calls_with_lists_and_statuses() {
    let mut text = Text::default();
    let mut read = |line: &str| text.line(line.as_bytes());
    assert_eq!(read("MPI_Waitall entering at walltime 1.5, cputime 0.1 seconds in thread 0."), Line::Open);
    assert_eq!(read("int count=2"), Line::Open);
    assert_eq!(read("MPI_Request requests=[5, 6]"), Line::Open);
    read("MPI_Status statuses=[{bytes=4, cancelled=0, source=3, tag=-7, error=0}, {bytes=8, cancelled=1, source=1, tag=2, error=0}]");
    assert_eq!(
        read("MPI_Waitall returning at walltime 1.6, cputime 0.1 seconds in thread 0."),
        Line::Call(Call { function: 18, thread: 0, times: Some([1_500_000_000, 1_600_000_000]) })
    );
    assert_eq!(read("Datatype 9 (MPI_INT) has size 4"), Line::Size(9, 4));
    assert_eq!(read("MPIX_New entering at walltime 1"), Line::Unknown);
    assert_eq!(read("MPI_Send called 0 times and ignored 0 times"), Line::Open);
    assert!(text.arguments.requests.is_empty());
}

#[test]
fn values() {
    let all = |value: &str| ints(value.as_bytes()).collect::<Vec<_>>();
    assert_eq!(all("9 (MPI_INT)"), [9]);
    assert_eq!(all("[[0, 4, 2], [-1, 8, 1]]"), [0, 4, 2, -1, 8, 1]);
    assert!(all("<IGNORED>").is_empty());
    assert!(all("99999999999").is_empty());
    let status = statuses(b"[{bytes=4, cancelled=1, source=3, tag=-7, error=0}]").next();
    assert_eq!(status, Some(Status { bytes: 4, source: 3, tag: -7, cancelled: true }));
    assert_eq!(statuses(b"<IGNORED>").next(), None);
}
