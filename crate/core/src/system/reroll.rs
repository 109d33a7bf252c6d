//! Copies of a loop's body right before or behind it go back into it.
//!
//! Shifting and opening leave iterations next to their loop. A run of constructs is a copy if every member
//! of the loop has its own part of the body there, whole, and nobody else takes part. Its messages must
//! be closed in the body, or the loop be of one process that was left as it is: otherwise the copy's
//! messages could be paired with others.

use super::items::{End, ItemId};
use super::model::ChannelId;
use super::sweep::{Kind, Outs, Trouble, World};
use crate::order::InOrder;

/// What each process does, as places in the result and its own constructs.
type Lines = Vec<Vec<(u32, ItemId)>>;

/// Gives loops their copies back, those before and then those behind. O(constructs and members).
pub(super) fn reroll(world: &mut World, members: &[u32], outs: &mut Outs) {
    if !outs.list.iter().any(|out| matches!(out.kind, Kind::Loop { .. })) {
        return;
    }
    for (at, &process) in members.iter().enumerate() {
        world.local_of[process as usize] = at as u32;
    }
    for backwards in [false, true] {
        let mut lines: Lines = vec![Vec::new(); members.len()];
        let mut order: Vec<u32> = (0..outs.list.len() as u32).collect();
        if backwards {
            order.reverse();
        }
        for at in order {
            if let Kind::Loop { count } = outs.list[at as usize].kind {
                absorb(world, outs, &mut lines, at, count, backwards);
            }
            if outs.list[at as usize].kind == Kind::Gone {
                continue;
            }
            let (start, end) = outs.list[at as usize].parts;
            for part in &outs.parts[start as usize..end as usize] {
                let line = world.local_of[part.process as usize] as usize;
                lines[line].push((at, part.item));
            }
        }
    }
    for &process in members {
        world.local_of[process as usize] = super::sweep::NOBODY;
    }
    outs.list.retain(|out| out.kind != Kind::Gone);
}

/// Takes all copies that end the lines of a loop's members into it.
fn absorb(
    world: &mut World,
    outs: &mut Outs,
    lines: &mut Lines,
    at: u32,
    count: u64,
    backwards: bool,
) {
    let out = outs.list[at as usize];
    let parts = outs.parts(&out).to_vec();
    // One iteration of every member.
    let mut bodies: Vec<Vec<ItemId>> = Vec::with_capacity(parts.len());
    for part in &parts {
        let times = world.items.count(part.item) / count;
        let body = world.items.body(part.item).to_vec();
        bodies.push(if times == 1 {
            body
        } else {
            vec![world.items.repeat(part.process, times, &body)]
        });
    }
    if out.trouble != Some(Trouble::Apart)
        && !is_closed(world, &parts.iter().map(|p| p.process).collect::<Vec<_>>(), &bodies)
    {
        return;
    }
    let mut copies = 0u64;
    loop {
        let mut taken: Vec<u32> = Vec::new();
        let mut expected = 0usize;
        // Another loop over the same bodies counts for all its iterations.
        let mut whole: Option<u64> = None;
        let mut is_copy = true;
        for (part, body) in parts.iter().zip(&bodies) {
            let line = &lines[world.local_of[part.process as usize] as usize];
            let Some(&(last, item)) = line.last() else {
                is_copy = false;
                break;
            };
            if world.items.is_loop(item) && world.items.body(item) == world.items.body(part.item) {
                let other = outs.list[last as usize];
                if let Kind::Loop { count: theirs } = other.kind {
                    let same = other.parts.1 - other.parts.0 == out.parts.1 - out.parts.0
                        && world.items.count(item) / theirs == world.items.count(part.item) / count
                        && other.trouble == out.trouble
                        && whole.is_none_or(|known| known == theirs);
                    if same && (whole.is_some() || taken.is_empty()) {
                        whole = Some(theirs);
                        taken.push(last);
                        continue;
                    }
                }
            }
            let fits = whole.is_none()
                && line.len() >= body.len()
                && line.iter().rev().zip(body.iter().enumerate()).all(|((_, have), (place, _))| {
                    let want =
                        if backwards { body.get(place) } else { body.get(body.len() - 1 - place) };
                    want == Some(have)
                });
            if !fits {
                is_copy = false;
                break;
            }
            taken.extend(line.iter().rev().take(body.len()).map(|(at, _)| *at));
            expected += body.len();
        }
        taken.order();
        let parts_taken = taken.len();
        taken.dedup();
        let owned: usize = taken
            .iter()
            .map(|&at| (outs.list[at as usize].parts.1 - outs.list[at as usize].parts.0) as usize)
            .sum();
        if !is_copy
            || owned != parts_taken
            || (whole.is_some() && (taken.len() != 1 || expected > 0))
        {
            break;
        }
        for (part, body) in parts.iter().zip(&bodies) {
            let line = &mut lines[world.local_of[part.process as usize] as usize];
            let kept = line.len() - if whole.is_some() { 1 } else { body.len() };
            line.truncate(kept);
        }
        taken.iter().for_each(|&at| outs.list[at as usize].kind = Kind::Gone);
        copies = copies.saturating_add(whole.unwrap_or(1));
    }
    if copies == 0 {
        return;
    }
    let total = count.saturating_add(copies);
    for (place, part) in parts.iter().enumerate() {
        let times = world.items.count(part.item) / count;
        let body = world.items.body(part.item).to_vec();
        let item = world.items.repeat(part.process, total.saturating_mul(times), &body);
        outs.parts[out.parts.0 as usize + place].item = item;
    }
    outs.list[at as usize].kind = Kind::Loop { count: total };
}

/// Whether all messages of an iteration stay in it.
fn is_closed(world: &mut World, processes: &[u32], bodies: &[Vec<ItemId>]) -> bool {
    let World { items, channels, .. } = world;
    let mut touched: Vec<ChannelId> = Vec::new();
    for &item in bodies.iter().flatten() {
        let times = items.count(item);
        for &(end, b) in items.flow(item) {
            let (End::Send(channel) | End::Recv(channel)) = end else { continue };
            // Between sweeps nothing else is in flight.
            let flying = &mut channels[channel.index()].flying;
            let amount = b.saturating_mul(times);
            *flying = match end {
                End::Send(_) => flying.saturating_add_unsigned(amount),
                _ => flying.saturating_sub_unsigned(amount),
            };
            touched.push(channel);
        }
    }
    let inside = |process: u32| processes.binary_search(&process).is_ok();
    let mut is_closed = true;
    for channel in touched {
        // What is left over, where the channel comes first; nothing after that.
        let over = std::mem::take(&mut world.channels[channel.index()].flying);
        let (src, dst) = world.ends[channel.index()];
        // A partner that takes no part in the sweep can pair nothing here.
        let known = |process: u32| {
            world.local_of.get(process as usize).is_some_and(|&at| at != super::sweep::NOBODY)
        };
        is_closed &=
            if inside(src) && inside(dst) { over == 0 } else { !(known(src) && known(dst)) };
    }
    is_closed
}
