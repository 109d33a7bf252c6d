//! JSON strings for symbols whose text could be mistaken.

use std::fmt::Write;

/// The line before receives that were recorded in several orders; a symbol of that text is quoted.
pub(crate) const ANY_ORDER: &str = "any order";

/// Writes a symbol as a line of the long form: as it stands, or quoted.
pub(crate) fn write_line(out: &mut impl Write, text: &str) -> std::fmt::Result {
    if is_plain_line(text) {
        out.write_str(text)
    } else {
        write_quoted(out, text)
    }
}

/// Whether a line with that text can be nothing but that symbol.
fn is_plain_line(text: &str) -> bool {
    let first = text.split(|c: char| c.is_whitespace() || c == ':').next().unwrap_or("");
    !text.is_empty()
        && !matches!(first, "for" | "done" | "val")
        && text != ANY_ORDER
        && text.trim() == text
        && !text.contains(|c: char| c == '#' || c == '"' || c.is_control())
}

/// Writes a text as a JSON string, with escapes where JSON asks for them.
pub(crate) fn write_quoted(out: &mut impl Write, text: &str) -> std::fmt::Result {
    out.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' => out.write_str("\\\"")?,
            '\\' => out.write_str("\\\\")?,
            '\n' => out.write_str("\\n")?,
            '\r' => out.write_str("\\r")?,
            '\t' => out.write_str("\\t")?,
            c if c.is_control() => write!(out, "\\u{:04x}", c as u32)?,
            c => out.write_char(c)?,
        }
    }
    out.write_char('"')
}

/// Reads a JSON string at the start of a text and returns it with what follows; `None` if there is
/// none, or a broken one.
pub(crate) fn read_quoted(text: &str) -> Option<(String, &str)> {
    let mut rest = text.strip_prefix('"')?;
    let mut value = String::new();
    loop {
        let special = rest.find(|c: char| c == '"' || c == '\\' || c < ' ')?;
        let (plain, tail) = rest.split_at(special);
        value.push_str(plain);
        if let Some(after) = tail.strip_prefix('"') {
            return Some((value, after));
        }
        let (c, after) = read_escape(tail.strip_prefix('\\')?)?;
        value.push(c);
        rest = after;
    }
}

/// Reads what follows a backslash.
fn read_escape(text: &str) -> Option<(char, &str)> {
    let mut chars = text.chars();
    let c = match chars.next()? {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'b' => '\u{8}',
        'f' => '\u{c}',
        c @ ('"' | '\\' | '/') => c,
        'u' => return read_code_point(chars.as_str()),
        _ => return None,
    };
    Some((c, chars.as_str()))
}

/// Reads the digits of `\uXXXX`, with its second half where the first is a surrogate.
fn read_code_point(text: &str) -> Option<(char, &str)> {
    let (high, rest) = read_unit(text)?;
    if !(0xd800..0xdc00).contains(&high) {
        return Some((char::from_u32(high)?, rest));
    }
    let (low, rest) = read_unit(rest.strip_prefix("\\u")?)?;
    let low = low.checked_sub(0xdc00).filter(|&low| low < 0x400)?;
    Some((char::from_u32(0x10000 + ((high - 0xd800) << 10) + low)?, rest))
}

fn read_unit(text: &str) -> Option<(u32, &str)> {
    let digits = text.get(..4).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()))?;
    Some((u32::from_str_radix(digits, 16).ok()?, text.get(4..)?))
}

#[cfg(test)]
mod tests;
