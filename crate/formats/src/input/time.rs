//! Times as decimal numbers: `0.000125`, `337221121`, `3.2e-05`, in the unit that the title of a column names.
//!
//! They are read as integers of nanoseconds and never as floating-point numbers, which have 53 bits: an epoch in
//! nanoseconds has 61.

use super::fields::Field;
use super::integer::short_decimal;

/// The unit of a column of times, by the power of ten that makes nanoseconds of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimeUnit(u32);

impl TimeUnit {
    pub(crate) const NANOSECONDS: TimeUnit = TimeUnit(0);
    pub(crate) const SECONDS: TimeUnit = TimeUnit(9);

    /// The unit that the title of a column names: `start_ns`, `Start (us)`, `end time [s]`, `durationns`.
    pub(crate) fn of_title(title: &[u8]) -> Option<TimeUnit> {
        let title = title.to_ascii_lowercase();
        let bracket = title.iter().position(|byte| matches!(byte, b'(' | b'['));
        if let Some(inside) = bracket.and_then(|at| title.get(at + 1..)) {
            let end = inside.iter().position(|byte| matches!(byte, b')' | b']'));
            return TimeUnit::of_word(inside.get(..end.unwrap_or(inside.len()))?.trim_ascii());
        }
        let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || *byte >= 0x80;
        let mut words = title.split(|byte| !is_letter(byte)).filter(|word| !word.is_empty());
        let last = words.next_back()?;
        if words.next().is_some() {
            return TimeUnit::of_word(last);
        }
        // In one word with the name of a field.
        let (name, unit) = last.split_at_checked(last.len().checked_sub(2)?)?;
        Field::of(name).filter(|field| field.is_time())?;
        TimeUnit::of_word(unit)
    }

    fn of_word(word: &[u8]) -> Option<TimeUnit> {
        Some(TimeUnit(match word {
            b"s" | b"sec" | b"secs" | b"second" | b"seconds" => 9,
            b"ms" | b"msec" | b"millis" | b"milliseconds" => 6,
            b"us" | b"usec" | b"micros" | b"microseconds" => 3,
            b"ns" | b"nsec" | b"nanos" | b"nanoseconds" => 0,
            // The Greek letter, and the sign for micro.
            word if word == "μs".as_bytes() || word == "µs".as_bytes() => 3,
            // Other: a table's title may hold any word.
            _ => return None,
        }))
    }

    /// A time of this unit in nanoseconds, rounded down; 0 if it is negative. `None` if it is no number, or too large.
    #[inline]
    pub(crate) fn nanoseconds(self, text: &[u8]) -> Option<u64> {
        match short_decimal(text) {
            Some(whole) => whole.checked_mul(10u64.pow(self.0)),
            None => self.of_decimal(text),
        }
    }

    /// The same for a number with a sign, a fraction or an exponent.
    fn of_decimal(self, text: &[u8]) -> Option<u64> {
        let digits = text.strip_prefix(b"-").unwrap_or(text);
        let e = digits.iter().position(|byte| matches!(byte, b'e' | b'E'));
        let (number, exponent) = digits.split_at_checked(e.unwrap_or(digits.len()))?;
        let exponent: i32 = match exponent.get(1..) {
            Some(exponent) => std::str::from_utf8(exponent).ok()?.parse().ok()?,
            None => 0,
        };
        let point = number.iter().position(|&byte| byte == b'.').unwrap_or(number.len());
        let (whole, fraction) = number.split_at_checked(point)?;
        let fraction = fraction.get(1..).unwrap_or_default();
        if whole.is_empty() && fraction.is_empty() {
            return None;
        }
        let mut value: u128 = 0;
        // Digits that are left to be moved before the point; below 0, so many are cut off.
        let mut places = i64::from(exponent) + i64::from(self.0);
        for (byte, after_point) in
            whole.iter().map(|byte| (byte, false)).chain(fraction.iter().map(|byte| (byte, true)))
        {
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                return None;
            }
            if after_point {
                places -= 1;
            }
            if value < u128::MAX / 100 {
                value = value * 10 + u128::from(digit);
            } else {
                // Beyond any precision: only the magnitude counts.
                places += 1;
            }
        }
        if digits.len() < text.len() || value == 0 {
            return Some(0);
        }
        let power = |places: i64| 10u128.checked_pow(u32::try_from(places).ok()?);
        let scaled = if places < 0 {
            power(-places).map_or(0, |power| value / power)
        } else {
            value.checked_mul(power(places)?)?
        };
        u64::try_from(scaled).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_name_units() {
        for (title, digits) in [
            ("start_ns", Some(0)),
            ("Start (us)", Some(3)),
            ("end time [s]", Some(9)),
            ("Timestamp ms", Some(6)),
            ("durationns", Some(0)),
            ("Start (µs)", Some(3)),
            ("start", None),
            ("ts", None),
            ("timestamp", None),
            ("elapsed (hours)", None),
            ("columns", None),
            ("", None),
        ] {
            assert_eq!(TimeUnit::of_title(title.as_bytes()), digits.map(TimeUnit), "{title}");
        }
    }

    #[test]
    fn decimal_times_are_exact() {
        let seconds = |text: &str| TimeUnit::SECONDS.nanoseconds(text.as_bytes());
        for (text, expected) in [
            ("0", Some(0)),
            ("12", Some(12_000_000_000)),
            ("0.337221121", Some(337_221_121)),
            ("1.", Some(1_000_000_000)),
            (".5", Some(500_000_000)),
            ("3.2e-05", Some(32_000)),
            ("1.5E9", Some(1_500_000_000_000_000_000)),
            ("0.0000000019", Some(1)),
            ("1763000000.123456789", Some(1_763_000_000_123_456_789)),
            ("18446744073.709551615", Some(u64::MAX)),
            ("18446744073.709551616", None),
            ("1e300", None),
            ("1e-300", Some(0)),
            ("-3", Some(0)),
            ("0.1000000000000000055511151231257827021181583404541015625", Some(100_000_000)),
            ("", None),
            (".", None),
            ("-", None),
            ("1.2.3", None),
            ("abc", None),
            ("1e", None),
        ] {
            assert_eq!(seconds(text), expected, "{text}");
        }
        let plain = |text: &str| TimeUnit::NANOSECONDS.nanoseconds(text.as_bytes());
        assert_eq!(plain("9223372036854775808"), Some(1 << 63));
        assert_eq!(plain("18446744073709551615"), Some(u64::MAX));
        assert_eq!(plain("18446744073709551616"), None);
        assert_eq!(plain("7.9"), Some(7));
    }
}
