//! Times as decimal numbers: `0.000125`, `337221121`, `3.2e-05`, in the unit that the title of a column names.
//!
//! They are read as integers of nanoseconds and never as floating-point numbers, which have 53 bits: an epoch in
//! nanoseconds has 61. Digits below a nanosecond are cut off, which inverts no order, and counted ([`TimeFlaws`]).

use loopscope_core::numbers::thousands;

use super::fields::Field;
use crate::notes::{Note, Problem, Severity};

/// The unit of a column of times, by the power of ten that makes nanoseconds of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimeUnit(u32);

impl TimeUnit {
    pub(crate) const NANOSECONDS: Self = Self(0);
    pub(crate) const MICROSECONDS: Self = Self(3);
    pub(crate) const SECONDS: Self = Self(9);

    /// The unit that the title of a column names: `start_ns`, `Start (us)`, `end time [s]`, `durationns`.
    pub(crate) fn of_title(title: &[u8]) -> Option<Self> {
        let title = title.to_ascii_lowercase();
        let bracket = title.iter().position(|byte| matches!(byte, b'(' | b'['));
        if let Some(inside) = bracket.and_then(|at| title.get(at + 1..)) {
            let end = inside.iter().position(|byte| matches!(byte, b')' | b']'));
            return Self::of_word(inside.get(..end.unwrap_or(inside.len()))?.trim_ascii());
        }
        let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || *byte >= 0x80;
        let mut words = title.split(|byte| !is_letter(byte)).filter(|word| !word.is_empty());
        let last = words.next_back()?;
        if words.next().is_some() {
            return Self::of_word(last);
        }
        // In one word with the name of a field.
        let (name, unit) = last.split_at_checked(last.len().checked_sub(2)?)?;
        Field::of(name).filter(|field| field.is_time())?;
        Self::of_word(unit)
    }

    fn of_word(word: &[u8]) -> Option<Self> {
        Some(Self(match word {
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

    /// A time of this unit that is written without a sign and an exponent and is a whole number of nanoseconds. `None` for all
    /// others, which [`time`](Self::time) reads.
    #[inline]
    pub(crate) fn exact(self, text: &[u8]) -> Option<u64> {
        let (mut value, mut places) = (0u64, None);
        for &byte in text {
            let digit = byte.wrapping_sub(b'0');
            if digit < 10 {
                // With more digits than fit, the value is not used.
                value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
                places = places.map(|places: u32| places + 1);
            } else if byte == b'.' && places.is_none() {
                places = Some(0);
            } else {
                return None;
            }
        }
        let digits = text.len() - usize::from(places.is_some());
        if !(1..=MOST_DIGITS).contains(&digits) {
            return None;
        }
        let power = self.0.checked_sub(places.unwrap_or(0))?;
        let &(power, most) = POWERS.get(power as usize)?;
        (value <= most).then(|| value * power)
    }

    /// A time of this unit. `None` if it is no number. One that is too large ends where 128 bits of nanoseconds end.
    pub(crate) fn time(self, text: &[u8]) -> Option<Time> {
        if let Some(nanoseconds) = self.exact(text) {
            return Some(Time { nanoseconds: nanoseconds.into(), rest: 0 });
        }
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
        let mut places = i64::from(exponent) + i64::from(self.0) + i64::from(REST_DIGITS);
        let mut cut = false;
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
                cut |= digit > 0;
            }
        }
        let power = |places: i64| 10u128.checked_pow(u32::try_from(places).ok()?);
        let scaled = if places < 0 {
            let power = power(-places).unwrap_or(u128::MAX);
            cut |= !value.is_multiple_of(power);
            Some(value / power)
        } else if value == 0 {
            Some(0)
        } else {
            power(places).and_then(|power| value.checked_mul(power))
        };
        // Ends at a whole number of nanoseconds, so that nothing seems to be rounded.
        let largest = i128::MAX / REST * REST;
        let scaled = scaled.and_then(|scaled| i128::try_from(scaled).ok());
        let scaled = scaled.map_or(largest, |scaled| scaled.min(largest));
        let (scaled, cut) = match digits.len() < text.len() {
            // Rounded down: away from 0.
            true => (-scaled - i128::from(cut), false),
            false => (scaled, cut),
        };
        // A digit that was cut off must show.
        let rest = scaled.rem_euclid(REST) as u32 | u32::from(cut);
        Some(Time { nanoseconds: scaled.div_euclid(REST), rest })
    }
}

/// Digits that fit 64 bits, whichever they are.
const MOST_DIGITS: usize = 19;

/// Powers of ten from the zeroth on, and the largest number that can be multiplied by each. WebAssembly has no multiplication that says
/// whether it overflowed.
const POWERS: [(u64, u64); 10] = {
    let mut powers = [(1, u64::MAX); 10];
    let mut at = 1;
    while at < powers.len() {
        let power = powers[at - 1].0 * 10;
        powers[at] = (power, u64::MAX / power);
        at += 1;
    }
    powers
};

/// Digits of a time below a nanosecond that are kept until it is rounded.
const REST_DIGITS: u32 = 9;
const REST: i128 = 1_000_000_000;

/// A time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Time {
    /// In nanoseconds, rounded down.
    pub(crate) nanoseconds: i128,
    /// What is left, in billionths of a nanosecond.
    pub(crate) rest: u32,
}

impl Time {
    /// The time that is so much later: rounded down only then.
    pub(crate) fn after(self, duration: Self) -> Self {
        let rest = i128::from(self.rest) + i128::from(duration.rest);
        Self { nanoseconds: self.nanoseconds + duration.nanoseconds + rest / REST, rest: (rest % REST) as u32 }
    }

