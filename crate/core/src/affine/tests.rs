//! Random programs of loops, run and counted, printed and parsed, recognized and drawn.

use super::text::{parse, print};
use super::*;
use crate::trace::{Number, ProcessId, Trace, TraceBuilder};
use loopscope_testing::Random;

type Tuple = (String, Vec<i128>);

fn f(pairs: &[(u64, i128)]) -> Function {
    Function::from_pairs(pairs.iter().copied())
}

fn tuples(nest: &Affine) -> Vec<Tuple> {
    let mut all = Vec::new();
    let mut tuples = nest.tuples();
    while let Some((label, numbers)) = tuples.next_ref() {
        all.push((label.to_owned(), numbers.to_vec()));
    }
    all
}

/// A trace with these tuples, an address and a size each.
fn trace(tuples: &[Tuple]) -> Trace {
    let mut builder = TraceBuilder::new(1 << 30);
    builder.begin_source("a");
    let slot = builder.process(ProcessId(0)).unwrap();
    let fields = [("address", Notation::Hexadecimal), ("size", Notation::Decimal)];
    builder.begin_values(slot, &fields).unwrap();
    for (label, numbers) in tuples {
        let label = (!label.is_empty()).then(|| builder.name(label).unwrap());
        let number = |&n: &i128| Number::new(u64::try_from(n.unsigned_abs()).unwrap(), n < 0).unwrap();
        let numbers: Vec<Number> = numbers.iter().map(number).collect();
        builder.push_tuple(slot, label, &numbers).unwrap();
    }
    builder.finish()
}

fn recognized(tuples: &[Tuple], k: usize) -> Affine {
    let trace = trace(tuples);
    let values = trace.processes()[0].values().unwrap();
    Affine::recognize(values, trace.table(), k, 1 << 20).unwrap()
}

/// A random body inside of `level` loops: values, and loops whose bounds use the indices around them.
fn body(random: &mut Random, builder: &mut AffineBuilder, level: u32) -> Vec<u32> {
    let mut items = Vec::new();
    for _ in 0..=random.below(3) {
        if level < 3 && random.below(3) > 0 {
            let inside = body(random, builder, level + 1);
            let mut bound = vec![(0, 2 + i128::from(random.below(3)))];
            if level > 0 && random.below(2) == 0 {
                bound.push((1 << random.below(u64::from(level)), 1));
            }
            items.push(builder.repeat(level, f(&bound), inside).unwrap());
        } else {
            let mut address = vec![(0, 4096 * i128::from(random.below(50)))];
            for index in 0..level {
                address.push((1 << index, 8 * i128::from(random.below(9)) - 16 * (level as i128 % 2)));
            }
            if level > 1 && random.below(4) == 0 {
                address.push((3, 64));
            }
            address[0].1 += 10_000;
            let label = ["read", "write", "", "odd: #one"][random.below(4) as usize];
            items.push(builder.value(level, label, vec![f(&address), f(&[(0, 8)])]).unwrap());
        }
    }
    items
}

fn fields() -> Vec<Field> {
    vec![
        Field { name: "address".into(), notation: Notation::Hexadecimal },
        Field { name: "size".into(), notation: Notation::Decimal },
    ]
}

fn program(seed: u64) -> Affine {
    let mut random = Random::new(seed);
    let mut builder = AffineBuilder::new(fields());
    let root = body(&mut random, &mut builder, 0);
    builder.finish(root).unwrap()
}

/// How often each loop is entered and goes round, the tuples in it and the first of them, by walking.
fn walk(nest: &Affine) -> Vec<(u64, u64, u64, u64)> {
    fn inside(nest: &Affine, items: &[u32], indices: &mut Vec<u64>, at: &mut u64, seen: &mut [(u64, u64, u64, u64)]) {
        for &item in items {
            let Some(Node::Loop { bound, body }) = nest.node(item) else {
                *at += 1;
                continue;
            };
            let start = *at;
            let last = bound.evaluate(indices).unwrap() as u64;
            for index in 0..=last {
                indices.push(index);
                inside(nest, body, indices, at, seen);
                indices.pop();
            }
            let place = &mut seen[item as usize];
            let first = if place.0 == 0 { start } else { place.3.min(start) };
            *place = (place.0 + 1, place.1 + last + 1, place.2 + *at - start, first);
        }
    }
    let mut seen = vec![(0, 0, 0, 0); nest.nodes().len()];
    inside(nest, nest.root(), &mut Vec::new(), &mut 0, &mut seen);
    seen
}

