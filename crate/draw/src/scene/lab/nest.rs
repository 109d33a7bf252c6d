//! Greedy and optimal: the string, and below it what each of the two has made of it so far, in the columns of its letters.

use loopscope_core::lab::frame::{Frame, FrameData, GreedyStep, LoopSymbol, NestStep, OptimalStep, Word};
use loopscope_core::repeats::PmTriple;

use super::stage::{LabArc, LabBand, LabBoxes, LabContent, LabLine, LabLook, LabSpan, LabStage};
use crate::scene::{measure, Font};

/// More repeats that were lost are not drawn.
const MOST_LOST: usize = 4;

/// The stage at a step of both procedures: `at` are the indices in the frames of greedy and of optimal; `now` says whether the step
/// at hand is one of greedy, of optimal, or of both. O(letters * depth + repeats).
pub fn nest_stage(
    letters: &[String],
    (greedy, optimal): (&[&Frame], &[&Frame]),
    at: (usize, usize),
    now: (bool, bool),
) -> LabStage {
    let text = letters.iter().map(|letter| (letter.clone(), LabLook::Plain)).collect();
    let mut bands = vec![LabBand::new("the string", "", LabContent::Letters(text))];
    bands.extend(optimal_bands(letters, optimal, at.1, now.1));
    bands.extend(greedy_bands(letters, greedy, at.0, now.0));
    bands.extend(texts(greedy, optimal, at));
    bands.extend(step(greedy, at.0).and_then(bound));
    LabStage { columns: letters.len(), bands }
}

/// The step of a frame.
fn step<'a>(frames: &[&'a Frame], at: usize) -> Option<&'a NestStep> {
    match &frames.get(at)?.data {
        FrameData::Nest(frame) => Some(&frame.step),
        _ => None,
    }
}

/// What greedy has: its symbols, and the loops they stand for.
struct Symbols<'a> {
    string: Vec<Word>,
    table: &'a [LoopSymbol],
}

impl Symbols<'_> {
    fn symbol(&self, name: &str) -> Option<&LoopSymbol> {
        self.table.iter().find(|symbol| &*symbol.symbol == name)
    }

    /// Letters that a symbol stands for.
    fn letters_of(&self, name: &str) -> usize {
        match self.symbol(name) {
            Some(symbol) => {
                let body: usize = symbol.body.iter().map(|inner| self.letters_of(inner)).sum();
                body * symbol.count as usize
            }
            None => 1,
        }
    }

    /// The letter at which each symbol begins, and the end.
    fn starts(&self) -> Vec<usize> {
        let mut starts = vec![0];
        let mut end = 0;
        for name in &self.string {
            end += self.letters_of(name);
            starts.push(end);
        }
        starts
    }

    /// The boxes of a symbol that begins at a letter.
    fn boxes(&self, name: &str, start: usize, row: usize, boxes: &mut LabBoxes) {
        let Some(symbol) = self.symbol(name) else { return };
        let all = self.letters_of(name);
        boxes.loops.push(LabSpan {
            from: start,
            to: start + all,
            text: format!("{name} ×{}", symbol.count),
            short: format!("×{}", symbol.count),
            look: LabLook::Deep(row as u8 + 1),
            small: false,
            row,
            says: format!("{name}, {} times from letter {}, {all} letters", symbol.count, start + 1),
        });
        boxes.copies.push(symbol.count as usize);
        let mut inner = start;
        for _ in 0..symbol.count {
            for part in &symbol.body {
                self.boxes(part, inner, row + 1, boxes);
                inner += self.letters_of(part);
            }
        }
    }
}

