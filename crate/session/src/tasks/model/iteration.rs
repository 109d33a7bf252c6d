//! What one iteration of a loop does, in words: "receives from above and the left, computes, sends below and right; 62 times".
//!
//! The words are those of one process, the one that does most; how many do exactly the same is said. Where the messages of the
//! program lead to neighbours in a grid of processes, partners are directions, otherwise distances: `r-1`.

use std::cmp::Reverse;

use loopscope_core::numbers::{capital, counted, duration, in_words, listed, thousands, times};
use loopscope_core::small_sort::SmallSort;
use loopscope_core::system::{Construct, ConstructId, Loop, Model};
use loopscope_core::trace::ProcessId;

use super::grid::Grid;
use crate::view::sentence::runs;

/// Bodies with more constructs than that are not put into words.
const MOST_CONSTRUCTS: usize = 20_000;
/// Steps that are said one by one, and in a loop inside.
const MOST_STEPS: usize = 14;
const MOST_INNER: usize = 5;
/// Partners that are said one by one.
const MOST_PARTNERS: usize = 4;
/// Loops inside each other of which the body is said.
const MOST_LEVELS: usize = 2;

/// How far away each partner is, ascending, and how many messages.
type Partners = Vec<(i64, u64)>;

/// What each process does, ascending by process.
type StepsOfEach = Vec<(ProcessId, Vec<Step>)>;

/// What a process does.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    /// Messages in one direction without anything between them.
    Receives(Partners),
    Sends(Partners),
    /// A collective operation by its name, and how many take part; 0 if the whole program does.
    Joins(Box<str>, usize),
    /// Events that concern the process alone.
    Works,
    /// A loop of that name, and what its iterations do; without a name if the model has no such loop.
    Repeats(u64, Vec<Self>, u32),
}

/// What one iteration of a loop does, without how long it computes between.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct IterationWords {
    text: String,
    /// Places in the text, ascending: where it can be said how long a loop of that name computes, and whether it computes just there.
    ends: Vec<(usize, u32, bool)>,
    /// Whose words they are; `None` if all processes do the same.
    pub(crate) process: Option<ProcessId>,
    /// How often the loop runs: "twice, 30 iterations each".
    pub(crate) often: String,
}

impl IterationWords {
    /// The words. Empty if there are none.
    pub(crate) fn plain(&self) -> String {
        self.closed(self.text.clone())
    }

    /// The words, with how long one iteration of each loop computes between what it says: `computes` gives that of a loop by its name,
    /// `None` where it is not worth saying.
    #[inline(never)] // Only who knows times needs it.
    pub(crate) fn with_times(&self, computes: &dyn Fn(u32) -> Option<u64>) -> String {
        let (mut said, mut from) = (String::new(), 0);
        for &(end, id, is_there) in &self.ends {
            said += self.text.get(from..end).unwrap_or_default();
            let time = computes(id).map_or(String::new(), duration);
            said += &match is_there {
                _ if time.is_empty() => time,
                true => format!(", computes {time}"),
                false => format!("; computes {time} between"),
            };
            from = end;
        }
        self.closed(said + self.text.get(from..).unwrap_or_default())
    }

    /// How often the loop runs comes last.
    #[inline(never)] // Called by two parts of the engine.
    fn closed(&self, said: String) -> String {
        if said.is_empty() {
            return said;
        }
        let distances = [" r+", " r-"].iter().any(|distance| said.contains(distance));
        let own = if distances { " (r: its own number)" } else { "" };
        said + "; " + &self.often + own + "."
    }
}

/// What one iteration of the loop of that name does; empty if the model has no such loop, or one with a body too large for words.
/// O(constructs of the body and the channels).
pub(crate) fn words(model: &Model, id: u32) -> IterationWords {
    let named = model.loops().iter().find(|named| named.id == id);
    let Some((named, node)) = named.and_then(|named| Some((named, model.as_loop(named.construct)?))) else {
        return IterationWords::default();
    };
    let mut left = MOST_CONSTRUCTS;
    let Some(mut of) = steps(model, &node, MOST_LEVELS, &mut left) else {
        return IterationWords::default();
    };
    of.iter_mut().for_each(|(_, steps)| fold(steps));
    of.sort_small_by(|a, b| (&a.1, a.0).cmp(&(&b.1, b.0)));
    let alike = || {
        let groups = of.chunk_by(|one, next| one.1 == next.1);
        groups.filter_map(|group| Some((group.first()?, group.len())))
    };
    // Of those that do most, the most frequent, and of these one with near partners: no wrapping around an edge.
    let chosen = alike().max_by_key(|((process, steps), same)| {
        (weight(steps), steps.len(), *same, Reverse(distances(steps)), Reverse(*process))
    });
    let Some(((process, steps), _)) = chosen.filter(|((_, steps), _)| !steps.is_empty()) else {
        return IterationWords::default();
    };
    let grid = Grid::of(model);
    let said_of = |steps: &[Step], most| {
        let mut said = IterationWords::default();
        clauses(steps, grid.as_ref(), (most, id), &mut said);
        said
    };
    let mut said = said_of(steps, MOST_STEPS);
    // Whoever talks to as many others that are elsewhere does the same in these words, all of them.
    let all = said_of(steps, MOST_CONSTRUCTS).text;
    let same = |steps: &[Step]| said_of(steps, MOST_CONSTRUCTS).text == all;
    let same = alike().filter(|((_, steps), _)| same(steps)).map(|(_, same)| same).sum();
    let who = match (same, of.len()) {
        (_, 1) => String::new(),
        (same, all) if same == all => "Each process ".to_owned(),
        (1, _) => format!("For example, process {process} "),
        (same, all) => {
            let others = counted(same as u64 - 1, "other");
            format!("Process {process}, like {others} of {}, ", thousands(all as u64))
        }
    };
    said.ends.iter_mut().for_each(|(end, ..)| *end += who.len());
    said.text = capital(&(who + &said.text));
    said.often = runs(named.entered, node.count);
    said.process = (same < of.len()).then_some(*process);
    said
}

