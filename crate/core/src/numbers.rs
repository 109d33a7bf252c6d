//! How numbers are written, in messages, texts and pictures alike.

/// A whole number with commas: `127,572`.
///
/// ```
/// use loopscope_core::numbers::thousands;
/// assert_eq!(thousands(999), "999");
/// assert_eq!(thousands(1_530_988), "1,530,988");
/// ```
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A share of 0 to 1 as a percentage: `99.2 %`, `< 0.1 %`, `100 %`.
///
/// What is not all of it is never written as 100 %.
///
/// ```
/// use loopscope_core::numbers::percent;
/// assert_eq!(percent(0.99153), "99.2 %");
/// assert_eq!(percent(0.0003), "< 0.1 %");
/// assert_eq!(percent(0.99999), "> 99.9 %");
/// assert_eq!(percent(1.0), "100 %");
/// ```
pub fn percent(share: f64) -> String {
    let tenths = share * 1000.0;
    if share <= 0.0 {
        "0 %".to_owned()
    } else if tenths < 1.0 {
        "< 0.1 %".to_owned()
    } else if share >= 1.0 {
        "100 %".to_owned()
    } else if tenths.round() >= 1000.0 {
        "> 99.9 %".to_owned()
    } else {
        // In whole numbers: the code that writes fractions with so many digits is large.
        let tenths = tenths.round() as u64;
        format!("{}.{} %", tenths / 10, tenths % 10)
    }
}

/// A size: `640 B`, `81,920 B`, from a million bytes on `121.1 MB`.
///
/// ```
/// use loopscope_core::numbers::bytes;
/// assert_eq!(bytes(81_920), "81,920 B");
/// assert_eq!(bytes(121_100_000), "121.1 MB");
/// ```
pub fn bytes(bytes: u64) -> String {
    const UNITS: [(u64, &str); 3] = [(1_000_000_000_000, "TB"), (1_000_000_000, "GB"), (1_000_000, "MB")];
    match UNITS.into_iter().find(|&(unit, _)| bytes >= unit) {
        Some((unit, name)) => format!("{:.1} {name}", bytes as f64 / unit as f64),
        None => format!("{} B", thousands(bytes)),
    }
}

/// A duration with three digits, or a tenth of a second: `68.0 ms`, `1.91 s`, `159.7 s`, from 1,000 seconds on whole ones.
///
/// The page writes durations by the same rule (`web/base/format.ts`): both are tested on `tests/suite/durations.txt`.
///
/// ```
/// use loopscope_core::numbers::duration;
/// let all = [7, 1_500, 67_960_000, 408_300_000, 1_909_000_000, 159_665_000_000];
/// let texts = all.map(duration);
/// assert_eq!(texts, ["7 ns", "1.50 µs", "68.0 ms", "408 ms", "1.91 s", "159.7 s"]);
/// ```
pub fn duration(nanoseconds: u64) -> String {
    // Rounding must not give a fourth digit: 999.6 µs are 1.00 ms.
    let (unit, name) = match nanoseconds {
        0 => return "0 s".to_owned(),
        999_950_000_000.. => {
            return format!("{} s", thousands(nanoseconds.saturating_add(500_000_000) / 1_000_000_000))
        }
        999_500_000.. => (1_000_000_000, "s"),
        999_500.. => (1_000_000, "ms"),
        1_000.. => (1_000, "µs"),
        _ => return format!("{nanoseconds} ns"),
    };
    // In whole numbers: halves are rounded up everywhere.
    let places = match nanoseconds / (unit / 1_000) {
        0..9_995 => 100,
        9_995..99_950 => 10,
        _ if name == "s" => 10,
        _ => 1,
    };
    let rounded = (nanoseconds + unit / places / 2) / (unit / places);
    match places {
        1 => format!("{rounded} {name}"),
        10 => format!("{}.{} {name}", rounded / 10, rounded % 10),
        _ => format!("{}.{:02} {name}", rounded / 100, rounded % 100),
    }
}

/// A count and its noun: `1 call`, `508 calls`.
///
/// ```
/// use loopscope_core::numbers::counted;
/// assert_eq!(counted(1, "call"), "1 call");
/// assert_eq!(counted(5_080, "call"), "5,080 calls");
/// ```
#[inline(never)] // Called from everywhere.
pub fn counted(number: u64, noun: &str) -> String {
    format!("{} {}", thousands(number), plural(number, noun))
}