fn greedy_bands(letters: &[String], frames: &[&Frame], at: usize, is_now: bool) -> Vec<LabBand> {
    let first = letters.iter().map(|letter| Word::from(letter.as_str())).collect();
    let mut symbols = Symbols { string: first, table: &[] };
    let mut taken: Vec<PmTriple> = Vec::new();
    let mut level = 1;
    for place in 0..=at {
        let Some(NestStep::Greedy { level: now, step }) = step(frames, place) else { continue };
        level = *now;
        match step {
            GreedyStep::Reduced { string, table, .. } => {
                symbols = Symbols { string: string.clone(), table };
                taken.clear();
            }
            GreedyStep::Take { triple, .. } => taken.push(*triple),
            GreedyStep::Found { .. } => taken.clear(),
            _ => {}
        }
    }
    let starts = symbols.starts();
    let letter = |symbol: u32| starts.get(symbol as usize).copied().unwrap_or(0);
    let across = |triple: &PmTriple| (letter(triple.start), letter(triple.start + triple.span()));
    let current = match step(frames, at) {
        Some(NestStep::Greedy { step, .. }) if is_now => Some(step),
        _ => None,
    };
    let mut boxes = LabBoxes::default();
    for (place, (name, &start)) in symbols.string.iter().zip(&starts).enumerate() {
        let first = boxes.loops.len();
        symbols.boxes(name, start, 0, &mut boxes);
        let is_taken = taken.iter().any(|triple| {
            let (from, to) = across(triple);
            (from..to).contains(&start)
        });
        let outer = boxes.loops.get_mut(first);
        if let Some(span) = outer {
            span.says = format!("symbol {}: {}", place + 1, span.says);
            if is_taken && current.is_some() {
                span.look = LabLook::Made;
            }
        }
        let end = starts.get(place + 1).copied().unwrap_or(start + 1);
        for at in start..end {
            let letter = letters.get(at).cloned().unwrap_or_default();
            let says = format!("symbol {}: letter {letter} at {}", place + 1, at + 1);
            boxes.letters.push((letter, says));
        }
    }
    match current {
        Some(GreedyStep::Take { triple, symbol, .. }) => {
            let (from, to) = across(triple);
            let text = format!("{symbol} ×{}", triple.count);
            boxes.below.push(over((from, to), text, LabLook::Now, 0));
        }
        Some(GreedyStep::Skip { triple, overlaps }) => {
            let (from, to) = across(overlaps);
            boxes.below.push(over((from, to), "taken before".to_owned(), LabLook::Made, 0));
            let (from, to) = across(triple);
            boxes.below.push(over((from, to), "passed over".to_owned(), LabLook::Passed, 1));
        }
        _ => {}
    }
    let noun = if symbols.string.len() == 1 { "symbol" } else { "symbols" };
    let note = format!("{} {noun}, level {level}", symbols.string.len());
    let mut bands = Vec::new();
    if let Some(GreedyStep::Found { triples, .. }) = current {
        let arcs = triples.iter().map(|triple| {
            let (from, to) = across(triple);
            arc(from, to, triple.count as usize, LabLook::Now)
        });
        bands.push(LabBand::new("found", format!("level {level}"), LabContent::Arcs(arcs.collect())));
    }
    bands.push(LabBand::new("greedy", note, LabContent::Boxes(boxes)));
    bands.extend(next_symbols(frames, at, current.is_some()));
    bands
}

/// The row that the next reduction makes.
fn next_symbols(frames: &[&Frame], at: usize, is_now: bool) -> Option<LabBand> {
    let next = (at + 1..frames.len()).find_map(|place| match step(frames, place)? {
        NestStep::Greedy { step: GreedyStep::Reduced { string, table, .. }, .. } => {
            Some(Symbols { string: string.clone(), table })
        }
        _ => None,
    });
    let next = next.filter(|_| is_now)?;
    let starts = next.starts();
    let spans = next.string.iter().zip(&starts).map(|(name, &start)| LabSpan {
        to: start + next.letters_of(name),
        look: LabLook::Next,
        ..plain_symbol(name, start)
    });
    let note = format!("{} symbols", next.string.len());
    Some(LabBand::new("greedy, next", note, LabContent::Spans(spans.collect())).to_come())
}

fn plain_symbol(name: &str, start: usize) -> LabSpan {
    LabSpan {
        from: start,
        to: start + 1,
        text: name.to_owned(),
        short: String::new(),
        look: LabLook::Plain,
        small: false,
        row: 0,
        says: format!("{name} at {}", start + 1),
    }
}

fn over((from, to): (usize, usize), text: String, look: LabLook, row: usize) -> LabSpan {
    let says = format!("{text}: {} to {to}", from + 1);
    LabSpan { from, to, text, short: String::new(), look, small: false, row, says }
}

fn arc(from: usize, to: usize, count: usize, look: LabLook) -> LabArc {
    let period = (to - from) / count.max(1);
    let says = format!("from {}, length {period}, {count} times", from + 1);
    LabArc { start: from, period, count, look, says }
}

/// A loop that optimal took: its first copy stands in each copy of those around it.
struct Taken {
    triple: PmTriple,
    depth: u32,
}

