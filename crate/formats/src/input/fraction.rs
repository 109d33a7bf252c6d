//! Numbers as programs write fractions: `1.5e9`, and what else counts as one in a table.
//!
//! The standard library reads such a number to the nearest float, with tables of twelve kilobytes that pack to no less. Formats need
//! less: whether a text is a number, and its whole part. Both take time in proportion to the length of the text.

/// A number as it is written: its digits before and after the point, and the power of ten behind `e`.
struct Written<'a> {
    minus: bool,
    before: &'a [u8],
    after: &'a [u8],
    power: i64,
}

/// Whether a text is a number, as the standard library reads floats: `-1.5e9`, `.5`, `inf`, `NaN`.
///
/// ```text
/// [+-] (digits [. [digits]] | . digits) [(e|E) [+-] digits], or [+-] (inf | infinity | nan) in letters of any case
/// ```
pub(crate) fn is_number(text: impl AsRef<[u8]>) -> bool {
    let text = text.as_ref();
    let (_, unsigned) = sign(text);
    [&b"inf"[..], b"infinity", b"nan"].iter().any(|word| unsigned.eq_ignore_ascii_case(word)) || written(text).is_some()
}

/// A number without the digits after its point; what does not fit ends at the largest or smallest.
pub(crate) fn whole_part(text: &[u8]) -> Option<i64> {
    let Written { minus, before, after, power } = written(text)?;
    let places = (before.len() as i64).saturating_add(power);
    let grown = |magnitude: i64, digit: u8| magnitude.saturating_mul(10).saturating_add(i64::from(digit));
    let digits = before.iter().chain(after).take(usize::try_from(places).unwrap_or(0));
    let magnitude = digits.map(|digit| digit - b'0').fold(0, grown);
    // Nothing comes of zero, and twenty places are too many for anything else.
    let more = places.saturating_sub((before.len() + after.len()) as i64).clamp(0, 20);
    let magnitude = (0..more).fold(magnitude, |all, _| grown(all, 0));
    Some(if minus { -magnitude } else { magnitude })
}

fn written(text: &[u8]) -> Option<Written<'_>> {
    let (minus, text) = sign(text);
    let (before, rest) = digits(text);
    let (after, rest) = rest.strip_prefix(b".").map_or((&b""[..], rest), digits);
    if before.is_empty() && after.is_empty() {
        return None;
    }
    if rest.is_empty() {
        return Some(Written { minus, before, after, power: 0 });
    }
    let (below, exponent) = sign(rest.strip_prefix(b"e").or_else(|| rest.strip_prefix(b"E"))?);
    let (exponent, rest) = digits(exponent);
    if exponent.is_empty() || !rest.is_empty() {
        return None;
    }
    let power =
        exponent.iter().fold(0i64, |power, digit| power.saturating_mul(10).saturating_add(i64::from(digit - b'0')));
    Some(Written { minus, before, after, power: if below { -power } else { power } })
}

/// Whether a minus stands at the beginning, and what follows a sign.
fn sign(text: &[u8]) -> (bool, &[u8]) {
    match text.split_first() {
        Some((b'-', rest)) => (true, rest),
        Some((b'+', rest)) => (false, rest),
        _ => (false, text),
    }
}

/// The digits at the beginning, and what follows them.
fn digits(text: &[u8]) -> (&[u8], &[u8]) {
    text.split_at(text.iter().take_while(|byte| byte.is_ascii_digit()).count())
}

#[cfg(test)]
mod tests;
