//! Greedy and optimal: the string, and below it what each of the two has made of it so far, in the columns of its letters.

use loopscope_core::lab::frame::{
    Frame, FrameData, GreedyStep, LoopSymbol, NestStep, OptimalStep, Word,
};
use loopscope_core::repeats::PmTriple;

use super::stage::{LabArc, LabBand, LabContent, LabLine, LabLook, LabSpan, LabStage};

/// More repeats that were lost are not drawn.
const MOST_LOST: usize = 4;

/// The stage at a step of both procedures: `at` are the indices in the frames of greedy and of optimal; `now` says whether the step
/// at hand is one of greedy, of optimal, or of both. O(letters * depth + repeats).
pub fn nest_stage(
    letters: &[String],
    (greedy, optimal): (&[Frame], &[Frame]),
    at: (usize, usize),
    now: (bool, bool),
) -> LabStage {
    let text = letters.iter().map(|letter| (letter.clone(), LabLook::Plain)).collect();
    let mut bands = vec![LabBand::new("the string", "", LabContent::Letters(text))];
    bands.extend(optimal_bands(letters, optimal, at.1, now.1));
    bands.extend(greedy_bands(letters, greedy, at.0, now.0));
    bands.extend(texts(greedy, optimal, at));
    LabStage { columns: letters.len(), bands }
}

/// The step of a frame.
fn step(frames: &[Frame], at: usize) -> Option<&NestStep> {
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
    fn boxes(&self, name: &str, start: usize, row: usize, spans: &mut Vec<LabSpan>) {
        let Some(symbol) = self.symbol(name) else { return };
        let all = self.letters_of(name);
        spans.push(LabSpan {
            from: start,
            to: start + all,
            text: format!("{name} ×{}", symbol.count),
            short: format!("×{}", symbol.count),
            look: LabLook::Deep(row as u8 + 1),
            small: false,
            row,
            says: format!("{name}: {} times from {}, {all} letters", symbol.count, start + 1),
        });
        let mut inner = start;
        for _ in 0..symbol.count {
            for part in &symbol.body {
                self.boxes(part, inner, row + 1, spans);
                inner += self.letters_of(part);
            }
        }
    }
}

fn greedy_bands(letters: &[String], frames: &[Frame], at: usize, is_now: bool) -> Vec<LabBand> {
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
    let mut spans: Vec<LabSpan> = Vec::new();
    for (name, start) in symbols.string.iter().zip(&starts) {
        let in_taken = taken.iter().any(|triple| {
            let (from, to) = across(triple);
            (from..to).contains(start)
        });
        if symbols.symbol(name).is_some() {
            symbols.boxes(name, *start, 0, &mut spans);
        } else {
            spans.push(plain_symbol(name, *start));
        }
        if in_taken && current.is_some() {
            if let Some(span) =
                spans.iter_mut().rev().find(|span| span.from == *start && span.row == 0)
            {
                span.look = LabLook::Made;
            }
        }
    }
    let rows = spans.iter().map(|span| span.row + 1).max().unwrap_or(1);
    let mut lost = Vec::new();
    match current {
        Some(GreedyStep::Take { triple, symbol, .. }) => {
            let (from, to) = across(triple);
            let text = format!("{symbol} ×{}", triple.count);
            lost.push(over((from, to), text, LabLook::Now, rows));
        }
        Some(GreedyStep::Skip { triple, overlaps }) => {
            let (from, to) = across(overlaps);
            lost.push(over((from, to), "taken before".to_owned(), LabLook::Made, rows));
            let (from, to) = across(triple);
            lost.push(over((from, to), "passed over".to_owned(), LabLook::Passed, rows + 1));
        }
        _ => {}
    }
    spans.extend(lost);
    let noun = if symbols.string.len() == 1 { "symbol" } else { "symbols" };
    let note = format!("{} {noun}, level {level}", symbols.string.len());
    let mut bands = Vec::new();
    if let Some(GreedyStep::Found { triples, .. }) = current {
        let arcs = triples.iter().map(|triple| {
            let (from, to) = across(triple);
            arc(from, to, triple.count as usize, LabLook::Now)
        });
        bands.push(LabBand::new(
            "found",
            format!("level {level}"),
            LabContent::Arcs(arcs.collect()),
        ));
    }
    bands.push(LabBand::new("greedy", note, LabContent::Spans(spans)));
    bands.extend(next_symbols(frames, at, current.is_some()));
    bands
}

