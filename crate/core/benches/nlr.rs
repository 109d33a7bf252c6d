//! Nested loop recognition: fast against literal, on strings, address streams and files.
//!
//! `cargo bench -p loopscope-core --bench nlr`, with `-- strings`, `-- addresses`, `-- predictions` or `-- endless` for one part only, and
//! `-- files PATH..` for traces: a token a line (K = 10, 100, 1000, symbols), or if all lines are three fields
//! of Dinero's `din` form, those as label, address and size.
//!
//! Times are processor times, medians. Speeds are also given as ratios to the literal pseudo-code in the same
//! run, over the same stream or, where that takes too long, over its beginning.

#![allow(clippy::panic, reason = "a file that cannot be read ends the benchmark")]

use std::collections::HashMap;
use std::time::Duration;

use cpu_time::ProcessTime;
use loopscope_core::method::{build, Method};
use loopscope_core::nest::paper::TABLE_3;
use loopscope_core::nest::Stats;

use loopscope_core::recognize::predict::{Predictor, Settings};
use loopscope_core::recognize::{self, Literal, Options, Recognizer};
use loopscope_core::symbols::Symbol;

use loopscope_testing::timing::{median, rate};
use loopscope_testing::CountingAllocator;
use loopscope_testing::{strings, Random};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();

/// A stream as flat columns: labels, and the same number of fields for each.
struct Stream {
    labels: Vec<u32>,
    width: usize,
    fields: Vec<u64>,
}

impl Stream {
    fn new(width: usize) -> Self {
        Self { labels: Vec::new(), width, fields: Vec::new() }
    }

    fn symbols(letters: &[Symbol]) -> Self {
        Self { labels: letters.iter().map(|s| s.0).collect(), width: 0, fields: Vec::new() }
    }

    fn push(&mut self, label: u32, fields: &[u64]) {
        assert_eq!(fields.len(), self.width);
        self.labels.push(label);
        self.fields.extend_from_slice(fields);
    }

    fn each(&self, len: usize, mut call: impl FnMut(u32, &[u64])) {
        for (k, &label) in self.labels[..len].iter().enumerate() {
            call(label, &self.fields[k * self.width..(k + 1) * self.width]);
        }
    }

    fn fast(&self, options: &Options) -> Recognizer {
        let mut recognizer = Recognizer::new(options.clone());
        if self.width == 0 {
            let string: Vec<Symbol> = self.labels.iter().map(|&label| Symbol(label)).collect();
            recognizer.push_symbols(&string);
        } else {
            self.each(self.labels.len(), |label, fields| recognizer.push(label, fields));
        }
        recognizer
    }

    fn literal(&self, options: &Options, len: usize) -> Literal {
        let mut literal = Literal::new(options.clone());
        self.each(len, |label, fields| literal.push(label, fields));
        literal
    }
}

fn measure(name: &str, stream: &Stream, options: &Options) {
    let len = stream.labels.len();
    let fast = rate(len, median(|| stream.fast(options)));
    // The literal version over as much as it does in some seconds.
    let mut part = len.min(2000);
    let mut time = median(|| stream.literal(options, part));
    while part < len && time < Duration::from_millis(150) {
        part = len.min(part * 4);
        time = median(|| stream.literal(options, part));
    }
    let literal = rate(part, time);
    let terms = stream.fast(options).finish();
    if part == len {
        assert_eq!(terms, stream.literal(options, len).finish(), "{name}");
    }
    let stats = recognize::Stats::new(&terms);
    assert_eq!(stats.length, len as u64);
    println!(
        "{name:28} K = {:4}  {len:9} events  {fast:8.2} million/s  literal {literal:8.3}  ratio {:8.1}{}  \
         terms {} ({} on all levels), depth {}",
        options.k,
        fast / literal,
        if part == len { "       " } else { " (part)" },
        stats.top_level,
        stats.total,
        stats.depth
    );
}