/// Puts steps that follow each other several times into one, which is no loop of the model. O(steps).
fn fold(steps: &mut Vec<Step>) {
    for step in steps.iter_mut() {
        if let Step::Repeats(_, inside, _) = step {
            fold(inside);
        }
    }
    for period in 1..=MOST_STEPS.min(steps.len() / 2) {
        let mut at = 0;
        while let Some(unit) = steps.get(at..at + period) {
            let again = steps.get(at + period..).unwrap_or_default().chunks_exact(period);
            let count = 1 + again.take_while(|next| *next == unit).count();
            // Two steps are said as quickly.
            if count > 1 && count * period > 3 {
                let folded = Step::Repeats(count as u64, unit.to_vec(), 0);
                steps.splice(at..at + count * period, [folded]);
            }
            at += 1;
        }
    }
}

/// Steps of a process, loops with their inside.
fn weight(steps: &[Step]) -> usize {
    let of = |step: &Step| match step {
        Step::Receives(list) | Step::Sends(list) => list.len(),
        Step::Joins(..) | Step::Works => 1,
        Step::Repeats(_, inner, _) => 1 + weight(inner),
    };
    steps.iter().map(of).sum()
}

/// How far away all partners are together.
fn distances(steps: &[Step]) -> u64 {
    let of = |step: &Step| match step {
        Step::Receives(list) | Step::Sends(list) => list.iter().map(|(away, _)| away.unsigned_abs()).sum(),
        Step::Joins(..) | Step::Works => 0,
        Step::Repeats(_, inner, _) => distances(inner),
    };
    steps.iter().map(of).sum()
}

/// What each process does in one iteration; `None` if that is too much.
fn steps(model: &Model, node: &Loop, levels: usize, left: &mut usize) -> Option<StepsOfEach> {
    let mut of = StepsOfEach::new();
    for &id in model.body(node) {
        *left = left.checked_sub(model.members(id).len())?;
        if let Construct::Loop(inner) = model.construct(id) {
            let mut inside = match levels {
                0 => StepsOfEach::new(),
                _ => steps(model, &inner, levels - 1, left)?,
            };
            for &process in model.members(id) {
                let inside = inside
                    .binary_search_by_key(&process, |one| one.0)
                    .ok()
                    .and_then(|at| inside.get_mut(at))
                    .map_or_else(Vec::new, |(_, inside)| std::mem::take(inside));
                append(&mut of, process, |steps| {
                    steps.push(Step::Repeats(inner.count, inside, model.loop_id(id)));
                });
            }
            continue;
        }
        for &process in model.members(id) {
            append(&mut of, process, |steps| add(steps, model, id, process));
        }
    }
    Some(of)
}

/// Appends to what a process does so far.
fn append(of: &mut StepsOfEach, process: ProcessId, more: impl FnOnce(&mut Vec<Step>)) {
    let at = of.partition_point(|one| one.0 < process);
    if of.get(at).is_none_or(|one| one.0 != process) {
        of.insert(at, (process, Vec::new()));
    }
    if let Some((_, steps)) = of.get_mut(at) {
        more(steps);
    }
}

/// Counts one message more with a partner.
fn count(list: &mut Partners, away: i64) {
    match list.binary_search_by_key(&away, |&(away, _)| away) {
        Ok(at) => {
            if let Some((_, messages)) = list.get_mut(at) {
                *messages += 1;
            }
        }
        Err(at) => list.insert(at, (away, 1)),
    }
}

