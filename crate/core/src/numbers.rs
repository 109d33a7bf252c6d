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
        if place > 0 && (digits.len() - place) % 3 == 0 {
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
        format!("{:.1} %", tenths.round() / 10.0)
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
    const UNITS: [(u64, &str); 3] =
        [(1_000_000_000_000, "TB"), (1_000_000_000, "GB"), (1_000_000, "MB")];
    match UNITS.into_iter().find(|&(unit, _)| bytes >= unit) {
        Some((unit, name)) => format!("{:.1} {name}", bytes as f64 / unit as f64),
        None => format!("{} B", thousands(bytes)),
    }
}

/// A count and its noun: `1 call`, `508 calls`.
///
/// ```
/// use loopscope_core::numbers::counted;
/// assert_eq!(counted(1, "call"), "1 call");
/// assert_eq!(counted(5_080, "call"), "5,080 calls");
/// ```
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
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    match WORDS.get(usize::try_from(number).unwrap_or(usize::MAX)) {
        Some(word) => (*word).to_owned(),
        None => thousands(number),
    }
}

/// The noun of a count: its plural unless there is just one. Regular nouns only: `calls`, `processes`, `entries`.
///
/// ```
/// use loopscope_core::numbers::plural;
/// assert_eq!((plural(1, "call"), plural(0, "call")), ("call".to_owned(), "calls".to_owned()));
/// assert_eq!((plural(2, "process"), plural(2, "entry")), ("processes".to_owned(), "entries".to_owned()));
/// assert_eq!((plural(2, "day"), plural(2, "match")), ("days".to_owned(), "matches".to_owned()));
/// ```
pub fn plural(number: u64, noun: &str) -> String {
    if number == 1 {
        return noun.to_owned();
    }
    if ["s", "x", "ch", "sh"].iter().any(|end| noun.ends_with(end)) {
        return format!("{noun}es");
    }
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
        _ => format!("{noun}s"),
    }
}
