//! How much memory the methods take, counted by an allocator.

use loopscope_core::method::{build, Method};
use loopscope_core::nest::BYTES_PER_SYMBOL;
use loopscope_core::symbols::Symbol;

use loopscope_testing::{strings, CountingAllocator};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();

/// Bytes a symbol at the peak beside the string, the nest included, and those of the nest alone.
fn measure(method: Method, s: &[Symbol]) -> (f64, f64) {
    let before = ALLOCATOR.reset_peak();
    let nest = build(method, s);
    let per_symbol = |bytes: usize| (bytes - before) as f64 / s.len() as f64;
    let measured = (per_symbol(ALLOCATOR.peak()), per_symbol(ALLOCATOR.live()));
    assert!(nest.is_ok());
    measured
}

#[test]
fn bytes_a_symbol() {
    let len = 300_000;
    let squares = (1..).flat_map(|k| strings::random(k, 30, k as u64).repeat(2));
    let strings = [
        ("lu", strings::lu_like(160)),
        ("lu-noise", strings::with_noise(&strings::lu_like(160), 1)),
        ("random-2", strings::random(len, 2, 1)),
        ("random-4", strings::random(len, 4, 1)),
        ("random-1000", strings::random(len, 1000, 1)),
        ("thue-morse", strings::thue_morse(len)),
        ("fibonacci", strings::fibonacci(len)),
        ("square-free", strings::square_free(len)),
        ("periodic", strings::periodic(len / 10, len)),
        ("noisy", strings::noisy(len, 9)),
        ("doubling", strings::doubling_gaps(len)),
        ("de-bruijn", strings::de_bruijn(18)),
        ("squares", squares.take(len).collect()),
        ("abab", (0..len as u32).map(|i| i / 4 * 2 + i % 2).collect()),
        ("triples", (0..len as u32).map(|i| i / 3).collect()),
        // Lengths at which tables and vectors have just grown.
        ("pairs", (0..len as u32).map(|i| i / 2).collect()),
        ("pairs-262", (0..262_200).map(|i| i / 2).collect()),
        ("pairs-400", (0..400_000).map(|i| i / 2).collect()),
        ("pairs-520", (0..520_000).map(|i| i / 2).collect()),
        ("pairs-2200", (0..2_200_000).map(|i| i / 2).collect()),
        ("one", vec![0; len]),
    ];
    for (name, letters) in strings {
        let s: Vec<Symbol> = letters.into_iter().map(Symbol).collect();
        for method in [Method::Greedy, Method::Optimal] {
            let (peak, nest) = measure(method, &s);
            println!("{name:12} {method:9} peak {peak:6.1} nest {nest:6.1}");
            let limit = match (name, method) {
                ("lu", _) => 0.5,
                ("lu-noise", Method::Greedy) => 5.0,
                ("random-2" | "random-4" | "thue-morse" | "fibonacci", Method::Greedy) => 10.0,
                _ => BYTES_PER_SYMBOL as f64,
            };
            assert!(peak <= limit, "{method} of {name}: {peak} and {nest}");
        }
    }
}