fn string_parts() {
    println!("Strings of symbols, constant model\n");
    let lu = TABLE_3[6].string();
    let numbered = |letters: Vec<u32>| letters.into_iter().map(Symbol).collect::<Vec<_>>();
    let letters: Vec<u32> = lu.iter().map(|symbol| symbol.0).collect();
    let all = [
        ("LU C", lu.clone()),
        ("SP", TABLE_3[1].string()),
        ("BT", TABLE_3[0].string()),
        ("CG", TABLE_3[2].string()),
        ("MG", TABLE_3[3].string()),
        ("LU C, 1 % noise", numbered(strings::with_noise(&letters, 1))),
        ("random, 50", numbered(strings::random(300_000, 50, 1))),
        ("random, 4", numbered(strings::random(300_000, 4, 1))),
        ("random, 2", numbered(strings::random(300_000, 2, 1))),
        ("thue-morse", numbered(strings::thue_morse(262_144))),
        ("fibonacci", numbered(strings::fibonacci(300_000))),
        ("square-free", numbered(strings::square_free(300_000))),
        ("nested, noisy", numbered(strings::noisy(300_000, 9))),
        ("period 5000", numbered(strings::periodic(5000, 300_000))),
        ("aabbcc", numbered((0..300_000).map(|i| i / 2).collect())),
        ("all different", numbered((0..300_000).collect())),
        ("one letter", numbered(vec![0; 300_000])),
    ];
    for (name, string) in &all {
        for k in [10, 100, 1000] {
            measure(name, &Stream::symbols(string), &Options::symbols(k));
        }
    }
    println!("\nMethods on the strings of table 3: items on all levels, time\n");
    for row in &TABLE_3 {
        let string = row.string();
        let mut line = format!("{:8} {:7}", row.name, string.len());
        let mut add = |name: &str, nest: &loopscope_core::nest::Nest, time: Duration| {
            let stats = Stats::new(nest);
            line += &format!("  {name} {} ({}) {:.3} ms", stats.total, stats.top_level, time.as_secs_f64() * 1e3);
        };
        for method in Method::ALL {
            if let Ok(built) = build(method, &string) {
                add(method.name(), &built.nest, median(|| build(method, &string)));
            }
        }
        let nest = recognize::symbols(&string, 1000);
        add("nlr", &nest, median(|| recognize::symbols(&string, 1000)));
        println!("{line}");
    }
}

/// A matrix multiplication: three loops, reads, writes and fetches as in the paper's section 2.4.
fn matrix_multiply(n: u64) -> Stream {
    let mut stream = Stream::new(2);
    for i in 0..n {
        stream.push(0, &[0xff2eb8, 8]);
        for j in 0..n {
            stream.push(2, &[0x700, 4]);
            for k in 0..n {
                stream.push(0, &[0x1da50 + 8 * n * i + 8 * k, 8]);
                stream.push(0, &[0x25a50 + 8 * n * k + 8 * j, 8]);
                stream.push(1, &[0xff2eb0, 8]);
            }
            stream.push(1, &[0x2da50 + 8 * n * i + 8 * j, 8]);
        }
    }
    stream
}

/// Four loops with bounds of their own, several statements on every level.
fn four_loops(bounds: [u64; 4]) -> Stream {
    let mut stream = Stream::new(1);
    for i in 0..bounds[0] {
        stream.push(0, &[0x1000 + 8 * i]);
        for j in 0..bounds[1] {
            stream.push(1, &[0x2000 + 512 * i + 8 * j]);
            for k in 0..bounds[2] {
                stream.push(2, &[0x1_0000 + 4096 * i + 8 * k]);
                stream.push(3, &[0x2_0000 + 4096 * j + 64 * k]);
                for l in 0..bounds[3] {
                    stream.push(4, &[0x10_0000 + 65536 * i + 4096 * j + 8 * l]);
                    stream.push(5, &[0x90_0000 + 8 * k + 256 * l]);
                }
            }
            stream.push(6, &[0x3000 + 512 * j + 8 * i]);
        }
    }
    stream
}