    /// The time that is so much earlier.
    pub(crate) fn before(self, duration: Self) -> Self {
        let rest = i128::from(self.rest) - i128::from(duration.rest);
        Self {
            nanoseconds: self.nanoseconds - duration.nanoseconds + rest.div_euclid(REST),
            rest: rest.rem_euclid(REST) as u32,
        }
    }
}

/// How many times are not kept as they are written, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TimeFlaws {
    /// Those that are no whole number of nanoseconds.
    pub(crate) rounded: u64,
    /// Those below 0.
    pub(crate) below_zero: u64,
    /// Those that do not fit 64 bits.
    pub(crate) too_large: u64,
}

impl TimeFlaws {
    /// Adds those of other times.
    #[inline]
    pub(crate) fn add(&mut self, more: Self) {
        if more != Self::default() {
            self.rounded += more.rounded;
            self.below_zero += more.below_zero;
            self.too_large += more.too_large;
        }
    }

    /// A time in 64 bits, from 0 on; `None` if it is too large. Counts what is wrong with it.
    #[cold]
    pub(crate) fn unsigned(&mut self, time: Time) -> Option<u64> {
        self.rounded += u64::from(time.rest > 0);
        self.below_zero += u64::from(time.nanoseconds < 0);
        let fitting = u64::try_from(time.nanoseconds.max(0)).ok();
        self.too_large += u64::from(fitting.is_none());
        fitting
    }

    /// A time in 64 bits with a sign: the largest if it is too large. Counts what is wrong with it, if it is too large or
    /// rounded.
    #[cold]
    pub(crate) fn signed(&mut self, time: Time) -> i64 {
        self.rounded += u64::from(time.rest > 0);
        let largest = if time.nanoseconds < 0 { i64::MIN } else { i64::MAX };
        i64::try_from(time.nanoseconds).unwrap_or_else(|_| {
            self.too_large += 1;
            largest
        })
    }

    /// Notes on a file; what becomes of times below 0 depends on the format.
    pub(crate) fn notes(&self, file: &str, below_zero: &str, too_large: &str) -> Vec<(Problem, Note)> {
        let mut notes = Vec::new();
        let mut note = |count: u64, severity, problem, what: &str, remedy: &str| {
            if count > 0 {
                let note = Note::new(severity, file, what).found(thousands(count));
                notes.push((problem, note.remedy(remedy)));
            }
        };
        note(
            self.rounded,
            Severity::Info,
            Problem::TimesRounded,
            "times are more precise than a nanosecond",
            "rounded down to nanoseconds",
        );
        note(self.below_zero, Severity::Info, Problem::TimesBelowZero, "times are below 0", below_zero);
        note(
            self.too_large,
            Severity::Warning,
            Problem::TimesTooLarge,
            "times do not fit 64 bits of nanoseconds",
            too_large,
        );
        notes
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test may fail
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

    /// Nanoseconds, from 0 on.
    fn nanoseconds(unit: TimeUnit, text: &str) -> Option<u64> {
        TimeFlaws::default().unsigned(unit.time(text.as_bytes())?)
    }

    #[test]
    fn decimal_times_are_exact() {
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
            ("0e300", Some(0)),
            ("-3", Some(0)),
            ("0.1000000000000000055511151231257827021181583404541015625", Some(100_000_000)),
            ("", None),
            (".", None),
            ("-", None),
            ("1.2.3", None),
            ("abc", None),
            ("1e", None),
        ] {
            assert_eq!(nanoseconds(TimeUnit::SECONDS, text), expected, "{text}");
        }
        let plain = |text: &str| nanoseconds(TimeUnit::NANOSECONDS, text);
        assert_eq!(plain("9223372036854775808"), Some(1 << 63));
        assert_eq!(plain("18446744073709551615"), Some(u64::MAX));
        assert_eq!(plain("18446744073709551616"), None);
        assert_eq!(plain("7.9"), Some(7));
    }

