//! The part of JSON that readers of events need: where a value ends, the keys of an object, numbers, texts.
//!
//! A value is checked only as far as it is used: an unused number may be `1.2.3`.

use std::borrow::Cow;

use super::words;

/// Finds the end of a value, whose bytes may come in pieces.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Nesting {
    depth: u32,
    in_text: bool,
    escaped: bool,
}

impl Nesting {
    /// Takes the next bytes of a value that begins with `{`, `[` or `"`: one past its last byte, if
    /// that is among them. Nothing may be asked after that. O(bytes).
    pub(crate) fn end(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut at = 0;
        loop {
            if self.escaped {
                bytes.get(at)?;
                at += 1;
                self.escaped = false;
            }
            if self.in_text {
                let rest = bytes.get(at..)?;
                at += memchr::memchr2(b'"', b'\\', rest)? + 1;
                self.escaped = bytes.get(at - 1) == Some(&b'\\');
                self.in_text = self.escaped;
                if self.escaped {
                    continue;
                }
                if self.depth == 0 {
                    return Some(at);
                }
            }
            let rest = bytes.get(at..)?;
            let found = rest.iter().position(|&byte| STRUCTURE[usize::from(byte)])?;
            at += found + 1;
            match rest.get(found) {
                Some(b'"') => self.in_text = true,
                Some(b'{' | b'[') => self.depth += 1,
                _ => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        return Some(at);
                    }
                }
            }
        }
    }
}

/// The bytes that say where values end, outside of texts: few, so that looking for one of them is the inner loop.
const STRUCTURE: [bool; 256] = {
    let mut table = [false; 256];
    table[b'"' as usize] = true;
    table[b'{' as usize] = true;
    table[b'}' as usize] = true;
    table[b'[' as usize] = true;
    table[b']' as usize] = true;
    table
};

/// A value, parsed as far as needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value<'a> {
    /// The bytes between the quotation marks.
    Text(&'a [u8]),
    /// A number, `true`, `null`.
    Bare(&'a [u8]),
    /// An object or a list, brackets included.
    Nested(&'a [u8]),
}

impl<'a> Value<'a> {
    /// The bytes of a text or a bare value: numbers are written either way.
    pub(crate) fn plain(self) -> Option<&'a [u8]> {
        match self {
            Value::Text(bytes) | Value::Bare(bytes) => Some(bytes),
            Value::Nested(_) => None,
        }
    }
}

/// An object that cannot be parsed: where, and what was expected there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Malformed {
    pub(crate) at: usize,
    pub(crate) expected: &'static str,
}

/// The keys and values of an object, whose own brackets [`Nesting`] has found.
pub(crate) struct Pairs<'a> {
    bytes: &'a [u8],
    at: usize,
}

/// Whether a byte is white space between values.
#[inline]
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t')
}

impl<'a> Pairs<'a> {
    /// Those of an object, `{` first.
    pub(crate) fn new(object: &'a [u8]) -> Self {
        Pairs { bytes: object, at: 1 }
    }

    /// What is not read yet.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// The next byte that is not white space.
    #[inline]
    fn next_sign(&mut self) -> Option<u8> {
        loop {
            let byte = *self.bytes.get(self.at)?;
            if !is_space(byte) {
                return Some(byte);
            }
            self.at += 1;
        }
    }

    /// The rest of a text, whose first quotation mark is read.
    #[inline]
    fn text(&mut self) -> Option<&'a [u8]> {
        let start = self.at;
        loop {
            let rest = self.bytes.get(self.at..)?;
            let found = memchr::memchr2(b'"', b'\\', rest)?;
            self.at += found + 1;
            if self.bytes.get(self.at - 1) == Some(&b'"') {
                return self.bytes.get(start..self.at - 1);
            }
            self.at += 1;
        }
    }

    fn wrong(&self, expected: &'static str) -> Malformed {
        Malformed { at: self.at.min(self.bytes.len().saturating_sub(1)), expected }
    }

    /// The next key and its value; `None` at the end of the object.
    ///
    /// # Errors
    /// Where it is malformed; nothing may be asked after that.
    #[inline]
    pub(crate) fn next(&mut self) -> Result<Option<(&'a [u8], Value<'a>)>, Malformed> {
        let mut sign = self.next_sign();
        while sign == Some(b',') {
            self.at += 1;
            sign = self.next_sign();
        }
        match sign {
            Some(b'"') => self.at += 1,
            Some(b'}') => return Ok(None),
            _ => return Err(self.wrong("a key in quotation marks")),
        }
        let key = self.text().ok_or(self.wrong("a closing quotation mark"))?;
        if self.next_sign() != Some(b':') {
            return Err(self.wrong("a colon after the key"));
        }
        self.at += 1;
        let value = match self.next_sign() {
            Some(b'"') => {
                self.at += 1;
                Value::Text(self.text().ok_or(self.wrong("a closing quotation mark"))?)
            }
            Some(b'{' | b'[') => {
                let rest = self.bytes.get(self.at..).unwrap_or_default();
                let length = Nesting::default().end(rest);
                let length = length.ok_or(self.wrong("the end of a list or an object"))?;
                self.at += length;
                Value::Nested(rest.get(..length).unwrap_or_default())
            }
            _ => {
                let start = self.at;
                while let Some(&byte) = self.bytes.get(self.at) {
                    if is_space(byte) || matches!(byte, b',' | b'}' | b']' | b'"' | b':' | b'{') {
                        break;
                    }
                    self.at += 1;
                }
                let bare = self.bytes.get(start..self.at).unwrap_or_default();
                if bare.is_empty() {
                    return Err(self.wrong("a value"));
                }
                Value::Bare(bare)
            }
        };
        match self.next_sign() {
            // Behind the last byte there is an object that was cut, of which a sniff asks.
            Some(b',' | b'}') | None => Ok(Some((key, value))),
            _ => Err(self.wrong("a comma or the end of the object")),
        }
    }
}

/// A text as it is meant: without escapes, one line, words between single blanks.
pub(crate) fn one_line(raw: &[u8]) -> String {
    words::one_line(&unescaped(raw))
}

fn unescaped(raw: &[u8]) -> Cow<'_, str> {
    let text = String::from_utf8_lossy(raw);
    if !text.contains('\\') {
        return text;
    }
    let mut result = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        if c != '\\' {
            result.push(c);
            continue;
        }
        match rest.next() {
            Some('n' | 'r' | 't' | 'b' | 'f') => result.push(' '),
            Some('u') => {
                let first = hexadecimal(&mut rest);
                let both = match first {
                    Some(high @ 0xd800..=0xdbff) => {
                        let mut ahead = rest.clone();
                        let low = (ahead.next() == Some('\\') && ahead.next() == Some('u'))
                            .then(|| hexadecimal(&mut ahead))
                            .flatten()
                            .filter(|low| (0xdc00..0xe000).contains(low));
                        low.map(|low| {
                            rest = ahead;
                            0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00)
                        })
                    }
                    other => other,
                };
                result.push(both.and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            Some(other) => result.push(other),
            None => {}
        }
    }
    Cow::Owned(result)
}

/// Four hexadecimal digits.
fn hexadecimal(chars: &mut std::str::Chars<'_>) -> Option<u32> {
    let digits = chars.as_str().get(..4)?;
    let number = u32::from_str_radix(digits, 16).ok()?;
    *chars = chars.as_str().get(4..)?.chars();
    Some(number)
}