/// Appends an event to what a process does.
fn add(steps: &mut Vec<Step>, model: &Model, id: ConstructId, process: ProcessId) {
    let away = |other: ProcessId| i64::from(other.0) - i64::from(process.0);
    let last = steps.last_mut();
    match model.construct(id) {
        Construct::Send(channel) => {
            let away = away(model.channel(channel).dst);
            match last {
                Some(Step::Sends(list)) => count(list, away),
                _ => steps.push(Step::Sends(vec![(away, 1)])),
            }
        }
        Construct::Recv(channel) => {
            let away = away(model.channel(channel).src);
            match last {
                Some(Step::Receives(list)) => count(list, away),
                _ => steps.push(Step::Receives(vec![(away, 1)])),
            }
        }
        Construct::Sync { name, group } => {
            let members = model.group(group).len();
            let members = if members < model.processes().len() { members } else { 0 };
            steps.push(Step::Joins(model.name(name).into(), members));
        }
        Construct::Local { .. } if last != Some(&mut Step::Works) => steps.push(Step::Works),
        Construct::Local { .. } | Construct::Loop(_) => {}
    }
}

/// Appends the steps of a loop, between commas, `most` of them.
fn clauses(steps: &[Step], grid: Option<&Grid>, (most, id): (usize, u32), said: &mut IterationWords) {
    // Whoever wants more than is usual wants all of it.
    let inner = if most > MOST_STEPS { most } else { MOST_INNER };
    // A single step more takes no more room than to say that there is one.
    let most = if steps.len() == most + 1 { steps.len() } else { most };
    for (at, step) in steps.iter().enumerate().take(most) {
        said.text += if at > 0 { ", " } else { "" };
        if let Step::Repeats(count, inside, id) = step {
            said.text += &match inside.is_empty() {
                true => format!("runs a loop {}", times(*count)),
                false => format!("repeats {} (", times(*count)),
            };
            if !inside.is_empty() {
                clauses(inside, grid, (inner, *id), said);
                said.text.push(')');
            }
        } else {
            said.text += &simple(step, grid);
        }
        if at == 0 && id > 0 && matches!(steps, [Step::Receives(_), Step::Sends(_)]) {
            said.ends.push((said.text.len(), id, true));
        }
    }
    let more = steps.len().saturating_sub(most) as u64;
    if more > 0 {
        said.text += &format!(", and {}", counted(more, "more step"));
    }
    // Whoever sends first and receives computes before it sends again; elsewhere it may be anywhere.
    match steps {
        // What is folded is no loop, whose time is known.
        [Step::Receives(_), Step::Sends(_)] => {}
        _ if id == 0 => {}
        _ => {
            let is_pair = matches!(steps, [Step::Sends(_), Step::Receives(_)]);
            said.ends.push((said.text.len(), id, is_pair));
        }
    }
}

/// What is no loop, in words.
fn simple(step: &Step, grid: Option<&Grid>) -> String {
    match step {
        Step::Receives(list) => format!("receives{}", partners(list, grid, true)),
        Step::Sends(list) => format!("sends{}", partners(list, grid, false)),
        Step::Joins(name, 0) => format!("joins {name}"),
        Step::Joins(name, members) => {
            format!("joins {name} of {}", counted(*members as u64, "process"))
        }
        Step::Works => "does events of its own".to_owned(),
        Step::Repeats(..) => String::new(),
    }
}

/// ` from above and the left`, ` to r+1`, ` to 15 processes`; with the number of messages where there are several of a partner.
fn partners(list: &[(i64, u64)], grid: Option<&Grid>, receives: bool) -> String {
    if list.len() > MOST_PARTNERS {
        let word = if receives { "from" } else { "to" };
        return format!(" {word} {}", counted(list.len() as u64, "process"));
    }
    let direction = |away| {
        Some(match (grid?.direction(away)?, receives) {
            ("left", true) => "the left",
            ("right", true) => "the right",
            (direction, _) => direction,
        })
    };
    let directed = list.iter().all(|&(away, _)| direction(away).is_some());
    let first = list.first().map_or(1, |&(_, count)| count);
    let same = list.iter().all(|&(_, count)| count == first);
    let messages = |count| format!(" {} messages", in_words(count));
    let named = list.iter().map(|&(away, count)| {
        let name = direction(away).filter(|_| directed);
        let name = name.map_or_else(|| distance(away), str::to_owned);
        match same || count == 1 {
            true => name,
            false => format!("{name} ({})", messages(count).trim_start()),
        }
    });
    let named: Vec<String> = named.collect();
    let how_many = match (same && first > 1, list.len()) {
        (false, _) => String::new(),
        (true, 1) => messages(first),
        (true, _) => messages(first) + " each",
    };
    let to = match (receives, directed) {
        (true, _) => " from ",
        (false, true) => " ",
        (false, false) => " to ",
    };
    how_many + to + &listed(&named)
}

/// A partner by its distance.
fn distance(away: i64) -> String {
    match away {
        0 => "itself".to_owned(),
        away => format!("r{away:+}"),
    }
}

#[cfg(test)]
mod tests;
