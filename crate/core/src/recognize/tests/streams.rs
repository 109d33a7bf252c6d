//! Streams of many kinds, thousands of them.

use super::*;

#[test]
fn all_short_strings() {
    strings::all(2, 11, |s| {
        check("short", &labels(s.to_vec()), &options(3, FunctionModel::Constant));
        check("short", &letters(s), &options(10, FunctionModel::Polynomial));
    });
    strings::all(3, 7, |s| {
        for model in FunctionModel::ALL {
            check("short", &letters(s), &options(3, model));
        }
    });
}

fn letters(s: &[u32]) -> Stream {
    numbers(s.iter().map(|&letter| u64::from(letter)))
}

#[test]
fn structured_strings() {
    for s in strings::structured(1500) {
        check_all("structured", &letters(&s));
        check_all("structured", &labels(s));
    }
}

#[test]
fn random_letters() {
    for seed in 0..300 {
        let s = strings::random(200, 1 + seed % 5, u64::from(seed));
        check_all("random", &letters(&s));
        check_all("random", &labels(s));
    }
}

/// A function of so many indices, small so that much coincides.
fn function(random: &mut Random, depth: usize) -> Function {
    let mut pairs = vec![(0, random.below(9) as i128 - 2)];
    for _ in 0..random.below(3) {
        let mask = random.below(1 << depth);
        pairs.push((mask, random.below(6) as i128 - 2));
    }
    Function::from_pairs(pairs)
}

/// Random loops in random loops.
fn terms(random: &mut Random, depth: usize, levels: usize) -> Vec<Term> {
    let mut body = Vec::new();
    for _ in 0..=random.below(3) {
        if levels > 0 && random.below(3) > 0 {
            let mut bound = function(random, depth);
            if depth == 0 {
                bound = Function::constant(random.below(if levels == 1 { 40 } else { 7 }) as i128);
            }
            body.extend(Term::for_loop(bound, terms(random, depth + 1, levels - 1)));
        } else {
            let fields: Vec<Function> = (0..random.below(3)).map(|_| function(random, depth)).collect();
            body.push(Term::value(random.below(2) as u32, fields));
        }
    }
    body
}

/// What a random program gives, several times over and with stray values in it.
pub(in super::super) fn program(random: &mut Random, longest: usize) -> Stream {
    let levels = 1 + random.below(3) as usize;
    let noise = [0, 0, 3, 30][random.below(4) as usize];
    let mut stream = Stream::new();
    for _ in 0..=random.below(3) {
        let terms = terms(random, 0, levels);
        for _ in 0..=random.below(4) {
            for value in values(&terms) {
                if stream.len() >= longest {
                    return stream;
                }
                stream.push(value);
                if random.below(100) < noise {
                    stream.push((random.below(2) as u32, vec![random.below(5)]));
                }
            }
        }
    }
    stream
}

#[test]
fn random_programs() {
    for seed in 0..1500 {
        let stream = program(&mut Random::new(seed), 400);
        check_all("program", &stream);
    }
}

#[test]
fn random_programs_signed_and_flushed() {
    for seed in 0..2000 {
        let random = &mut Random::new(1_000_000 + seed);
        let stream = program(random, 600);
        let k = KS[random.below(3) as usize];
        let smax = 1 + random.below(40) as usize;
        let options = Options {
            k,
            model: FunctionModel::ALL[random.below(3) as usize],
            smax: Some(smax),
            nflush: random.below(smax as u64 + 3) as usize,
            fields: vec![Kind::Signed, Kind::Unsigned],
        };
        check("flushed", &stream, &options);
    }
}

/// The stack can be looked at whenever one likes, and is what the literal version has.
#[test]
fn the_stack_at_any_time() {
    for seed in 0..800 {
        let random = &mut Random::new(2_000_000 + seed);
        let stream = program(random, 300);
        let every = 1 + random.below(20);
        let options = Options {
            smax: [None, Some(30)][random.below(2) as usize],
            nflush: 7,
            ..options(KS[random.below(3) as usize], FunctionModel::ALL[random.below(3) as usize])
        };
        let mut recognizer = Recognizer::new(options.clone());
        let mut literal = Literal::new(options.clone());
        for (label, fields) in &stream {
            recognizer.push(*label, fields);
            literal.push(*label, fields);
            if random.below(every) == 0 {
                assert_eq!(recognizer.stack(), literal.stack(), "{options:?} {stream:?}");
                assert!(recognizer.take_flushed().eq(literal.take_flushed()));
            }
        }
        assert_eq!(recognizer.finish(), literal.finish());
    }
}

/// Numbers at both ends of the range, going over it: no loop may go on after the end.
#[test]
fn numbers_that_overflow() {
    let ends = [0, 1, u64::MAX, u64::MAX - 1, 1 << 63, (1 << 63) - 1, (1 << 63) + 1, 1 << 62];
    for seed in 0..3000 {
        let random = &mut Random::new(3_000_000 + seed);
        let mut stream = Stream::new();
        while stream.len() < 120 {
            let mut value = ends[random.below(8) as usize];
            let step = match random.below(4) {
                0 => 1,
                1 => u64::MAX,
                2 => ends[random.below(8) as usize],
                _ => random.below(1 << 31) << 33,
            };
            let word = 1 + random.below(3) as u32;
            for _ in 0..random.below(12) {
                for label in 0..word {
                    stream.push((label, vec![value, value.wrapping_mul(3)]));
                }
                value = value.wrapping_add(step);
            }
        }
        for fields in [vec![], vec![Kind::Signed], vec![Kind::Unsigned, Kind::Signed]] {
            let model = FunctionModel::ALL[random.below(3) as usize];
            check("overflow", &stream, &Options { fields, ..options(10, model) });
        }
    }
}

/// Large and repetitive, with many ties.
#[test]
fn large_strings() {
    let len = 100_000;
    let strings = [
        strings::lu_like(120),
        strings::with_noise(&strings::lu_like(120), 5),
        strings::thue_morse(len / 10),
        strings::fibonacci(len / 10),
        strings::square_free(len / 10),
        strings::noisy(len, 3),
        strings::noisy(len, 4),
        strings::periodic(90, len),
        strings::periodic(400, len / 20),
        strings::doubling_gaps(len / 10),
        strings::random(len / 10, 2, 1),
    ];
    for s in strings {
        let mut s = s;
        s.truncate(len);
        let (few, many) = (letters(&s), labels(s));
        check("large", &many, &options(100, FunctionModel::Constant));
        check("large", &many, &Options { smax: Some(50), nflush: 20, ..options(10, FunctionModel::Constant) });
        check("large", &few, &options(10, FunctionModel::Polynomial));
    }
}

#[test]
fn symbols_are_labels() {
    for s in strings::structured(3000) {
        let string: Vec<_> = s.iter().map(|&letter| crate::symbols::Symbol(letter)).collect();
        for k in [3, 10, 1000] {
            let nest = symbols(&string, k);
            assert!(nest.symbols().eq(string.iter().copied()));
            let terms = recognize(&labels(s.clone()), &options(k, FunctionModel::Constant));
            assert_eq!(nest.root().len(), terms.len());
        }
    }
}