/// The lower triangle of a matrix by columns.
fn triangular(n: u64) -> Stream {
    let mut stream = Stream::new(1);
    for i in 0..n {
        for j in 0..3 + i {
            stream.push(0, &[0x1000 + 8 * n * j + 8 * i]);
            stream.push(1, &[0x100_0000 + 8 * j]);
        }
        stream.push(2, &[0x800 + 8 * i]);
    }
    stream
}

fn random_numbers(len: usize, below: u64) -> Stream {
    let mut stream = Stream::new(1);
    let mut random = Random::new(4);
    (0..len).for_each(|_| stream.push(0, &[random.below(below)]));
    stream
}

fn with_noise(of: &Stream) -> Stream {
    let mut stream = Stream::new(of.width);
    let mut random = Random::new(4);
    of.each(of.labels.len(), |label, fields| {
        stream.push(label, fields);
        if random.below(100) == 0 {
            stream.push(label, &vec![random.below(1 << 20); fields.len()]);
        }
    });
    stream
}

fn addresses() {
    println!("\nStreams of addresses, polynomial model\n");
    let all = [
        ("matrix multiply 32", matrix_multiply(32)),
        ("matrix multiply 100", matrix_multiply(100)),
        ("matrix multiply 32, noise", with_noise(&matrix_multiply(32))),
        ("four loops 10 20 30 40", four_loops([10, 20, 30, 40])),
        ("four loops 30 30 10 5", four_loops([30, 30, 10, 5])),
        ("four loops 30 10 10 3", four_loops([30, 10, 10, 3])),
        ("triangular 500", triangular(500)),
        ("random, 2^31", random_numbers(300_000, 1 << 31)),
        ("random, 1000", random_numbers(300_000, 1000)),
        ("random, 4", random_numbers(300_000, 4)),
    ];
    for (name, stream) in &all {
        for k in [10, 100, 1000] {
            measure(name, stream, &Options { k, ..Options::default() });
        }
        let streaming = Options { k: 100, smax: Some(800), nflush: 100, ..Options::default() };
        measure(&format!("{name}, SMAX"), stream, &streaming);
    }
}

/// Predicting a stream, with the share that is right, wrong and not predicted at distances 1, 16 and 128.
fn measure_prediction(name: &str, stream: &Stream, options: &Options) {
    let predict = || {
        let mut predictor = Predictor::new(options.clone(), Settings::default());
        stream.each(stream.labels.len(), |label, fields| predictor.push(label, fields));
        predictor
    };
    let len = stream.labels.len();
    let rate = rate(len, median(predict));
    let mut line = format!("{name:28} K = {:4}  {len:9} events  {rate:8.2} million/s ", options.k);
    let predictor = predict();
    for counts in predictor.counts().iter().filter(|c| [1, 16, 128].contains(&c.distance)) {
        let share = |count: u64| 100.0 * count as f64 / counts.total().max(1) as f64;
        let (correct, wrong, none) = (counts.correct, counts.wrong, counts.none);
        line += &format!("  {}: {:.1} {:.1} {:.1} %", counts.distance, share(correct), share(wrong), share(none));
    }
    println!("{line}");
}

fn predictions() {
    println!("\nPrediction 1, 16 and 128 values ahead: correct, wrong, none\n");
    let lu = TABLE_3[6].string();
    let letters: Vec<u32> = lu.iter().map(|symbol| symbol.0).collect();
    let numbered = |letters: Vec<u32>| letters.into_iter().map(Symbol).collect::<Vec<_>>();
    for (name, string) in [
        ("LU C", lu),
        ("BT", TABLE_3[0].string()),
        ("LU C, 1 % noise", numbered(strings::with_noise(&letters, 1))),
        ("random, 4", numbered(strings::random(300_000, 4, 1))),
        ("one letter", numbered(vec![0; 300_000])),
    ] {
        measure_prediction(name, &Stream::symbols(&string), &Options::symbols(1000));
    }
    for (name, stream) in [
        ("matrix multiply 100", matrix_multiply(100)),
        ("four loops 10 20 30 40", four_loops([10, 20, 30, 40])),
        ("four loops 30 10 10 3", four_loops([30, 10, 10, 3])),
        ("triangular 500", triangular(500)),
        ("random, 2^31", random_numbers(300_000, 1 << 31)),
    ] {
        measure_prediction(name, &stream, &Options::streaming());
    }
}

