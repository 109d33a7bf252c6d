//! Repeats: the classes of each level in rows below the string, and the repetitions as arcs.

use loopscope_core::lab::frame::{Frame, FrameData, RepeatsFrame, RepeatsStep, ShownClass};
use loopscope_core::repeats::{PmTriple, Run};
use loopscope_core::small_sort::SmallSort;

use super::stage::{LabArc, LabBand, LabContent, LabDots, LabLook, LabSpan, LabStage};

/// A level, and what happened to it so far.
#[derive(Clone, Copy)]
struct Row<'a> {
    level: u32,
    classes: &'a [ShownClass],
}

/// What happened since the last level was complete.
#[derive(Default)]
struct Since {
    dropped: Option<u32>,
    moved: Vec<u32>,
    triples: Vec<(PmTriple, u32)>,
}

/// Longer strings have rows of dots in place of boxes.
const MOST_CELLS: usize = 40;

/// The stage at a step of the refinement. O(levels * letters).
pub fn repeats_stage(letters: &[String], frames: &[&Frame], at: usize) -> LabStage {
    let mut rows: Vec<Row<'_>> = Vec::new();
    let mut since = Since::default();
    let mut found: Vec<PmTriple> = Vec::new();
    let steps = frames.iter().map(|frame| match &frame.data {
        FrameData::Repeats(frame) => Some(frame),
        _ => None,
    });
    let steps: Vec<Option<&RepeatsFrame>> = steps.collect();
    for step in steps.iter().take(at + 1).flatten() {
        match &step.step {
            RepeatsStep::Start { classes, .. } | RepeatsStep::Level { classes } => {
                since = Since::default();
                rows.push(Row { level: step.level, classes });
            }
            RepeatsStep::Drop { at, .. } => since.dropped = Some(*at),
            RepeatsStep::Move { at, .. } => since.moved.push(*at),
            RepeatsStep::Triple { triple, class } => {
                since.triples.push((*triple, *class));
                found.push(*triple);
            }
            RepeatsStep::By { .. } | RepeatsStep::Children { .. } | RepeatsStep::End { .. } => {}
        }
    }
    let now = steps.get(at).copied().flatten();
    let mut bands = vec![LabBand::new(
        "the string",
        if letters.len() > MOST_CELLS { "" } else { "double edge: small" },
        LabContent::Letters(marked(letters, now)),
    )];
    let levels = rows.iter().enumerate().map(|(place, row)| {
        let last = place + 1 == rows.len();
        level(row, now.filter(|_| last), since.dropped.filter(|_| last))
    });
    let many = letters.len() > MOST_CELLS;
    match many {
        true => bands.push(dots("levels", levels)),
        false => bands.extend(levels),
    }
    let next = steps.iter().skip(at + 1).flatten().find_map(|step| match &step.step {
        RepeatsStep::Level { classes } => Some(Row { level: step.level, classes }),
        _ => None,
    });
    if let Some(next) = next {
        let band = to_come(&next, &since.moved, now);
        bands.push(if many { dots("next", std::iter::once(band)).to_come() } else { band });
    }
    if !found.is_empty() {
        bands.push(triples(&found, now));
    }
    if let Some(RepeatsFrame { step: RepeatsStep::End { runs: known, .. }, .. }) = now {
        bands.push(runs(known));
    }
    LabStage { columns: letters.len(), bands }
}

/// Levels as rows of dots: those of a long string.
fn dots(title: &str, levels: impl Iterator<Item = LabBand>) -> LabBand {
    let row = |band: LabBand| {
        let LabBand { title: name, note, content, .. } = band;
        let LabContent::Spans(spans) = content else { return LabDots::default() };
        let at = |look: LabLook| {
            let places = spans.iter().filter(move |span| span.look == look);
            places.map(|span| (span.from + 1).to_string()).collect::<Vec<String>>().join(", ")
        };
        let now = at(LabLook::Now);
        let says = if now.is_empty() { note } else { format!("{note}; at hand: {now}") };
        let cells = spans.iter().map(|span| (span.from, span.look)).collect();
        LabDots { name, cells, says }
    };
    let rows: Vec<LabDots> = levels.map(row).collect();
    let last = rows.last().map_or(String::new(), |row| row.name.clone());
    LabBand::new(title, last, LabContent::Dots(rows))
}

/// The letters; those of the repetition or position at hand are marked.
fn marked(letters: &[String], now: Option<&RepeatsFrame>) -> Vec<(String, LabLook)> {
    let is_now = |place: u32| match now.map(|now| &now.step) {
        Some(RepeatsStep::Move { at, .. } | RepeatsStep::Drop { at, .. }) => *at == place,
        Some(RepeatsStep::Triple { triple, .. }) => (triple.start..triple.start + triple.span()).contains(&place),
        _ => false,
    };
    let look = |place: u32| if is_now(place) { LabLook::Now } else { LabLook::Plain };
    (0..).zip(letters).map(|(place, letter)| (letter.clone(), look(place))).collect()
}