fn check(nest: &Affine) {
    let all = tuples(nest);
    let text = print(nest);
    assert_eq!(nest.len(), all.len() as u64, "{text}");
    // Any position without running.
    for (position, (label, numbers)) in all.iter().enumerate() {
        let place = nest.at(position as u64).unwrap();
        let Some(Node::Value { label: own, .. }) = nest.node(place.value) else { panic!() };
        assert_eq!((nest.label(*own), &place.numbers), (label.as_str(), numbers), "{text}");
        let reach = nest.reach(&place.way, place.value, 0).unwrap();
        let address = numbers[0];
        assert!(!reach.exact || (reach.least <= address && address <= reach.most), "{text}");
    }
    assert_eq!(nest.at(nest.len()), None);
    // The text, once more.
    let again = parse(&text).unwrap();
    assert_eq!(print(&again), text);
    assert_eq!(tuples(&again), all);
    // Names and how often loops run.
    let walked = walk(nest);
    for named in nest.loops() {
        let counted = (named.entered, named.iterations, named.events, named.first);
        assert_eq!(counted, walked[named.node as usize], "L{} of\n{text}", named.id);
    }
    assert!(nest.loops().windows(2).all(|pair| pair[0].events >= pair[1].events));
    check_drawing(nest, &all);
}

fn check_drawing(nest: &Affine, all: &[Tuple]) {
    let drawing = nest.drawing();
    let text = print(nest);
    assert_eq!((drawing.nest.len(), drawing.blocks()), (nest.len(), 0), "{text}");
    let values: Vec<(u32, &[u32])> = drawing.values().collect();
    for (position, symbol) in drawing.nest.symbols().enumerate() {
        let place = nest.at(position as u64).unwrap();
        assert_eq!(values[symbol.0 as usize], (place.value, place.way.as_slice()), "{text}");
    }
    assert_eq!(drawing.nest.symbols().count(), all.len());
    // A loop has one name wherever it stands and however often it runs.
    for named in drawing.names.loops() {
        let own = &nest.loops()[named.id as usize - 1];
        assert_eq!((named.events, named.first), (own.events, own.first), "{text}");
        let path = drawing.names.path(named.id);
        let (node, _) = drawing.nest.loop_at(&path).unwrap();
        assert_eq!(drawing.names.id(node), named.id);
    }
    assert_eq!(drawing.names.loops().len(), nest.loops().len());
    let stats = nest.stats(&drawing);
    assert_eq!((stats.length, stats.loops), (nest.len(), nest.loops().len() as u64));
}

#[test]
fn random_programs() {
    for seed in 0..150 {
        check(&program(seed));
    }
}

#[test]
fn random_programs_recognized() {
    for seed in 0..60 {
        let all = tuples(&program(seed));
        for k in [2, 20] {
            let nest = recognized(&all, k);
            assert_eq!(tuples(&nest), all, "seed {seed}");
            check(&nest);
        }
    }
}

#[test]
fn triangles_and_what_stands_between() {
    let mut builder = AffineBuilder::new(fields());
    let address = vec![f(&[(0, 0x2da50), (1, 8192), (2, 8)]), f(&[(0, 8)])];
    let inner = builder.value(2, "read", address).unwrap();
    let inner = builder.repeat(1, f(&[(0, 5), (1, 3)]), vec![inner]).unwrap();
    let after = builder.value(1, "", vec![f(&[(0, 16), (1, -4)]), f(&[(0, 4)])]).unwrap();
    let outer = builder.repeat(0, f(&[(0, 5)]), vec![inner, after]).unwrap();
    let nest = builder.finish(vec![outer]).unwrap();
    assert_eq!(
        print(&nest),
        "for i0 = 0 to 5              # 1\n  for i1 = 0 to 5 + 3*i0     # 2\n    \
         val read: 0x2da50 + 8192*i0 + 8*i1, 8\n  done\n  val 0x10 - 4*i0, 4\ndone\n"
    );
    check(&nest);
    assert!(!nest.is_plain(outer) && !nest.is_plain(inner));
    assert_eq!(nest.extent(&[outer], inner), Some(((6, 21), (1, 1))));
    assert_eq!(nest.extent(&[], outer), Some(((6, 6), (7, 22))));
    let value = nest.at(0).unwrap();
    let reach = nest.reach(&value.way, value.value, 0).unwrap();
    let most = 0x2da50 + 8192 * 5 + 8 * 20;
    assert_eq!(reach, Reach { least: 0x2da50, most, exact: true });
    let strides = nest.strides(&value.way, value.value, 0);
    let steps: Vec<String> = strides.iter().map(|stride| stride.step.to_string()).collect();
    assert_eq!(steps, ["8192", "8"]);
    let drawing = nest.drawing();
    let (root, main) = (drawing.nest.root()[0], nest.stats(&drawing).main_loop.unwrap());
    assert_eq!((drawing.iterations(root), main.count, main.share), (Some(6), 6, 1.0));
}

