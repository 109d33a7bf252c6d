use super::*;
use proptest::prelude::*;

/// By the definition, on a strip of digits with zeros around them.
fn naive(text: &str) -> Option<i64> {
    text.parse::<f64>().ok().filter(|_| !text.contains(['n', 'N']))?;
    let (mantissa, power) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let power = power.parse::<i64>().ok()?;
    let unsigned = mantissa.trim_start_matches(['-', '+']);
    let (before, after) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let zeros = "0".repeat(40);
    let strip = format!("{zeros}{before}{after}{zeros}");
    let point = usize::try_from(40 + before.len() as i64 + power).ok()?;
    let digits = strip.get(..point)?.trim_start_matches('0');
    let whole: i128 = if digits.is_empty() { 0 } else { digits.parse().unwrap_or(i128::MAX) };
    let whole = i64::try_from(whole).unwrap_or(i64::MAX);
    Some(if mantissa.starts_with('-') { -whole } else { whole })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn is_what_the_standard_library_reads(
        text in "[+-]?([0-9.]{0,4}|inf|Infinity|nAn|in)[eE]{0,2}[+-]?[0-9]{0,3}.?"
    ) {
        prop_assert_eq!(is_number(&text), text.parse::<f64>().is_ok(), "{}", text);
    }

    #[test]
    fn whole_parts_are_exact(
        text in "[+-]?[0-9]{0,12}[.]?[0-9]{0,12}([eE][+-]?[0-2]?[0-9])?"
    ) {
        prop_assert_eq!(whole_part(text.as_bytes()), naive(&text), "{}", text);
    }
}

#[test]
fn numbers_are_cut_and_end_at_the_largest() {
    for (text, expected) in [
        ("1.5e9", Some(1_500_000_000)),
        ("-2.999", Some(-2)),
        ("0e99999999999999999999", Some(0)),
        ("1e99999999999999999999", Some(i64::MAX)),
        ("-1e30", Some(-i64::MAX)),
        ("12e-99999999999999999999", Some(0)),
        ("1e", None),
        (".", None),
        ("inf", None),
    ] {
        assert_eq!(whole_part(text.as_bytes()), expected, "{text}");
    }
}
