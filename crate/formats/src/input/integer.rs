//! Integers of 64 bits as they are written: `8`, `-8`, `0x2da50`, `2da50`.

use loopscope_core::trace::Number;

use crate::notes::Problem;

/// The expected form of a number.
pub(crate) const NUMBER: &str = "a whole number like 8, -8 or 0x2da50";
/// The same, as far as it fits.
pub(crate) const FITTING: &str = "a number from -2^63 to 2^64 - 1";

/// The same where no sign is read.
pub(crate) const UNSIGNED: &str = "a number from 0 to 2^64 - 1";

/// The value of each hexadecimal digit; 255 for what is none.
const DIGITS: [u8; 256] = {
    let mut digits = [255; 256];
    let mut value = 0;
    while value < 16 {
        digits[b"0123456789abcdef"[value] as usize] = value as u8;
        digits[b"0123456789ABCDEF"[value] as usize] = value as u8;
        value += 1;
    }
    digits
};

/// The value of a hexadecimal digit.
#[inline]
pub(crate) fn hex_digit(byte: u8) -> Option<u8> {
    DIGITS.get(usize::from(byte)).copied().filter(|&digit| digit < 16)
}

/// The hexadecimal digits that a text begins with, at most 16: their number and how many there are.
#[inline]
pub(crate) fn leading_hexadecimal(text: &[u8]) -> (u64, usize) {
    let (mut number, mut count) = (0, 0);
    for &byte in text.iter().take(16) {
        let Some(digit) = hex_digit(byte) else { break };
        number = number << 4 | u64::from(digit);
        count += 1;
    }
    (number, count)
}

/// The decimal digits that a text begins with, at most 19: their number and how many there are.
#[inline]
pub(crate) fn leading_decimal(text: &[u8]) -> (u64, usize) {
    let (mut number, mut count) = (0, 0);
    for &byte in text.iter().take(19) {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            break;
        }
        number = number * 10 + u64::from(digit);
        count += 1;
    }
    (number, count)
}

/// A short text of decimal digits alone; `None` for anything else, and for long ones.
#[inline]
pub(crate) fn short_decimal(text: &[u8]) -> Option<u64> {
    if text.is_empty() || text.len() > 19 {
        return None;
    }
    text.iter().try_fold(0u64, |number, &byte| {
        let digit = byte.wrapping_sub(b'0');
        (digit < 10).then(|| number * 10 + u64::from(digit))
    })
}

/// A word of decimal digits.
pub(crate) fn decimal(word: &[u8]) -> Result<u64, Problem> {
    if word.is_empty() || !word.iter().all(u8::is_ascii_digit) {
        return Err(Problem::NotANumber);
    }
    let number =
        word.iter().try_fold(0u64, |number, &digit| number.checked_mul(10)?.checked_add((digit - b'0').into()));
    number.ok_or(Problem::NumberTooLarge)
}

/// A word of hexadecimal digits, without `0x`.
pub(crate) fn hexadecimal(word: &[u8]) -> Result<u64, Problem> {
    if word.is_empty() || !word.iter().all(u8::is_ascii_hexdigit) {
        return Err(Problem::NotANumber);
    }
    let zeros = word.iter().take_while(|&&byte| byte == b'0').count();
    let (number, count) = leading_hexadecimal(word.get(zeros..).unwrap_or_default());
    if zeros + count < word.len() {
        return Err(Problem::NumberTooLarge);
    }
    Ok(number)
}

/// A word without the prefix `0x`, if it has one.
pub(crate) fn without_prefix(word: &[u8]) -> Option<&[u8]> {
    word.strip_prefix(b"0x").or(word.strip_prefix(b"0X"))
}

/// A number with or without sign, decimal or with `0x`, and whether it is hexadecimal.
#[inline]
pub(crate) fn integer(word: &[u8]) -> Result<(Number, bool), Problem> {
    match short_decimal(word) {
        Some(number) => Ok((number.into(), false)),
        None => any_integer(word),
    }
}

fn any_integer(word: &[u8]) -> Result<(Number, bool), Problem> {
    let digits = word.strip_prefix(b"-").unwrap_or(word);
    let minus = digits.len() < word.len();
    let (magnitude, hexadecimal) = match without_prefix(digits) {
        Some(digits) => (hexadecimal(digits)?, true),
        None => (decimal(digits)?, false),
    };
    let number = Number::new(magnitude, minus).ok_or(Problem::NumberTooLarge)?;
    Ok((number, hexadecimal))
}

/// Whether a word is written like a number, also one that does not fit.
pub(crate) fn is_written_like_integer(word: &[u8]) -> bool {
    !matches!(integer(word), Err(Problem::NotANumber))
}

#[cfg(test)]
mod tests;
