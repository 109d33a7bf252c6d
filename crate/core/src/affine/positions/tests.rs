use super::super::{text, AffineBuilder, Field};
use super::*;
use crate::recognize::Function;
use loopscope_testing::Random;

/// A random function of the indices around.
fn bound(random: &mut Random, level: u32) -> Function {
    let mut pairs = vec![(0, i128::from(random.below(4)))];
    for index in 0..level {
        if random.below(3) == 0 {
            pairs.push((1 << index, i128::from(random.below(4)) - 1));
        }
    }
    if level > 1 && random.below(6) == 0 {
        pairs.push((0b11, 1));
    }
    Function::from_pairs(pairs)
}

fn body(random: &mut Random, builder: &mut AffineBuilder, level: u32) -> Result<Vec<u32>, super::super::Refusal> {
    let mut items = Vec::new();
    for _ in 0..=random.below(3) {
        items.push(if level < 3 && random.below(2) == 0 {
            let inside = body(random, builder, level + 1)?;
            builder.repeat(level, bound(random, level), inside)?
        } else {
            builder.value(level, "", vec![Function::constant(i128::from(random.below(2)))])?
        });
    }
    Ok(items)
}

fn random_nest(random: &mut Random) -> Option<Affine> {
    let field = Field { name: "".into(), notation: Default::default() };
    let mut builder = AffineBuilder::new(vec![field]);
    let root = body(random, &mut builder, 0).ok()?;
    builder.finish(root).ok()
}

/// Runs a nest out: the place, indices and position of each node, by counting.
fn run_out(
    nest: &Affine,
    items: &[u32],
    (place, indices): (&mut Vec<usize>, &mut Vec<u64>),
    now: &mut i128,
    take: &mut impl FnMut(&[usize], &[u64], i128),
) {
    for (at, &item) in items.iter().enumerate() {
        place.push(at);
        take(place, indices, *now);
        match nest.node(item) {
            Some(Node::Loop { bound, body }) => {
                let last = bound.evaluate(indices).unwrap();
                for index in 0..=u64::try_from(last).unwrap() {
                    indices.push(index);
                    run_out(nest, body, (place, indices), now, take);
                    indices.pop();
                }
            }
            _ => *now += 1,
        }
        place.pop();
    }
}

#[test]
fn positions_are_those_of_counting() {
    let (mut nests, mut refused, mut places, mut degrees) = (0, 0, 0u64, [0u32; 8]);
    let mut largest_over = 1;
    let mut seed = 0;
    while nests < 2_000 {
        seed += 1;
        let Some(nest) = random_nest(&mut Random::new(seed)) else {
            refused += 1;
            continue;
        };
        if nest.len() > 20_000 {
            continue;
        }
        nests += 1;
        let mut known: Vec<(Vec<usize>, Polynomial)> = Vec::new();
        let start = (&mut Vec::new(), &mut Vec::new());
        run_out(&nest, nest.root(), start, &mut 0, &mut |place, indices, now| {
            let at = known.iter().position(|(other, _)| other == place);
            let at = at.unwrap_or_else(|| {
                let polynomial = nest.position(place).unwrap();
                let degree = polynomial.terms().map(|(it, _)| it.iter().sum::<u32>()).max();
                degrees[degree.unwrap_or(0) as usize] += 1;
                largest_over = largest_over.max(polynomial.over());
                known.push((place.to_vec(), polynomial));
                known.len() - 1
            });
            let polynomial = &known[at].1;
            assert_eq!(polynomial.at(indices), Some(now), "{seed} {place:?} {indices:?}");
            places += 1;
        });
    }
    assert!(refused > 100 && places > 100_000, "{refused} {places}");
    assert!(degrees[3] > 0 && largest_over >= 6, "{degrees:?} {largest_over}");
}

#[test]
fn the_example_with_two_powers() {
    let nest = text::parse(
            "for i0 = 0 to 4\n  for i1 = 0 to 5 + 3*i0\n    val 1\n    for i2 = 0 to i1\n      val 2\n    done\n  done\n  val 3\ndone\n",
        )
        .unwrap();
    let said = nest.position(&[0, 0, 0]).unwrap();
    assert_eq!(said.to_string(), "(3*i0^3 + 18*i0^2 + 35*i0 + i1^2 + 3*i1)/2");
    assert!(said.fits(&[4, 17]));
    assert!(!said.fits(&[1 << 21, 17]));
    assert_eq!(nest.position(&[1]), Err(NoPolynomial::NoPlace));
    assert_eq!(nest.position(&[0, 0, 0, 0]), Err(NoPolynomial::NoPlace));
    assert_eq!(Polynomial::default().to_string(), "0");
    assert_eq!(Polynomial::constant(-3).to_string(), "-3");
}

#[test]
fn a_negative_bound_is_refused() {
    let refused = text::parse("for i0 = 0 to 4\n  for i1 = 0 to 3 - i0\n    val 1\n  done\ndone\n");
    assert!(refused.unwrap_err().to_string().contains("a bound of 0 or more"));
}

#[test]
fn values_beyond_128_bits_are_no_values() {
    let large = Polynomial::index(0).unwrap();
    let mut powers = large.clone();
    for _ in 0..3 {
        powers = powers.times(&large).unwrap();
    }
    assert_eq!(powers.at(&[1 << 31]), Some(1 << 124));
    assert_eq!(powers.at(&[u64::MAX]), None);
    let most = Polynomial::constant(i128::MAX);
    assert_eq!(most.plus(&Polynomial::constant(1)), None);
    assert_eq!(most.times(&Polynomial::constant(2)), None);
    assert!(!powers.fits(&[1 << 16]) && powers.fits(&[1 << 15]));
}