/// A thousand million events, never in memory.
fn endless() {
    println!("\nStreams without end: memory beside the generator\n");
    let run = |name: &str, options: Options, events: u64, value: &dyn Fn(u64) -> (u32, u64)| {
        let before = ALLOCATOR.reset_peak();
        let start = ProcessTime::now();
        let mut recognizer = Recognizer::new(options);
        let mut terms = 0;
        for at in 0..events {
            let (label, field) = value(at);
            recognizer.push(label, &[field]);
            if at % 1024 == 0 {
                terms += recognizer.take_flushed().count();
            }
        }
        terms += recognizer.finish().len();
        let rate = rate(events as usize, start.elapsed());
        let peak = (ALLOCATOR.peak() - before) as f64 / 1e6;
        println!("{name:28} {events:10} events  {rate:7.1} million/s  peak {peak:6.2} MB  {terms} terms");
    };
    let million = 1_000_000;
    run("matrices, one after another", Options::streaming(), 1000 * million, &|at| {
        let (i, j, k) = (at / 250_000 % 500, at / 500 % 500, at % 500);
        (0, 0x10000 + 4000 * i + 8 * k + at / 125_000_000 * 7777 * (j & 1))
    });
    let mixed = |at: u64| at.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    run("a stray value every 1000", Options::streaming(), 1000 * million, &|at| {
        (0, if at % 1000 == 999 { mixed(at) } else { 0x1000 + 8 * (at % 100) })
    });
    run("no two alike", Options::streaming(), 30 * million, &|at| (0, mixed(mixed(at))));
}

fn file(path: &str) {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => return println!("{path}: {error}"),
    };
    let din = |line: &str| -> Option<(u32, [u64; 2])> {
        let mut words = line.split_whitespace();
        let label = words.next()?.parse().ok()?;
        let address = u64::from_str_radix(words.next()?, 16).ok()?;
        Some((label, [address, words.next()?.parse().ok()?]))
    };
    let name = path.rsplit('/').take(3).collect::<Vec<_>>();
    let name = name.into_iter().rev().collect::<Vec<_>>().join("/");
    let values: Option<Vec<_>> = text.lines().map(din).collect();
    if let Some(values) = values {
        let mut stream = Stream::new(2);
        values.into_iter().for_each(|(label, fields)| stream.push(label, &fields));
        for k in [10, 100, 1000] {
            measure(&name, &stream, &Options { k, ..Options::default() });
        }
        measure_prediction(&name, &stream, &Options::streaming());
        return;
    }
    let mut numbers = HashMap::new();
    let mut string = Vec::new();
    for line in text.lines() {
        let next = numbers.len() as u32;
        string.push(Symbol(*numbers.entry(line).or_insert(next)));
    }
    for k in [10, 100, 1000] {
        measure(&name, &Stream::symbols(&string), &Options::symbols(k));
    }
    measure_prediction(&name, &Stream::symbols(&string), &Options::symbols(1000));
}

fn main() {
    // Cargo passes --bench.
    let chosen: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    if let Some(at) = chosen.iter().position(|word| word == "files") {
        chosen[at + 1..].iter().for_each(|path| file(path));
        return;
    }
    let parts: [(&str, fn()); 4] =
        [("strings", string_parts), ("addresses", addresses), ("predictions", predictions), ("endless", endless)];
    for (name, part) in parts {
        if chosen.is_empty() || chosen.iter().any(|c| c == name) {
            part();
        }
    }
}
