//! The dynamic program: the smallest nest as it is written out.

use crate::nest::{Nest, NestBuilder, NodeId};
use crate::repeats::{runs, Run};
use crate::small_sort::SmallSort;
use crate::symbols::Symbol;

/// A run, and the size of the body that starts at each of its first positions.
struct Source {
    start: usize,
    end: usize,
    period: usize,
    /// By start modulo the period: the items of the smallest nest of that rotation. Empty until known.
    bodies: Vec<u32>,
}

/// The last item of the smallest nest of a prefix.
#[derive(Clone, Copy)]
enum Last {
    Symbol,
    /// A loop that starts there, in the source of that index.
    Loop {
        source: usize,
        from: usize,
    },
}

struct Program<'a> {
    s: &'a [Symbol],
    /// Ascending by period.
    sources: Vec<Source>,
    /// Indices of all sources by start, and for each the largest end up to it.
    by_start: Vec<(usize, usize)>,
    /// Steps that are left.
    left: u64,
}

/// The nest and its written size; `None` if that takes more steps.
pub(super) fn solve(s: &[Symbol], work: u64) -> Option<(Nest, u32)> {
    let mut sources: Vec<Source> = runs(s)
        .into_iter()
        .map(|Run { start, period, end }| {
            let (start, period, end) = (start as usize, period as usize, end as usize);
            Source { start, end, period, bodies: Vec::new() }
        })
        .collect();
    sources.sort_small_by_key(|source| (source.period, source.start));
    let mut order: Vec<usize> = (0..sources.len()).collect();
    order.sort_small_by_key(|&index| sources[index].start);
    let mut largest = 0;
    let by_start = order.into_iter().map(|index| {
        largest = largest.max(sources[index].end);
        (index, largest)
    });
    let by_start = by_start.collect();
    let mut program = Program { s, sources, by_start, left: work };
    for index in 0..program.sources.len() {
        program.find_bodies(index)?;
    }
    let all: Vec<usize> = program.by_start.iter().map(|&(index, _)| index).collect();
    let (size, _) = program.size(0, s.len(), &all, false)?;
    let mut builder = NestBuilder::new();
    let root = program.assemble(0, s.len(), &mut builder)?;
    Some((builder.finish(&root), size))
}

impl Program<'_> {
    /// Fills in the sizes of the bodies of a source, those of shorter periods being known.
    fn find_bodies(&mut self, index: usize) -> Option<()> {
        let Source { start, end, period, .. } = self.sources[index];
        let starts = period.min(end - start + 1 - 2 * period);
        let inside = self.within(start, (start + starts - 1 + period).min(end), period / 2)?;
        let mut bodies = Vec::with_capacity(starts);
        for first in start..start + starts {
            bodies.push(self.size(first, first + period, &inside, false)?.0);
        }
        self.sources[index].bodies = bodies;
        Some(())
    }

    /// The sources that share two periods of at most `longest` with a part, by start.
    fn within(&mut self, from: usize, to: usize, longest: usize) -> Option<Vec<usize>> {
        let mut found = Vec::new();
        let after = self.by_start.partition_point(|&(index, _)| self.sources[index].start < to);
        for &(index, largest_end) in self.by_start[..after].iter().rev() {
            if largest_end <= from {
                break;
            }
            self.left = self.left.checked_sub(1)?;
            let source = &self.sources[index];
            let shared = source.end.min(to).saturating_sub(source.start.max(from));
            if source.period <= longest && shared >= 2 * source.period {
                found.push(index);
            }
        }
        found.reverse();
        Some(found)
    }

    /// The size of the smallest nest of a part, given the sources that may be used, by start; on demand with the
    /// last item for each prefix.
    fn size(&mut self, from: usize, to: usize, sources: &[usize], traced: bool) -> Option<(u32, Vec<Last>)> {
        let len = to - from;
        self.left = self.left.checked_sub(sources.len() as u64 + 1)?;
        // (start, end, index) of the sources, clipped to the part.
        let mut clipped: Vec<(usize, usize, usize)> = Vec::new();
        let mut steps = 0;
        for &index in sources {
            let source = &self.sources[index];
            let (start, end) = (source.start.max(from), source.end.min(to));
            if end >= start + 2 * source.period {
                clipped.push((start, end, index));
                steps += (end - start) as u64;
            }
        }
        if clipped.is_empty() && !traced {
            return Some((len as u32, Vec::new()));
        }
        self.left = self.left.checked_sub(steps + len as u64)?;
        clipped.sort_small();
        let mut waiting = clipped.into_iter().peekable();
        let mut active: Vec<Active> = Vec::new();
        let mut sizes = vec![0u32; len + 1];
        let mut last = vec![Last::Symbol; if traced { len + 1 } else { 0 }];
        for t in 1..=len {
            let at = from + t;
            let mut best = sizes[t - 1] + 1;
            while let Some((start, end, index)) = waiting.next_if(|&(start, ..)| start < at) {
                let source = &self.sources[index];
                let least = vec![(u32::MAX, 0); source.period];
                let offset = (start - source.start) % source.period;
                let (period, residue) = (source.period, 0);
                active.push(Active { index, start, end, period, offset, residue, least });
            }
            active.retain_mut(|run| {
                if at > run.end {
                    return false;
                }
                // `residue` is that of at - start; the body starts at the same residue.
                run.residue += 1;
                if run.residue == run.period {
                    run.residue = 0;
                }
                if at < run.start + 2 * run.period {
                    return true;
                }
                let begin = at - 2 * run.period;
                let least = &mut run.least[run.residue];
                let before = sizes[begin - from];
                if before < least.0 {
                    *least = (before, begin);
                }
                let rotation = run.residue + run.offset;
                let rotation = if rotation >= run.period { rotation - run.period } else { rotation };
                let body = self.sources[run.index].bodies.get(rotation);
                let size = least.0 + 1 + body.copied().unwrap_or(run.period as u32);
                if size < best {
                    best = size;
                    if traced {
                        last[t] = Last::Loop { source: run.index, from: least.1 };
                    }
                }
                true
            });
            sizes[t] = best;
        }
        Some((sizes[len], last))
    }

    /// The items of the smallest nest of a part.
    fn assemble(&mut self, from: usize, to: usize, builder: &mut NestBuilder) -> Option<Vec<NodeId>> {
        let inside = self.within(from, to, (to - from) / 2)?;
        let (_, last) = self.size(from, to, &inside, true)?;
        let (mut items, mut t) = (Vec::new(), to - from);
        while t > 0 {
            match last[t] {
                Last::Symbol => {
                    t -= 1;
                    items.push(builder.symbol(self.s[from + t]));
                }
                Last::Loop { source, from: begin } => {
                    let period = self.sources[source].period;
                    let count = (from + t - begin) / period;
                    let body = self.assemble(begin, begin + period, builder)?;
                    items.push(builder.repeat(count as u64, &body));
                    t = begin - from;
                }
            }
        }
        items.reverse();
        Some(items)
    }
}

/// A run that the program goes through.
struct Active {
    index: usize,
    /// Where it starts and ends, clipped to the part.
    start: usize,
    end: usize,
    period: usize,
    /// (start - start of the whole run) modulo the period.
    offset: usize,
    /// (position - start) modulo the period.
    residue: usize,
    /// By residue, the smallest size before a loop of at least two copies, and where that starts.
    least: Vec<(u32, usize)>,
}

#[cfg(test)]
mod tests;
