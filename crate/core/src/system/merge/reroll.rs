//! Copies of a loop's body right before or after the loop become iterations of it again.
//!
//! Shifting and opening leave iterations next to their loop. A run of constructs is a copy if every member of the loop
//! has its own part of the body there, whole, and no other process takes part. All messages of the body must be
//! paired inside it, or the loop must be one of a single process that was kept as it is: otherwise the messages of
//! the copy could be paired with others.

use super::local_constructs::{End, LocalId, ProcessIndex};
use super::merged_list::{Defect, MergedConstruct, MergedKind, MergedList, Part};
use super::sweep::Workspace;
use super::traffic::Traffic;
use crate::small_sort::SmallSort;
use crate::system::model::ChannelId;

/// Gives loops their copies back, first those before them and then those after. What has become part of another construct stays in
/// the list, marked as absorbed. O(constructs and their parts).
pub(super) fn reroll(workspace: &mut Workspace, members: &[ProcessIndex], merged: &mut MergedList) {
    if !merged.iter().any(|construct| matches!(construct.kind, MergedKind::Loop { .. })) {
        return;
    }
    workspace.traffic.begin(members);
    for backwards in [false, true] {
        let lines = vec![Vec::new(); members.len()];
        let mut pass = Pass { workspace: &mut *workspace, merged: &mut *merged, lines, backwards };
        pass.run();
    }
    workspace.traffic.end(members);
}

/// One pass over the constructs of a level, forwards or backwards.
struct Pass<'a> {
    workspace: &'a mut Workspace,
    merged: &'a mut MergedList,
    /// What each member does, as places in the merged list with its own construct, up to the current place.
    lines: Vec<Vec<(usize, LocalId)>>,
    backwards: bool,
}

/// A loop that looks for its copies.
struct Absorber {
    construct: MergedConstruct,
    count: u64,
    parts: Vec<Part>,
    /// One iteration of every part.
    bodies: Vec<Vec<LocalId>>,
}

/// Constructs at the ends of the lines that a loop may absorb.
struct Copy {
    /// Their places in the merged list.
    taken: Vec<usize>,
    /// How many iterations they are.
    iterations: u64,
    /// They are another loop over the same bodies.
    is_loop: bool,
}

