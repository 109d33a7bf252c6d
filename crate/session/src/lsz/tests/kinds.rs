//! Every format through its own reader and back, and traces that do not fit one block.

use super::*;

/// Numbers without a pattern, the same every time.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state ^ *state >> 29
}

/// Text that its own readers understand comes back byte by byte; how many bytes it took.
fn back(name: &str, format: &str, lines: &str) -> usize {
    let packed = compress(vec![file(name, lines.as_bytes())], 1 << 16).unwrap();
    let read = Compressed::open(name, Rc::new(packed.clone())).unwrap();
    assert_eq!(read.format(), format, "{name}");
    assert!(text(&packed) == lines, "{name}");
    let (expected, _) = open(vec![file(name, lines.as_bytes())]).unwrap();
    assert_alike(&open(vec![file("c.lsz", &packed)]).unwrap().0, &expected, name);
    packed.len()
}

/// A row-by-column product: what is read and written, `line` makes the lines.
fn product(size: u64, line: impl Fn(&str, u64) -> String) -> String {
    let (a, b, c) = (0x1f_ff00_0000, 0x1f_ff10_0000, 0x1f_ff20_0000);
    let mut lines = String::new();
    for i in 0..size {
        for j in 0..size {
            for k in 0..size {
                lines += &line("read", a + 8 * (size * i + k));
                lines += &line("read", b + 8 * (size * k + j));
            }
            lines += &line("write", c + 8 * (size * i + j));
        }
    }
    lines
}

#[test]
fn every_format_comes_back_byte_by_byte() {
    let digit = |kind: &str| if kind == "read" { 0 } else { 1 };
    let letter = |kind: &str| if kind == "read" { 'L' } else { 'S' };
    let din = product(20, |kind, address| format!("{} {address:x}\n", digit(kind)));
    let sized = product(20, |kind, address| format!("{} {address:x} 8\n", digit(kind)));
    let lackey = product(20, |kind, address| format!(" {} {address:08x},8\n", letter(kind)));
    let numbers = product(20, |_, address| format!("{address:#x}\n"));
    let table = product(20, |kind, address| format!("{kind},{address:#x},8\n"));
    let pc = |kind: &str| 0x40_1100 + u64::from(kind == "write");
    let split = product(20, |kind, address| format!("{:#x},{address}\n", pc(kind)));
    for (name, format, lines) in [
        ("rank-0.din", "din", &din),
        ("rank-1.din", "din", &sized),
        ("rank-2.lackey", "lackey", &lackey),
        ("rank-3.numbers", "numbers", &numbers),
        ("rank-4.csv", "csv", &format!("label,address,size\n{table}")),
        ("rank-5.csv", "csv", &table),
        ("rank-6.csv", "csv", &format!("pc,address\n{split}")),
        ("rank-7.sym", "symbols", &"a\nb\nb\n".repeat(5400)),
        ("rank-8.trace", "native", &"8 send 1 2\n8 sync B 0-8\n1 recv 8 3\n".repeat(5400)),
    ] {
        let size = back(name, format, lines);
        assert!(size < 450, "{name}: {size}");
    }
    let mixed = "-9223372036854775808 0x0\n-1 0xffffffffffffffff\n7 0x8000000000000000\n";
    back("n.numbers", "numbers", mixed);
    back("m.csv", "csv", "label,x,y\n\"a,b\",1,-2\nplain,3,-9223372036854775808\n,5,6\n");
}

#[test]
fn several_processes_of_numbers() {
    let files = || {
        let lines = |rank: u64| product(6, |_, at| format!("0 {:x} 8\n", at + rank * 0x10_0000));
        let names = (0..9).map(|rank| (format!("run/rank-{rank}.din"), lines(rank)));
        let mut files: Vec<SourceFile> = names.map(|(name, lines)| file(&name, lines.as_bytes())).collect();
        files.reverse();
        files
    };
    let packed = compress(files(), 1000).unwrap();
    let (expected, format) = open(files()).unwrap();
    let (found, again) = open(vec![file("c", &packed)]).unwrap();
    assert_eq!((format, found.processes().len()), (again, 9));
    assert_alike(&found, &expected, "nine");
    assert!(packed.len() < 1000, "{}", packed.len());
}

#[test]
fn more_than_one_block() {
    let (mut state, mut lines) = (7, String::new());
    for at in 0..420_000u64 {
        // Three instructions in turn; one has no pattern.
        let address = match at % 3 {
            0 => 0x1000 + 8 * at,
            1 => random(&mut state),
            _ => 0x9_0000 + 16 * (at % 51),
        };
        lines += &format!("{:#x},{address:#x}\n", 0x40_0000 + at % 3);
    }
    let lines = format!("pc,address\n{lines}");
    let packed = compress(vec![file("t.csv", lines.as_bytes())], 1 << 16).unwrap();
    let read = Compressed::open("t", Rc::new(packed.clone())).unwrap();
    assert!(read.blocks() > 1, "{}", read.blocks());
    // 140,000 numbers of 64 bits, and hardly anything else.
    assert!((1_120_000..1_900_000).contains(&packed.len()), "{}", packed.len());
    assert!(text(&packed) == lines);
    for at in (0..packed.len()).step_by(packed.len() / 20) {
        let mut bad = packed.clone();
        bad[at] ^= 0x10;
        assert_eq!(open(vec![file("t", &bad)]).unwrap_err().len(), 1, "{at}");
        assert_eq!(open(vec![file("t", &packed[..at])]).unwrap_err().len(), 1, "{at}");
    }
}

#[test]
fn a_million_events_of_deep_loops() {
    // Loops of loops with a changing remainder, 8 levels, over a million lines.
    let mut lines = "0 send 1 2\n".to_owned();
    for level in 0..8 {
        lines = format!("{}{level} recv 0 {level}\n", lines.repeat(5 + level % 2));
    }
    assert!(lines.lines().count() > 1_000_000);
    let packed = compress(vec![file("rank-0.trace", lines.as_bytes())], 1 << 20).unwrap();
    assert!(packed.len() < 300, "{}", packed.len());
    assert!(text(&packed) == lines);
}

#[test]
fn a_million_tuples_of_moving_loops() {
    let mut lines = String::new();
    for i in 0..1450u64 {
        for j in 0..=i {
            lines += &format!("{} {}\n", 1_000_000 + 4096 * i + 8 * j, i * j);
        }
    }
    assert!(lines.lines().count() > 1_000_000);
    let size = back("triangle.numbers", "numbers", &lines);
    assert!(size < 250, "{size}");
}