fn optimal_bands(letters: &[String], frames: &[&Frame], at: usize, is_now: bool) -> Vec<LabBand> {
    let mut taken: Vec<Taken> = Vec::new();
    for place in 0..=at {
        if let Some(NestStep::Optimal(OptimalStep::Take { triple, depth, .. })) = step(frames, place) {
            taken.push(Taken { triple: *triple, depth: *depth });
        }
    }
    let current = match step(frames, at) {
        Some(NestStep::Optimal(step)) if is_now => Some(step),
        _ => None,
    };
    let mut boxes = LabBoxes::default();
    for (order, one) in taken.iter().enumerate() {
        let is_last = order + 1 == taken.len();
        let now = is_last && matches!(current, Some(OptimalStep::Take { .. }));
        let look = if now { LabLook::Now } else { LabLook::Deep(one.depth as u8 + 1) };
        for shift in shifts(&taken, one) {
            let from = one.triple.start as usize + shift;
            let to = from + one.triple.span() as usize;
            let count = one.triple.count;
            boxes.loops.push(LabSpan {
                from,
                to,
                text: format!("×{count}"),
                short: String::new(),
                look,
                small: false,
                row: one.depth as usize,
                says: format!("{count} times from {}, to {to}", from + 1),
            });
            boxes.copies.push(count as usize);
        }
    }
    for (place, letter) in letters.iter().enumerate() {
        boxes.letters.push((letter.clone(), format!("letter {letter} at {}", place + 1)));
    }
    let mut bands = Vec::new();
    match current {
        Some(OptimalStep::Found { triples, .. }) => {
            let arcs = triples.iter().enumerate().map(|(order, triple)| {
                let (from, to) = (triple.start as usize, (triple.start + triple.span()) as usize);
                let look = if order == 0 { LabLook::Now } else { LabLook::Plain };
                arc(from, to, triple.count as usize, look)
            });
            let content = LabContent::Arcs(arcs.collect());
            let note = match triples.len() {
                1 => "1 PM-triple".to_owned(),
                many => format!("{many} PM-triples"),
            };
            bands.push(LabBand::new("repeats", note, content));
        }
        Some(OptimalStep::Take { overlapped, .. }) => {
            for (row, triple) in overlapped.iter().take(MOST_LOST).enumerate() {
                let ends = (triple.start as usize, (triple.start + triple.span()) as usize);
                let text = format!("lost, ×{}", triple.count);
                boxes.below.push(over(ends, text, LabLook::Passed, row));
            }
        }
        Some(OptimalStep::None { stretch: [from, to] }) => {
            let ends = (*from as usize, *to as usize);
            boxes.below.push(over(ends, "no repeat".to_owned(), LabLook::Now, 0));
        }
        _ => {}
    }
    let note = match taken.len() {
        0 => "nothing taken".to_owned(),
        1 => "1 repeat taken".to_owned(),
        many => format!("{many} repeats taken"),
    };
    bands.push(LabBand::new("optimal", note, LabContent::Boxes(boxes)));
    bands
}

/// How far each copy of a loop is from its first one.
fn shifts(taken: &[Taken], one: &Taken) -> Vec<usize> {
    let mut shifts = vec![0];
    for around in taken.iter().filter(|around| around.depth < one.depth) {
        let triple = around.triple;
        let copy = triple.start..triple.start + triple.period;
        if !copy.contains(&one.triple.start) {
            continue;
        }
        let more =
            shifts.iter().flat_map(|&shift| (0..triple.count).map(move |copy| shift + (copy * triple.period) as usize));
        shifts = more.collect();
    }
    shifts
}

/// What the theorem of the appendix says of the largest repeat, when greedy has ended; marked where it fails.
fn bound(now: &NestStep) -> Option<LabBand> {
    let NestStep::Greedy { step: GreedyStep::Stop { bound, .. }, .. } = now else { return None };
    let bound = bound.as_ref()?;
    let lost = bound.count - bound.left.min(bound.count);
    let cells = vec![
        format!("{} ×{}", measure::fit(Font::Mono, &bound.body, 120.0), bound.count),
        format!("greedy has {} - {lost} = {}", bound.count, bound.left),
        "at most 2 are lost".to_owned(),
        if bound.holds() { "holds" } else { "FAILS" }.to_owned(),
    ];
    let look = if bound.holds() { LabLook::Plain } else { LabLook::Now };
    let content = LabContent::Lines(vec![LabLine { cells, look }]);
    Some(LabBand::new("theorem A.4", "the largest repeat", content))
}

/// What both have written down so far.
fn texts(greedy: &[&Frame], optimal: &[&Frame], at: (usize, usize)) -> Option<LabBand> {
    let last = |frames: &[&Frame], at: usize| {
        (0..=at).rev().find_map(|place| match step(frames, place)? {
            NestStep::Greedy { step: GreedyStep::Reduced { text, .. } | GreedyStep::Stop { text, .. }, .. }
            | NestStep::Optimal(OptimalStep::Stop { text }) => Some(text.clone()),
            _ => None,
        })
    };
    let (greedy, optimal) = (last(greedy, at.0), last(optimal, at.1));
    let line = |name: &str, text: Option<String>| {
        text.map(|text| LabLine { cells: vec![name.to_owned(), text], look: LabLook::Plain })
    };
    let lines: Vec<LabLine> = [line("greedy", greedy), line("optimal", optimal)].into_iter().flatten().collect();
    if lines.is_empty() {
        return None;
    }
    Some(LabBand::new("nests", "as text", LabContent::Lines(lines)))
}