/// The row that the next reduction makes.
fn next_symbols(frames: &[Frame], at: usize, is_now: bool) -> Option<LabBand> {
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

fn optimal_bands(letters: &[String], frames: &[Frame], at: usize, is_now: bool) -> Vec<LabBand> {
    let mut taken: Vec<Taken> = Vec::new();
    for place in 0..=at {
        if let Some(NestStep::Optimal(OptimalStep::Take { triple, depth, .. })) =
            step(frames, place)
        {
            taken.push(Taken { triple: *triple, depth: *depth });
        }
    }
    let current = match step(frames, at) {
        Some(NestStep::Optimal(step)) if is_now => Some(step),
        _ => None,
    };
    let mut spans: Vec<LabSpan> = Vec::new();
    for (order, one) in taken.iter().enumerate() {
        let is_last = order + 1 == taken.len();
        let now = is_last && matches!(current, Some(OptimalStep::Take { .. }));
        let look = if now { LabLook::Now } else { LabLook::Deep(one.depth as u8 + 1) };
        for shift in shifts(&taken, one) {
            let from = one.triple.start as usize + shift;
            let to = from + one.triple.span() as usize;
            let count = one.triple.count;
            spans.push(LabSpan {
                from,
                to,
                text: format!("×{count}"),
                short: String::new(),
                look,
                small: false,
                row: one.depth as usize,
                says: format!("{count} times from {}, to {to}", from + 1),
            });
        }
    }
    let rows = spans.iter().map(|span| span.row + 1).max().unwrap_or(0);
    let mut bands = Vec::new();
    match current {
        Some(OptimalStep::Found { triples, .. }) => {
            let arcs = triples.iter().enumerate().map(|(order, triple)| {
                let (from, to) = (triple.start as usize, (triple.start + triple.span()) as usize);
                let look = if order == 0 { LabLook::Now } else { LabLook::Plain };
                arc(from, to, triple.count as usize, look)
            });
            let content = LabContent::Arcs(arcs.collect());
            bands.push(LabBand::new("all runs", format!("{} repeats", triples.len()), content));
        }
        Some(OptimalStep::Take { overlapped, .. }) => {
            for (row, triple) in overlapped.iter().take(MOST_LOST).enumerate() {
                let ends = (triple.start as usize, (triple.start + triple.span()) as usize);
                let text = format!("lost, ×{}", triple.count);
                spans.push(over(ends, text, LabLook::Passed, rows + row));
            }
        }
        Some(OptimalStep::None { stretch: [from, to] }) => {
            let ends = (*from as usize, *to as usize);
            spans.push(over(ends, "no repeat".to_owned(), LabLook::Now, rows));
        }
        _ => {}
    }
    if spans.is_empty() {
        let plain = letters.iter().enumerate().map(|(start, name)| plain_symbol(name, start));
        spans.extend(plain);
    }
    let note = match taken.len() {
        0 => "nothing taken".to_owned(),
        1 => "1 repeat taken".to_owned(),
        many => format!("{many} repeats taken"),
    };
    bands.push(LabBand::new("optimal", note, LabContent::Spans(spans)));
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
        let more = shifts.iter().flat_map(|&shift| {
            (0..triple.count).map(move |copy| shift + (copy * triple.period) as usize)
        });
        shifts = more.collect();
    }
    shifts
}

/// What both have written down so far.
fn texts(greedy: &[Frame], optimal: &[Frame], at: (usize, usize)) -> Option<LabBand> {
    let last = |frames: &[Frame], at: usize| {
        (0..=at).rev().find_map(|place| match step(frames, place)? {
            NestStep::Greedy {
                step: GreedyStep::Reduced { text, .. } | GreedyStep::Stop { text, .. },
                ..
            }
            | NestStep::Optimal(OptimalStep::Stop { text }) => Some(text.clone()),
            _ => None,
        })
    };
    let (greedy, optimal) = (last(greedy, at.0), last(optimal, at.1));
    let line = |name: &str, text: Option<String>| {
        text.map(|text| LabLine { cells: vec![name.to_owned(), text], look: LabLook::Plain })
    };
    let lines: Vec<LabLine> =
        [line("greedy", greedy), line("optimal", optimal)].into_iter().flatten().collect();
    if lines.is_empty() {
        return None;
    }
    Some(LabBand::new("nests", "as text", LabContent::Lines(lines)))
}
