//! Classifies the first bytes of a file: text or binary, and which well-known kind.
//!
//! Sniffs use this to refuse files, and messages use it to name the kind of a file.

/// The kind of a file, judged by its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// The file is empty.
    Empty,
    /// Text that may be a trace.
    Text,
    /// Text of a well-known kind that is not a trace.
    OtherText(&'static str),
    /// The file is not text.
    Binary {
        /// The position of the first byte that text cannot contain.
        at: usize,
        /// Its kind, if the first bytes identify it.
        kind: Option<&'static str>,
    },
}

/// Looks at the beginning of a file.
pub fn look(head: &[u8]) -> Content {
    if head.is_empty() {
        return Content::Empty;
    }
    if let Some((at, kind)) = binary(head) {
        return Content::Binary { at, kind };
    }
    match other_text(head) {
        Some(kind) => Content::OtherText(kind),
        None => Content::Text,
    }
}

/// Whether the head is no text: the first byte that shows it, and what it is if that is known.
/// Cheaper than [`look`] for those who need no more.
pub(crate) fn binary(head: &[u8]) -> Option<(usize, Option<&'static str>)> {
    match magic(head) {
        Some(kind) => Some((0, Some(kind))),
        None => first_binary_byte(head).map(|at| (at, None)),
    }
}

/// Kinds of binary files by their first bytes, including compressed files and archives: the
/// opener unpacks those it knows, so that one that arrives here could not be unpacked.
const MAGICS: &[(&[u8], &str)] = &[
    (b"\x7fELF", "an ELF program"),
    (b"MZ", "a Windows program"),
    (b"\xcf\xfa\xed\xfe", "a macOS program"),
    (b"\xfe\xed\xfa\xcf", "a macOS program"),
    (b"\0asm", "a WebAssembly module"),
    (b"\xca\xfe\xba\xbe", "a Java class"),
    (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"%PDF-", "a PDF document"),
    (b"\x89HDF\r\n\x1a\n", "an HDF5 file"),
    (b"CDF\x01", "a NetCDF file"),
    (b"CDF\x02", "a NetCDF file"),
    (b"\x93NUMPY", "a NumPy array"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"PAR1", "a Parquet file"),
    (b"sion", "a SION container, in which OTF2 archives may be stored"),
    (b"\x1f\x8b", "a gzip file"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard file"),
    (b"\xfd7zXZ\0", "an xz file"),
    (b"BZh", "a bzip2 file"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"PK\x03\x04", "a zip archive"),
    (b"PK\x05\x06", "an empty zip archive"),
    (b"\xff\xfe", "text in UTF-16"),
    (b"\xfe\xff", "text in UTF-16"),
];

/// The well-known kind of binary file that begins so.
pub fn magic(head: &[u8]) -> Option<&'static str> {
    if head.get(257..262) == Some(b"ustar") {
        return Some("a tar archive");
    }
    let known = MAGICS.iter().find(|(magic, _)| head.starts_with(magic))?;
    // A magic of two or three letters could be the start of a word.
    let could_be_word = known.0.iter().all(u8::is_ascii_alphanumeric);
    (!could_be_word || first_binary_byte(head).is_some()).then_some(known.1)
}

/// The first byte that shows the head to be no text: a NUL, or, where more than one byte in ten is
/// a control character or no UTF-8, the first of those. One stray byte makes no text binary: it is
/// reported with its place by the reader that continues.
fn first_binary_byte(head: &[u8]) -> Option<usize> {
    if let Some(at) = memchr::memchr(0, head) {
        return Some(at);
    }
    let mut first = None;
    let mut odd = 0;
    let mut start = 0;
    for chunk in head.utf8_chunks() {
        for (at, byte) in chunk.valid().bytes().enumerate() {
            let control = byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c | 0x1b);
            if control || byte == 0x7f {
                first.get_or_insert(start + at);
                odd += 1;
            }
        }
        start += chunk.valid().len();
        // A character that the end of the head cuts is no fault.
        if start + chunk.invalid().len() < head.len() && !chunk.invalid().is_empty() {
            first.get_or_insert(start);
            odd += chunk.invalid().len();
        }
        start += chunk.invalid().len();
    }
    first.filter(|_| odd * 10 > head.len())
}