    #[test]
    fn times_with_a_sign_end_at_the_largest() {
        for (text, expected, flaws) in [
            ("-2.25", Some(-2250), (0, 0)),
            ("895158070542.123456", Some(895_158_070_542_123), (1, 0)),
            ("1.5E-3", Some(1), (1, 0)),
            ("-0.0001", Some(-1), (1, 0)),
            ("-1e-300", Some(-1), (1, 0)),
            ("9223372036854775.807", Some(i64::MAX), (0, 0)),
            ("9223372036854775.808", Some(i64::MAX), (0, 1)),
            ("-9223372036854775.808", Some(i64::MIN), (0, 0)),
            ("99999999999999999999", Some(i64::MAX), (0, 1)),
            ("-1e99", Some(i64::MIN), (0, 1)),
            ("1x", None, (0, 0)),
            ("noon", None, (0, 0)),
            ("null", None, (0, 0)),
        ] {
            let mut found = TimeFlaws::default();
            let time = TimeUnit::MICROSECONDS.time(text.as_bytes());
            assert_eq!(time.map(|time| found.signed(time)), expected, "{text}");
            assert_eq!((found.rounded, found.too_large), flaws, "{text}");
        }
    }

    /// The fast way gives what whole numbers give, or nothing.
    #[test]
    fn exact_times_are_those_of_long_arithmetic() {
        let mut random = loopscope_testing::Random::new(23);
        let mut exact = 0;
        for _ in 0..20_000 {
            let unit = TimeUnit(random.below(10) as u32);
            let digits = random.below(22) as usize;
            let mut text: String = (0..digits).map(|_| char::from(b'0' + random.below(10) as u8)).collect();
            if random.below(3) > 0 {
                text.insert(random.below(digits as u64 + 1) as usize, '.');
            }
            let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
            let expected = (digits > 0 && fraction.len() <= unit.0 as usize).then(|| {
                let all: u128 = format!("{whole}{fraction}").parse().unwrap();
                all * 10u128.pow(unit.0 - fraction.len() as u32)
            });
            let expected = expected.and_then(|value| u64::try_from(value).ok());
            if let Some(found) = unit.exact(text.as_bytes()) {
                exact += 1;
                assert_eq!(Some(found), expected, "{text}");
            } else {
                assert!(digits > MOST_DIGITS || expected.is_none(), "{text}");
            }
        }
        assert!(exact > 5000, "{exact}");
    }

    /// Sums and differences are rounded once, as in whole numbers of billionths of a nanosecond.
    #[test]
    fn ends_are_rounded_after_the_sum() {
        let mut random = loopscope_testing::Random::new(17);
        for _ in 0..3000 {
            let unit = TimeUnit(random.below(10) as u32);
            let (a, b) = (random.below(1 << 40), random.below(1 << 40));
            let text = |number: u64| format!("{}.{:09}", number / REST as u64, number % REST as u64);
            let time = |number: u64| unit.time(text(number).as_bytes()).unwrap();
            let units = 10i128.pow(unit.0);
            let expected = |sum: i128| {
                let sum = sum * units;
                Time { nanoseconds: sum.div_euclid(REST), rest: sum.rem_euclid(REST) as u32 }
            };
            assert_eq!(time(a), expected(a.into()));
            assert_eq!(time(a).after(time(b)), expected(i128::from(a) + i128::from(b)));
            assert_eq!(time(a).before(time(b)), expected(i128::from(a) - i128::from(b)));
            if let Some(exact) = unit.exact(text(a).as_bytes()) {
                assert_eq!(time(a), Time { nanoseconds: exact.into(), rest: 0 });
            }
        }
    }
}
