use super::*;

fn check(word: &str, expected: Result<(i128, bool), Problem>) {
    let got = integer(word.as_bytes()).map(|(number, hex)| (number.value(), hex));
    assert_eq!(got, expected, "{word}");
}

#[test]
fn integers_are_exact() {
    let (least, large) = (i128::from(i64::MIN), i128::from(u64::MAX));
    for (word, value) in [
        ("0", 0),
        ("-0", 0),
        ("007", 7),
        ("18446744073709551615", large),
        ("00018446744073709551615", large),
        ("9223372036854775808", -least),
        ("-9223372036854775808", least),
    ] {
        check(word, Ok((value, false)));
    }
    for (word, value) in [
        ("0x0", 0),
        ("0X2Da50", 0x2da50),
        ("-0x10", -16),
        ("0xffffffffffffffff", large),
        ("0x00000000000000000000ffffffffffffffff", large),
        ("-0x8000000000000000", least),
    ] {
        check(word, Ok((value, true)));
    }
    for word in [
        "18446744073709551616",
        "-9223372036854775809",
        "0x10000000000000000",
        "-0x8000000000000001",
        "99999999999999999999999999999999999999999",
    ] {
        check(word, Err(Problem::NumberTooLarge));
    }
    for word in ["", "-", "+1", "--1", "1.5", "1e3", "0x", "-0x", "x1", "0xg", "1,000", "é"] {
        check(word, Err(Problem::NotANumber));
    }
}

#[test]
fn the_short_ways_agree() {
    for text in ["0", "12", "0000000000000000012", "9999999999999999999"] {
        assert_eq!(short_decimal(text.as_bytes()), decimal(text.as_bytes()).ok());
    }
    for text in ["", "1 ", "12345678901234567890", "a"] {
        assert_eq!(short_decimal(text.as_bytes()), None);
    }
    assert_eq!(leading_hexadecimal(b"2da50,8"), (0x2da50, 5));
    assert_eq!(leading_hexadecimal(b"ffffffffffffffff0"), (u64::MAX, 16));
    assert_eq!(leading_hexadecimal(b" 1"), (0, 0));
    assert_eq!(leading_decimal(b"007:8"), (7, 3));
    assert_eq!(leading_decimal(b"12345678901234567890"), (1_234_567_890_123_456_789, 19));
    assert_eq!((leading_decimal(b":"), leading_decimal(b"")), ((0, 0), (0, 0)));
}

proptest::proptest! {
    #[test]
    fn what_is_written_is_read(value in proptest::prelude::any::<i128>()) {
        let value = value % (1 << 66);
        let fits = (i128::from(i64::MIN)..=i128::from(u64::MAX)).contains(&value);
        for hexadecimal in [false, true] {
            let sign = if value < 0 { "-" } else { "" };
            let digits = value.unsigned_abs();
            let word = if hexadecimal { format!("{sign}{digits:#x}") } else { format!("{value}") };
            let got = integer(word.as_bytes()).map(|(number, hex)| (number.value(), hex));
            proptest::prop_assert_eq!(got.ok(), fits.then_some((value, hexadecimal)));
        }
    }
}