/// What a table is called. One of whole numbers is read nevertheless, see [`csv`](crate::tuples::csv).
pub(crate) const TABLE: &str = "a table with commas";

/// What texts for people are called. A table whose columns have long names may look like that.
pub(crate) const PROSE: &str = "prose or program output";

/// Texts of other kinds by how they begin.
const BEGINNINGS: &[(&str, &str)] = &[
    ("<?xml", "XML"),
    ("<!DOCTYPE", "HTML"),
    ("<!doctype", "HTML"),
    ("<html", "HTML"),
    ("<svg", "an SVG picture"),
    ("#!", "a script"),
    ("%!PS", "a PostScript document"),
    ("-----BEGIN", "a key or certificate"),
    ("diff --git", "a patch"),
];

/// The kind of text, if it is surely no symbol list.
///
/// A symbol list may hold any tokens, so this refuses only what has the marks of something else: a
/// well-known beginning; JSON; a table with commas; or prose and program output (see [`is_prose`]).
fn other_text(head: &[u8]) -> Option<&'static str> {
    let text = String::from_utf8_lossy(head);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if let Some((_, kind)) = BEGINNINGS.iter().find(|(start, _)| text.starts_with(start)) {
        return Some(kind);
    }
    let mut signs = text.chars().filter(|c| !c.is_whitespace());
    match (signs.next(), signs.next()) {
        (Some('{'), Some('"' | '}')) => return Some("JSON"),
        (Some('['), Some('{' | '[' | '"' | ']' | '0'..='9')) => return Some("JSON"),
        _ => {}
    }
    if is_table(text) {
        return Some(TABLE);
    }
    if let Some(kind) = crate::foreign::text(head) {
        return Some(kind);
    }
    is_prose(text).then_some(PROSE)
}

/// Whether the first lines are rows of values between commas: at least two lines, each with the
/// same number of commas outside brackets, and at least two of them. `Isend(1,640,c3)` has none
/// outside.
fn is_table(text: &str) -> bool {
    let mut rows = text.lines().filter(|line| !line.trim().is_empty()).take(8).map(|line| {
        let mut depth = 0i32;
        line.chars()
            .filter(|&c| {
                depth += i32::from(matches!(c, '(' | '[' | '{'));
                depth -= i32::from(matches!(c, ')' | ']' | '}'));
                c == ',' && depth <= 0
            })
            .count()
    });
    let Some(commas) = rows.next().filter(|&commas| commas >= 2) else { return false };
    // The last line of a head may be cut.
    let others: Vec<usize> = rows.collect();
    let whole = others.len().saturating_sub(1);
    !others.is_empty() && others.iter().take(whole.max(1)).all(|&count| count == commas)
}

/// Small words of English that no tracer uses as a name.
const SMALL_WORDS: &[&str] = &[
    "the", "this", "that", "these", "is", "are", "was", "were", "not", "of", "and", "with", "from", "it", "be", "has",
    "have", "an", "which", "over", "just", "you", "we",
];

/// Whether a text reads like sentences, a program's messages or source code.
///
/// It does if at least two tokens, and one in eight, are small English words, words with a comma,
/// full stop or similar at the end, or signs like `=` that stand alone; and if more than one
/// token in five is new. Events of a looping program repeat: no real symbol list at hand has
/// more than one new token in ten.
fn is_prose(text: &str) -> bool {
    let mut marks = 0;
    let mut tokens = 0;
    let mut distinct = rustc_hash::FxHashSet::default();
    for token in text.split_ascii_whitespace() {
        tokens += 1;
        distinct.insert(token);
        let word = token.trim_end_matches(['.', ',', ';', ':', '!', '?']);
        let ends_word = word.len() < token.len()
            && word.chars().count() > 1
            && word.chars().all(|c| c.is_alphanumeric() || matches!(c, '\'' | '-' | ')' | '('));
        let sign = matches!(token, "=" | ":" | "==" | "+=" | "--" | "{" | "}" | "//" | "/*" | "*/");
        if ends_word || sign || SMALL_WORDS.iter().any(|small| small.eq_ignore_ascii_case(word)) {
            marks += 1;
        }
    }
    marks >= 2 && marks * 8 >= tokens && distinct.len() * 5 > tokens
}