/// A small number as a word, a larger one in digits: `two inner loops`, `1,200 inner loops`.
///
/// ```
/// use loopscope_core::numbers::in_words;
/// assert_eq!(in_words(2), "two");
/// assert_eq!(in_words(1_200), "1,200");
/// ```
pub fn in_words(number: u64) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    match WORDS.get(usize::try_from(number).unwrap_or(usize::MAX)) {
        Some(word) => (*word).to_owned(),
        None => thousands(number),
    }
}

/// The noun of a count: in the plural unless there is just one. Of a phrase, the noun is the word before the first
/// preposition or, without one, the last word.
///
/// ```
/// use loopscope_core::numbers::plural;
/// assert_eq!((plural(1, "call"), plural(0, "call")), ("call".to_owned(), "calls".to_owned()));
/// assert_eq!(plural(2, "further process"), "further processes");
/// assert_eq!(plural(2, "receive from any source"), "receives from any source");
/// ```
#[inline(never)] // Called from everywhere.
pub fn plural(number: u64, noun: &str) -> String {
    if number == 1 {
        return noun.to_owned();
    }
    let mut end = 0;
    for word in noun.split(' ') {
        if end > 0 && is_preposition(word.as_bytes()) {
            break;
        }
        end += word.len() + usize::from(end > 0);
    }
    let (noun, rest) = noun.split_at(end);
    let (stem, ending) = match noun.as_bytes() {
        [.., b'a' | b'e' | b'i' | b'o' | b'u', b'y'] => (noun, "s"),
        [most @ .., b'y'] => (&noun[..most.len()], "ies"),
        [.., b's' | b'x' | b'z'] | [.., b'c' | b's', b'h'] => (noun, "es"),
        _ => (noun, "s"),
    };
    [stem, ending, rest].concat()
}

fn is_preposition(word: &[u8]) -> bool {
    matches!(word, b"from" | b"of" | b"in" | b"to" | b"with" | b"without" | b"by" | b"at")
}

/// The form of a verb that goes with a count: `differs` with one, `differ` with none or many.
///
/// ```
/// use loopscope_core::numbers::verb;
/// assert_eq!((verb(1, "is", "are"), verb(2, "is", "are")), ("is", "are"));
/// ```
pub fn verb<'a>(number: u64, one: &'a str, many: &'a str) -> &'a str {
    if number == 1 {
        one
    } else {
        many
    }
}

/// How often something happens: `once`, `62 times`.
///
/// ```
/// use loopscope_core::numbers::times;
/// assert_eq!([times(1), times(2), times(1_200)], ["once", "twice", "1,200 times"]);
/// ```
pub fn times(number: u64) -> String {
    match number {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        _ => counted(number, "time"),
    }
}

/// Words as a list: `a`, `a and b`, `a, b and c`; empty without any.
///
/// ```
/// use loopscope_core::numbers::listed;
/// assert_eq!(listed(&["greedy", "optimal", "nlr"]), "greedy, optimal and nlr");
/// ```
pub fn listed<S: AsRef<str>>(words: &[S]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    list(&words)
}

/// [`listed`], compiled once.
fn list(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// A text as a sentence begins.
///
/// ```
/// use loopscope_core::numbers::capital;
/// assert_eq!(capital("two of them"), "Two of them");
/// ```
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// The ranges of consecutive numbers, first and last, in a list that ascends; a number may come twice.
pub(crate) fn ranges(members: impl IntoIterator<Item = u32>) -> Vec<(u32, u32)> {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for member in members {
        match ranges.last_mut() {
            Some((_, last)) if member <= last.saturating_add(1) => *last = member,
            _ => ranges.push((member, member)),
        }
    }
    ranges
}

/// Ranges as the native text form writes them: `0-3,8`, and two neighbours as `0,1`.
pub(crate) fn ranges_text(ranges: &[(u32, u32)]) -> String {
    let mut text = String::new();
    for &(first, last) in ranges {
        if !text.is_empty() {
            text.push(',');
        }
        text.push_str(&first.to_string());
        if last > first {
            // Two neighbours read better as a list than as a range.
            text.push(if last == first + 1 { ',' } else { '-' });
            text.push_str(&last.to_string());
        }
    }
    text
}

/// A set of processes, ascending, as the native text form writes it.
///
/// ```
/// use loopscope_core::numbers::set_text;
/// assert_eq!(set_text([0, 1, 2, 3, 8]), "0-3,8");
/// assert_eq!(set_text([0, 1]), "0,1");
/// ```
pub fn set_text(members: impl IntoIterator<Item = u32>) -> String {
    ranges_text(&ranges(members))
}

#[cfg(test)]
mod tests;
