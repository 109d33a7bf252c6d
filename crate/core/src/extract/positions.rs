//! Where the events of each construct lie among those of a process.
//!
//! All counts of a model are constants, so a position is `base + stride * i0 + stride * i1 ..`: the base is what comes before
//! the first run, the stride of a loop the events of one iteration. No intermediate value exceeds the events of the process,
//! which a [`ModelBuilder`](crate::system::ModelBuilder) keeps below 2^63. (Ketterlin 2011, section V and figure 8.)

use std::fmt;
use std::fmt::Write;

use rustc_hash::FxHashMap;

use crate::numbers::set_text;
use crate::system::{text, ConstructId, Model, ProcessPositions};
use crate::trace::ProcessId;

/// The positions of a construct, from 0, by the indices of the loops around it, the outermost first.
///
/// ```
/// use loopscope_core::extract::positions::Positions;
/// use loopscope_core::system::text;
/// use loopscope_core::trace::ProcessId;
/// let text = "processes 0\n0 local a\nfor i0 = 0 to 9\n  0 local b\n  for i1 = 0 to 2\n    0 local c\n  done\ndone\n";
/// let model = text::parse(text).unwrap();
/// let positions = Positions::new(&model);
/// let inner = model.ids().find(|&id| model.line(id, ProcessId(0)) == "0 local c").unwrap();
/// let formula = positions.absolute(inner, ProcessId(0)).unwrap();
/// assert_eq!(formula.to_string(), "2+4*i0+i1");
/// assert_eq!(formula.at(&[9, 2]), 40);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Formula {
    /// The position when all indices are 0.
    pub base: u64,
    /// How much further each index leads.
    pub strides: Vec<u64>,
}

impl Formula {
    /// The position at these indices; those that are missing are 0.
    pub fn at(&self, indices: &[u64]) -> u64 {
        let steps = self.strides.iter().zip(indices);
        steps.fold(self.base, |sum, (&stride, &index)| sum.saturating_add(stride.saturating_mul(index)))
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.base)?;
        for (level, &stride) in self.strides.iter().enumerate() {
            match stride {
                0 => {}
                1 => write!(f, "+i{level}")?,
                stride => write!(f, "+{stride}*i{level}")?,
            }
        }
        Ok(())
    }
}

/// The positions of all constructs of a model.
pub struct Positions<'a> {
    model: &'a Model,
    /// By place in [`Model::processes`].
    processes: Vec<ProcessPositions<'a>>,
}

impl<'a> Positions<'a> {
    /// Finds them. O(constructs times their members), and a search for the loop around each.
    pub fn new(model: &'a Model) -> Self {
        let of = |&process: &ProcessId| ProcessPositions::new(model, process);
        Positions { model, processes: model.processes().iter().map(of).collect() }
    }

    fn of(&self, process: ProcessId) -> Option<&ProcessPositions<'a>> {
        let at = self.model.processes().binary_search(&process).ok()?;
        self.processes.get(at)
    }

    /// Where a construct begins in one iteration of the loop around it, or on the top level; `None` if the process has no
    /// part in it. O(log constructs).
    pub fn relative(&self, id: ConstructId, process: ProcessId) -> Option<u64> {
        self.of(process)?.before(id)
    }

    /// The events of a process in one iteration of a loop; `None` if it is none, or the process has no part in it.
    /// O(log constructs).
    pub fn period(&self, id: ConstructId, process: ProcessId) -> Option<u64> {
        self.of(process)?.period(id)
    }

    /// Where a construct begins among all events of a process; `None` if the process has no part in it.
    /// O(depth times log constructs).
    pub fn absolute(&self, id: ConstructId, process: ProcessId) -> Option<Formula> {
        let own = self.of(process)?;
        let mut formula = Formula { base: own.before(id)?, strides: Vec::new() };
        let mut inside = id;
        while let Some(around) = self.model.parent(inside) {
            formula.base += own.before(around)?;
            formula.strides.push(own.period(around)?);
            inside = around;
        }
        formula.strides.reverse();
        Some(formula)
    }
}

/// The column at which positions of an event begin, where its line leaves room; those of a loop follow its members.
const COLUMN: usize = 31;

/// Which positions are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Those in one iteration of the loop around, as in figure 8 of the paper.
    Relative,
    /// Those among all events of a process, as functions.
    Absolute,
}

/// The [text form](text) of a model with positions: behind each event and loop `@{P=n ..}`, and behind a loop `#{P=n ..}`, the
/// events of one iteration. Processes with equal ones share an entry. All of it is behind `#`, so the text reads back.
pub fn print(model: &Model, shown: Shown) -> String {
    let positions = Positions::new(model);
    let mut out = String::new();
    let plain = text::print(model);
    let mut begun = vec![false; model.len()];
    for (line, of) in plain.lines().zip(text::constructs(model)) {
        out.push_str(line);
        // The second line of a loop is its end.
        let first = of.filter(|id| !std::mem::replace(&mut begun[id.index()], true));
        if let Some(id) = first {
            let is_loop = model.as_loop(id).is_some();
            let room = if is_loop { 0 } else { COLUMN.saturating_sub(line.chars().count() + 2) };
            let mark = if is_loop { " " } else { "# " };
            let at = by_process(model, id, |process| match shown {
                Shown::Relative => positions.relative(id, process).map(|at| at.to_string()),
                Shown::Absolute => positions.absolute(id, process).map(|at| at.to_string()),
            });
            let _ = write!(out, "{:room$}  {mark}@{{{at}}}", "");
            if is_loop {
                let period = |process| positions.period(id, process).map(|n| n.to_string());
                let _ = write!(out, "  #{{{}}}", by_process(model, id, period));
            }
        }
        out.push('\n');
    }
    out
}

/// `0,3=644 1-2=966`: what is said of each member, those of whom the same is said together.
fn by_process(model: &Model, id: ConstructId, say: impl Fn(ProcessId) -> Option<String>) -> String {
    let mut entries: Vec<(String, Vec<u32>)> = Vec::new();
    let mut known: FxHashMap<String, usize> = FxHashMap::default();
    for &process in model.members(id) {
        let Some(said) = say(process) else { continue };
        let at = *known.entry(said.clone()).or_insert(entries.len());
        if at == entries.len() {
            entries.push((said, Vec::new()));
        }
        entries[at].1.push(process.0);
    }
    let mut text = String::new();
    for (at, (said, processes)) in entries.into_iter().enumerate() {
        let apart = if at == 0 { "" } else { " " };
        let _ = write!(text, "{apart}{}={said}", set_text(processes));
    }
    text
}

#[cfg(test)]
mod tests;
