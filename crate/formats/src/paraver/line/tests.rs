use super::*;

#[test]
fn numbers_between_colons() {
    let mut numbers = Numbers::new(b"2:1:-7:18446744073709551615:0", 2);
    assert_eq!(numbers.next(), Ok(1));
    assert_eq!(numbers.next().map(|tag| tag as i64), Ok(-7));
    assert_eq!(numbers.next(), Ok(u64::MAX));
    assert_eq!(numbers.next(), Ok(0));
    assert!(numbers.is_empty());
    assert_eq!(numbers.next().map_err(|bad| (bad.problem, bad.at)), Err((Problem::WordMissing, 29..29)));
}

#[test]
fn what_is_no_number_is_told_with_its_place() {
    let bad = |line: &str| Numbers::new(line.as_bytes(), 2).message().map_err(|bad| (bad.problem, bad.at));
    assert_eq!(bad("3:1:1:x1:1"), Err((Problem::NotANumber, 6..8)));
    assert_eq!(bad("3:1:1::1"), Err((Problem::WordMissing, 6..6)));
    assert_eq!(bad("3:1:1:99999999999999999999:1"), Err((Problem::NumberTooLarge, 6..26)));
    assert_eq!(bad("3:1:0x7:1"), Err((Problem::NotANumber, 4..7)));
    let whole = "3:3:1:3:1:5:6:4:1:4:1:7:8:20880:-1";
    let message = Numbers::new(whole.as_bytes(), 2).message();
    assert!(message.is_ok_and(|it| it.tag == -1 && it.to.task == 4 && it.received == 8));
}