/// A row of classes; `now` is the step at hand if it is about this row.
fn level(row: &Row<'_>, now: Option<&RepeatsFrame>, dropped: Option<u32>) -> LabBand {
    let live = row.classes.iter().filter(|class| class.live).count();
    let mut spans = Vec::new();
    for class in row.classes {
        for &at in &class.at {
            let mut look = if class.live { LabLook::Plain } else { LabLook::Gone };
            if dropped == Some(at) {
                look = LabLook::Gone;
            }
            match now.map(|now| &now.step) {
                Some(RepeatsStep::Start { .. } | RepeatsStep::Level { .. }) if class.live => {
                    look = LabLook::Now;
                }
                Some(RepeatsStep::By { by, .. }) if *by == class.id => look = LabLook::Now,
                Some(RepeatsStep::By { followers, .. }) if followers.contains(&(at + 1)) => {
                    look = LabLook::Made;
                }
                Some(RepeatsStep::Move { at: moves, .. }) if *moves == at => look = LabLook::Now,
                Some(RepeatsStep::Triple { triple, class: of }) if *of == class.id => {
                    let from = at.checked_sub(triple.start);
                    let is_in =
                        from.is_some_and(|from| from < triple.span() && triple.period > 0 && from % triple.period == 0);
                    look = if is_in { LabLook::Now } else { look };
                }
                _ => {}
            }
            spans.push(cell(class, at, look, row.level));
        }
    }
    spans.sort_small_by_key(|span| span.from);
    let note = match live {
        0 => "all stand once".to_owned(),
        1 => "1 class".to_owned(),
        many => format!("{many} classes"),
    };
    LabBand::new(format!("length {}", row.level), note, LabContent::Spans(spans))
}

/// The next row as it will be, with what has moved there already.
fn to_come(row: &Row<'_>, moved: &[u32], now: Option<&RepeatsFrame>) -> LabBand {
    let moving = match now.map(|now| &now.step) {
        Some(RepeatsStep::Move { at, .. }) => Some(*at),
        _ => None,
    };
    let mut spans = Vec::new();
    for class in row.classes {
        for &at in &class.at {
            let look = if moving == Some(at) {
                LabLook::Now
            } else if moved.contains(&at) {
                LabLook::Made
            } else {
                LabLook::Next
            };
            spans.push(LabSpan { small: false, ..cell(class, at, look, row.level) });
        }
    }
    spans.sort_small_by_key(|span| span.from);
    let title = format!("length {}", row.level);
    LabBand::new(title, "comes next", LabContent::Spans(spans)).to_come()
}

fn cell(class: &ShownClass, at: u32, look: LabLook, level: u32) -> LabSpan {
    let state = match (look, class.live, class.small) {
        (LabLook::Next, ..) => ", to come",
        (_, false, _) => ", stands once",
        (_, _, true) => ", small",
        _ => "",
    };
    let from = at as usize;
    LabSpan {
        from,
        to: from + 1,
        text: class.word.clone(),
        short: short_name(class.id),
        look,
        small: class.small && class.live,
        row: 0,
        says: format!("{} at {}, length {level}{state}", class.word, at + 1),
    }
}

/// A letter for a class, where its word has no room.
fn short_name(id: u32) -> String {
    match char::from_u32(u32::from('A') + id) {
        Some(letter) if id < 26 => letter.to_string(),
        _ => id.to_string(),
    }
}

fn said(triple: &PmTriple) -> String {
    let PmTriple { start, period, count } = triple;
    format!("from {}, length {period}, {count} times", start + 1)
}

/// The repetitions found so far.
fn triples(found: &[PmTriple], now: Option<&RepeatsFrame>) -> LabBand {
    let current = match now.map(|now| &now.step) {
        Some(RepeatsStep::Triple { triple, .. }) => Some(*triple),
        _ => None,
    };
    let arcs = found.iter().map(|triple| LabArc {
        start: triple.start as usize,
        period: triple.period as usize,
        count: triple.count as usize,
        look: if current == Some(*triple) { LabLook::Now } else { LabLook::Plain },
        says: said(triple),
    });
    let arcs: Vec<LabArc> = arcs.collect();
    LabBand::new("repeats", format!("{} PM-triples", arcs.len()), LabContent::Arcs(arcs))
}

/// Each run of the string, with its period.
fn runs(found: &[Run]) -> LabBand {
    // Each run stands in the first row that is free where it begins.
    let mut ends: Vec<u32> = Vec::new();
    let mut spans = Vec::new();
    for &Run { start: from, period, end: to } in found {
        let row = ends.iter().position(|&end| end <= from).unwrap_or(ends.len());
        match ends.get_mut(row) {
            Some(end) => *end = to,
            None => ends.push(to),
        }
        spans.push(LabSpan {
            from: from as usize,
            to: to as usize,
            text: format!("period {period}, {} to {to}", from + 1),
            short: format!("{period}"),
            look: LabLook::Plain,
            small: false,
            row,
            says: format!("run of period {period} from {} to {to}", from + 1),
        });
    }
    LabBand::new("all runs", format!("{}, with their periods", spans.len()), LabContent::Spans(spans))
}
