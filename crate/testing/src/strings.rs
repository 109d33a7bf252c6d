//! Strings that algorithms are tried on. All generators are deterministic.

use crate::Random;

/// Calls with every string of at most `longest` of the first `letters` letters.
pub fn all(letters: u32, longest: usize, mut check: impl FnMut(&[u32])) {
    for len in 0..=longest {
        let mut s = vec![0; len];
        loop {
            check(&s);
            // Counts up, the last letter first.
            let Some(at) = s.iter().rposition(|&letter| letter + 1 < letters) else { break };
            s[at] += 1;
            s[at + 1..].fill(0);
        }
    }
}

/// Random letters.
pub fn random(len: usize, letters: u32, seed: u64) -> Vec<u32> {
    let mut random = Random::new(seed);
    (0..len).map(|_| random.below(u64::from(letters)) as u32).collect()
}

/// The Thue-Morse string, which has no cube.
pub fn thue_morse(len: usize) -> Vec<u32> {
    (0..len).map(|i| i.count_ones() % 2).collect()
}

/// The Fibonacci string, which has as many runs as any.
pub fn fibonacci(len: usize) -> Vec<u32> {
    let (mut a, mut b) = (vec![0], vec![0, 1]);
    while b.len() < len {
        let mut next = b.clone();
        next.extend_from_slice(&a);
        a = std::mem::replace(&mut b, next);
    }
    b.truncate(len);
    b
}

/// Every binary word of that length once: the lexicographically least, by necklaces (Fredricksen,
/// Kessler and Maiorana).
pub fn de_bruijn(order: usize) -> Vec<u32> {
    let (mut s, mut word) = (Vec::new(), vec![0u32]);
    loop {
        if order.is_multiple_of(word.len()) {
            s.extend_from_slice(&word);
        }
        let len = word.len();
        word = (0..order).map(|k| word[k % len]).collect();
        while word.last() == Some(&1) {
            word.pop();
        }
        match word.last_mut() {
            Some(last) => *last = 1,
            None => return s,
        }
    }
}

/// A string without squares over three letters (Thue), which nothing can be reduced in.
pub fn square_free(len: usize) -> Vec<u32> {
    let mut s = vec![0];
    while s.len() < len {
        let words = s.iter().flat_map(|&letter| match letter {
            0 => [0, 1, 2].as_slice(),
            1 => &[0, 2],
            _ => &[1],
        });
        s = words.copied().collect();
    }
    s.truncate(len);
    s
}

/// The structure of LU: 249 times two inner loops of 4 events and 12 more, with a frame.
pub fn lu_like(inner: usize) -> Vec<u32> {
    let mut s: Vec<u32> = (100..140).collect();
    for _ in 0..249 {
        (0..inner).for_each(|_| s.extend([0, 1, 2, 3]));
        (0..inner).for_each(|_| s.extend([4, 5, 6, 7]));
        s.extend(20..32);
    }
    s.extend(200..1000);
    s
}

/// A string in which about one letter in a hundred is followed by a stray one.
pub fn with_noise(s: &[u32], seed: u64) -> Vec<u32> {
    let mut random = Random::new(seed);
    let mut noisy = Vec::with_capacity(s.len() + s.len() / 50);
    for &letter in s {
        noisy.push(letter);
        if random.below(100) == 0 {
            noisy.push(random.below(40) as u32);
        }
    }
    noisy
}

/// Loops in loops with random counts and a stray letter here and there.
pub fn noisy(len: usize, seed: u64) -> Vec<u32> {
    let mut random = Random::new(seed);
    let mut s: Vec<u32> = random_word(&mut random);
    while s.len() < len {
        let cut = random.below(s.len() as u64 / 2 + 1) as usize;
        let word = s[cut..].to_vec();
        (0..random.below(3)).for_each(|_| s.extend_from_slice(&word));
        s.extend(random_word(&mut random));
    }
    s.truncate(len);
    s
}

/// One loop after the other, each some hundred letters long, with loops inside, a stray letter between or inside them,
/// and now and then a loop that occurred before.
pub fn phases(len: usize, seed: u64) -> Vec<u32> {
    let mut random = Random::new(seed);
    let (mut s, mut bodies): (Vec<u32>, Vec<Vec<u32>>) = (Vec::new(), Vec::new());
    while s.len() < len {
        let known = bodies.get(random.below(3 * bodies.len() as u64 + 1) as usize).cloned();
        let body = known.unwrap_or_else(|| match random.below(3) {
            0 => random_word(&mut random),
            1 => noisy(1 + random.below(20) as usize, seed ^ s.len() as u64),
            // The body before, with another letter.
            _ => {
                let mut body = bodies.last().cloned().unwrap_or_else(|| vec![0, 1, 2]);
                let at = random.below(body.len() as u64) as usize;
                body[at] = random.below(5) as u32;
                body
            }
        });
        let copies = 1 + random.below(900 / body.len() as u64 + 2);
        (0..copies).for_each(|_| s.extend_from_slice(&body));
        let cut = random.below(body.len() as u64 + 1) as usize;
        s.extend_from_slice(&body[..cut]);
        if random.below(3) == 0 {
            s.extend(random_word(&mut random));
        }
        bodies.push(body);
    }
    s
}

fn random_word(random: &mut Random) -> Vec<u32> {
    (0..=random.below(3)).map(|_| random.below(4) as u32).collect()
}

/// Blocks of zeros between ones, each twice as long as the one before: words that agree on
/// many letters to their left and yet are no runs.
pub fn doubling_gaps(len: usize) -> Vec<u32> {
    let gaps = (0..).flat_map(|k| [1, 0, 0, 1].into_iter().chain(vec![0; 1 << (k % 12)]));
    gaps.take(len).collect()
}

/// A word of that many random letters, over and over.
pub fn periodic(period: usize, len: usize) -> Vec<u32> {
    random(period, 50, 7).into_iter().cycle().take(len).collect()
}

/// One string of every kind, of about that length.
pub fn structured(len: usize) -> Vec<Vec<u32>> {
    let squares = (1..).flat_map(|k| random(k, 30, k as u64).repeat(2)).take(len).collect();
    vec![
        vec![],
        vec![5],
        vec![3; len],
        thue_morse(len),
        fibonacci(len),
        square_free(len),
        de_bruijn(len.max(2).ilog2() as usize),
        doubling_gaps(len),
        periodic(len / 30 + 1, len),
        periodic(len / 3 + 1, len),
        lu_like(1 + len / 4000).into_iter().take(len).collect(),
        with_noise(&lu_like(1 + len / 2000), 3).into_iter().take(len).collect(),
        random(len, 4, 11),
        noisy(len, 5),
        (0..len as u32).map(|i| i / 2).collect(),
        (0..len as u32).map(|i| u32::from((i + 1).is_power_of_two())).collect(),
        squares,
    ]
}