impl Pass<'_> {
    fn run(&mut self) {
        let mut order: Vec<usize> = (0..self.merged.len()).collect();
        if self.backwards {
            order.reverse();
        }
        for at in order {
            if let MergedKind::Loop { count } = self.merged.get(at).kind {
                self.absorb(at, count);
            }
            let construct = self.merged.get(at);
            if construct.kind == MergedKind::Absorbed {
                continue;
            }
            for part in self.merged.parts(&construct) {
                if let Some(member) = self.workspace.traffic.member(part.process) {
                    self.lines[member.index()].push((at, part.id));
                }
            }
        }
    }

    /// Takes all copies at the ends of its members' lines into a loop.
    fn absorb(&mut self, at: usize, count: u64) {
        let construct = self.merged.get(at);
        let parts = self.merged.parts(&construct).to_vec();
        let bodies: Vec<Vec<LocalId>> = parts.iter().map(|part| self.iteration(part, count)).collect();
        let in_conflict = construct.defect == Some(Defect::Conflict);
        if !in_conflict && !is_closed(self.workspace, &parts, &bodies) {
            return;
        }
        let absorber = Absorber { construct, count, parts, bodies };
        let mut copies = 0u64;
        while let Some(copy) = self.next_copy(&absorber) {
            for (part, body) in absorber.parts.iter().zip(&absorber.bodies) {
                let taken = if copy.is_loop { 1 } else { body.len() };
                let Some(line) = self.line_mut(part.process) else { continue };
                line.truncate(line.len() - taken);
            }
            copy.taken.iter().for_each(|&at| self.merged.absorb(at));
            copies = copies.saturating_add(copy.iterations);
        }
        if copies == 0 {
            return;
        }
        let total = count.saturating_add(copies);
        let mut ids = Vec::with_capacity(absorber.parts.len());
        for part in &absorber.parts {
            let constructs = &mut self.workspace.constructs;
            let times = constructs.count(part.id) / count;
            let body = constructs.body(part.id).to_vec();
            ids.push(constructs.repeat(part.process, total.saturating_mul(times), &body));
        }
        self.merged.replace_loop(at, total, &ids);
    }

    /// What one process does in an iteration of a loop of `count` iterations.
    fn iteration(&mut self, part: &Part, count: u64) -> Vec<LocalId> {
        let constructs = &mut self.workspace.constructs;
        let times = constructs.count(part.id) / count;
        let body = constructs.body(part.id).to_vec();
        if times == 1 {
            body
        } else {
            vec![constructs.repeat(part.process, times, &body)]
        }
    }

    fn line(&self, process: ProcessIndex) -> Option<&[(usize, LocalId)]> {
        let member = self.workspace.traffic.member(process)?;
        self.lines.get(member.index()).map(Vec::as_slice)
    }

    fn line_mut(&mut self, process: ProcessIndex) -> Option<&mut Vec<(usize, LocalId)>> {
        let member = self.workspace.traffic.member(process)?;
        self.lines.get_mut(member.index())
    }

    /// The copy that ends the lines of all parts, if there is one.
    fn next_copy(&self, absorber: &Absorber) -> Option<Copy> {
        let mut taken: Vec<usize> = Vec::new();
        let mut constructs_taken = 0usize;
        // Another loop over the same bodies counts for all its iterations.
        let mut whole: Option<u64> = None;
        for (part, body) in absorber.parts.iter().zip(&absorber.bodies) {
            let line = self.line(part.process)?;
            let &(last, id) = line.last()?;
            let theirs = self.same_loop(absorber, part, last, id);
            if let Some(theirs) = theirs.filter(|&n| whole.is_none_or(|known| known == n)) {
                if whole.is_some() || taken.is_empty() {
                    whole = Some(theirs);
                    taken.push(last);
                    continue;
                }
            }
            let fits = whole.is_none()
                && line.len() >= body.len()
                && line.iter().rev().zip(0..body.len()).all(|((_, have), place)| {
                    let place = if self.backwards { place } else { body.len() - 1 - place };
                    body[place] == *have
                });
            if !fits {
                return None;
            }
            taken.extend(line.iter().rev().take(body.len()).map(|(at, _)| *at));
            constructs_taken += body.len();
        }
        taken.sort_small();
        let parts_taken = taken.len();
        taken.dedup();
        let parts_of_taken: usize = taken.iter().map(|&at| self.merged.get(at).width()).sum();
        let is_loop = whole.is_some();
        let is_one_loop = taken.len() == 1 && constructs_taken == 0;
        let is_copy = parts_of_taken == parts_taken && (!is_loop || is_one_loop);
        is_copy.then(|| Copy { taken, iterations: whole.unwrap_or(1), is_loop })
    }

    /// The iterations of the construct at `last` if it is a loop of the same kind over the same bodies.
    fn same_loop(&self, absorber: &Absorber, part: &Part, last: usize, id: LocalId) -> Option<u64> {
        let constructs = &self.workspace.constructs;
        if !constructs.is_loop(id) || constructs.body(id) != constructs.body(part.id) {
            return None;
        }
        let other = self.merged.get(last);
        let MergedKind::Loop { count } = other.kind else { return None };
        let is_same = other.width() == absorber.construct.width()
            && constructs.count(id) / count == constructs.count(part.id) / absorber.count
            && other.defect == absorber.construct.defect;
        is_same.then_some(count)
    }
}

/// Whether all messages of an iteration are paired inside it.
fn is_closed(workspace: &mut Workspace, parts: &[Part], bodies: &[Vec<LocalId>]) -> bool {
    let Workspace { constructs, traffic, .. } = workspace;
    let mut touched: Vec<ChannelId> = Vec::new();
    for &id in bodies.iter().flatten() {
        let times = constructs.count(id);
        for &(end, per_iteration) in constructs.flow(id) {
            let (End::Send(channel) | End::Recv(channel)) = end else { continue };
            // Between sweeps nothing else is in flight.
            let in_flight = &mut traffic.channel_mut(channel).in_flight;
            let amount = per_iteration.saturating_mul(times);
            *in_flight = match end {
                End::Send(_) => in_flight.saturating_add_unsigned(amount),
                _ => in_flight.saturating_sub_unsigned(amount),
            };
            touched.push(channel);
        }
    }
    let mut is_closed = true;
    for channel in touched {
        // What is left over, the first time that the channel occurs; 0 after that.
        let left_over = std::mem::take(&mut traffic.channel_mut(channel).in_flight);
        is_closed &= is_channel_closed(traffic, channel, parts, left_over);
    }
    is_closed
}

/// Whether a channel pairs all its messages inside an iteration, or has no partner to pair them with on this level.
fn is_channel_closed(traffic: &Traffic, channel: ChannelId, parts: &[Part], left_over: i64) -> bool {
    let (src, dst) = traffic.processes_of(channel);
    let is_inside = |process: Option<ProcessIndex>| {
        process.is_some_and(|p| parts.binary_search_by_key(&p, |part| part.process).is_ok())
    };
    if is_inside(src) && is_inside(dst) {
        return left_over == 0;
    }
    // A partner that takes no part in the sweep can pair nothing here.
    let takes_part = |p: Option<ProcessIndex>| p.is_some_and(|p| traffic.member(p).is_some());
    !(takes_part(src) && takes_part(dst))
}
