//! The methods alone, natively: no reading, no messages. `alone.worker.js` beside it is the same for the browser;
//! `npm run bench` runs both on the same strings and prints how they compare.
//!
//! - `cargo bench -p loopscope-tests --bench alone -- list` prints `NAME LENGTH`, a string a line;
//! - `-- write NAME FILE` writes a string, 4 bytes a symbol, least significant first;
//! - `-- run NAME METHOD..` prints `METHOD MEDIAN BEST RUNS`, seconds on the clock, as the browser has no other.

use std::collections::HashMap;
use std::error::Error;
use std::time::Instant;

use loopscope_session::measure::{Method, Symbol, Trial};

use loopscope_testing::strings;

const MILLION: usize = 1_000_000;

/// The row of table 3 that is the paper's largest trace, and its length.
const LU: (usize, usize) = (6, 323_048);

/// All strings by name: those of LU are made on either side, the others are handed over.
const STRINGS: [(&str, usize); 13] = [
    ("lu", LU.1),
    ("lu-3m", 3 * MILLION),
    ("lu-30m", 30 * MILLION),
    ("lu-noise", LU.1),
    ("random-4", MILLION),
    ("thue-morse", MILLION),
    ("fibonacci", MILLION),
    ("de-bruijn", 1 << 20),
    ("period-10^5", MILLION),
    ("aabbcc", MILLION),
    ("square-free", MILLION),
    ("nested-noisy", MILLION),
    ("one-letter", MILLION),
];

fn letters(name: &str) -> Option<Vec<u32>> {
    let lu = || loopscope_core::nest::paper::TABLE_3[LU.0].string().into_iter().map(|s| s.0);
    Some(match name {
        "lu-noise" => strings::with_noise(&lu().collect::<Vec<_>>(), 1),
        "random-4" => strings::random(MILLION, 4, 1),
        "thue-morse" => strings::thue_morse(MILLION),
        "fibonacci" => strings::fibonacci(MILLION),
        "de-bruijn" => strings::de_bruijn(20),
        "period-10^5" => strings::periodic(100_000, MILLION),
        "aabbcc" => (0..MILLION as u32).map(|i| i / 2).collect(),
        "square-free" => strings::square_free(MILLION),
        "nested-noisy" => strings::noisy(MILLION, 9),
        "one-letter" => vec![0; MILLION],
        _ => return None,
    })
}

/// The string, its symbols in order of first appearance as those of a trace are.
fn symbols(name: &str) -> Result<Vec<Symbol>, String> {
    let letters = letters(name).ok_or_else(|| format!("there is no string {name}"))?;
    let mut numbers = HashMap::new();
    Ok(letters
        .into_iter()
        .map(|letter| {
            let next = numbers.len() as u32;
            Symbol(*numbers.entry(letter).or_insert(next))
        })
        .collect())
}

fn trial(name: &str) -> Result<Trial, String> {
    let of_lu = STRINGS.iter().find(|(known, _)| *known == name && letters(known).is_none());
    match of_lu {
        Some((_, length)) => Trial::of_row(LU.0, Some(*length)).ok_or("no such row".to_owned()),
        None => Ok(Trial::of_symbols(symbols(name)?)),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let given = loopscope_tests::given();
    let given: Vec<&str> = given.iter().map(String::as_str).collect();
    match given.as_slice() {
        ["list"] => STRINGS.iter().for_each(|(name, length)| println!("{name} {length}")),
        ["write", name, file] => {
            let bytes: Vec<u8> = symbols(name)?.iter().flat_map(|symbol| symbol.0.to_le_bytes()).collect();
            std::fs::write(file, bytes)?;
        }
        ["run", name, methods @ ..] => {
            let mut trial = trial(name)?;
            for name in methods {
                let method = Method::from_name(name).ok_or("no such method")?;
                let (median, best, runs) = time(|| trial.run(method).is_ok());
                println!("{name} {median} {best} {runs}");
            }
        }
        _ => return Err("say `list`, `write NAME FILE` or `run NAME METHOD..`".into()),
    }
    Ok(())
}

/// Median and best of one run, in seconds. Short runs are timed several at once, since the clock of a browser
/// has steps of a tenth of a millisecond; 5 times at least, and up to 51 as fit into half a second. As in the worker.
fn time(mut run: impl FnMut() -> bool) -> (f64, f64, usize) {
    let mut timed = |runs: usize| {
        let start = Instant::now();
        for _ in 0..runs {
            assert!(run(), "too long for the method");
        }
        start.elapsed().as_secs_f64() / runs as f64
    };
    let warm = Instant::now();
    while warm.elapsed().as_secs_f64() < 0.1 {
        timed(1);
    }
    let at_once = (0.005 / timed(3)).ceil() as usize;
    let begin = Instant::now();
    let mut times = Vec::new();
    while times.len() < 51 && (times.len() < 5 || begin.elapsed().as_secs_f64() < 0.5) {
        times.push(timed(at_once));
    }
    times.sort_by(f64::total_cmp);
    (times[times.len() / 2], times[0], times.len())
}