#[test]
fn as_many_tuples_as_nobody_could_run() {
    let text = "for i0 = 0 to 99999999\n for i1 = 0 to 9 + 3*i0\n val 5 + 10*i0 + i1\n done\n done";
    let nest = parse(text).unwrap();
    let n = 100_000_000u64;
    assert_eq!(nest.len(), 10 * n + 3 * (n * (n - 1) / 2));
    let last = nest.at(nest.len() - 1).unwrap();
    let most = 9 + 3 * (n - 1);
    assert_eq!(last.indices, [n - 1, most]);
    assert_eq!(last.numbers, [5 + 10 * i128::from(n - 1) + i128::from(most)]);
    // Too many different iterations to draw: a block, of the same length, with the loop's name.
    let drawing = nest.drawing();
    assert_eq!((drawing.blocks(), drawing.nest.len()), (1, nest.len()));
    assert_eq!(drawing.names.id(drawing.nest.root()[0]), 1);
    assert_eq!(drawing.iterations(drawing.nest.root()[0]), Some(n));
}

#[test]
fn what_is_no_nest_is_refused() {
    for (text, line, expected) in [
        ("for i0 = 0 to 3\nval 1", 3, "\"done\" for 1 open loops"),
        ("for i0 = 0 to 3\ndone", 2, "at least one item in a loop"),
        ("val 1\ndone", 2, "a value or a loop: none is open"),
        ("for i1 = 0 to 3\nval 1\ndone", 1, "\"for i0 = 0 to BOUND\", \"val FIELD, ..\" or \"done\""),
        ("for i0 = 0 to 3\nval 1 + i1\ndone", 2, "indices of loops around it only"),
        ("for i0 = 0 to -1\nval 1\ndone", 3, "a bound of 0 or more"),
        ("val 1\nval 1, 2", 2, "as many numbers in every tuple"),
        ("val 1 + i0*i0", 1, "numbers or functions of indices, with commas between"),
        ("val one", 1, "numbers or functions of indices, with commas between"),
        ("val", 1, "numbers or functions of indices, with commas between"),
        ("val \"a: 1", 1, "a JSON string and a colon"),
        ("word", 1, "\"for i0 = 0 to BOUND\", \"val FIELD, ..\" or \"done\""),
        ("for i0 = 0 to 5\nfor i1 = 0 to 3 - i0\nval 1\ndone\ndone", 6, "a bound of 0 or more, wherever the loop runs"),
        ("for i0 = 0 to 9223372036854775807\nval 1\ndone", 4, "a trace of fewer than 2^63 tuples"),
    ] {
        let error = parse(text).unwrap_err();
        assert_eq!((error.line, error.expected.as_str()), (line, expected), "{text}");
    }
    assert!(parse("").unwrap().is_empty());
}

#[test]
fn other_layouts_are_read() {
    let nest = parse(" for  i0 = 0  to 1+i0*0 # x").unwrap_err();
    assert_eq!(nest.line, 1);
    let nest = parse("\n for  i0 = 0  to 2 # 7\n\n val \"a: b\" : -3 - 2*i0 , 0x10+i0\ndone # x\n").unwrap();
    assert_eq!(print(&nest), "for i0 = 0 to 2              # 1\n  val \"a: b\": -3 - 2*i0, 0x10 + i0\ndone\n");
    assert_eq!(nest.len(), 3);
}
