//! Which send a receive gets its message from, as a place and a function of the indices: from the model alone.
//!
//! On the innermost level on which a channel is closed, the k-th message that is sent is the k-th that is received
//! ([`Model::links`]). So the number of a receive among those of that level, which is linear in the indices of the loops
//! inside, is the number of its send. Going down along the sends, each loop divides the number by the messages of one
//! iteration. Where the parts do not divide evenly, or one receive gets its messages from several places, there is no
//! such function, and the receive is refused. O(depth times constructs of a body).

use crate::system::{Channel, ChannelId, Construct, ConstructId, Model};

use super::positions::{Formula, Positions};

/// The send of a receive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partner {
    /// The construct that sends.
    pub send: ConstructId,
    /// Where the send lies among the events of its process, by the indices of the loops around the receive.
    pub at: Formula,
}

/// How many messages of a channel a construct sends and receives in all its iterations. Loops in which the channel is closed
/// do not count: they receive what they send, and nothing is in flight when they are entered.
fn counts(model: &Model, id: ConstructId, channel: ChannelId) -> (u64, u64) {
    match model.construct(id) {
        Construct::Send(own) if own == channel => (1, 0),
        Construct::Recv(own) if own == channel => (0, 1),
        Construct::Loop(node) => {
            let flows = model.flow(&node);
            let at = flows.binary_search_by_key(&channel, |flow| flow.channel).ok();
            at.and_then(|at| flows.get(at)).map_or((0, 0), |flow| (flow.sends, flow.recvs))
        }
        Construct::Send(_) | Construct::Recv(_) | Construct::Sync { .. } | Construct::Local { .. } => (0, 0),
    }
}

fn in_body(model: &Model, body: &[ConstructId], channel: ChannelId) -> (u64, u64) {
    let mut all = (0u64, 0u64);
    for &id in body {
        let (sends, recvs) = counts(model, id, channel);
        all = (all.0.saturating_add(sends), all.1.saturating_add(recvs));
    }
    all
}

/// The numbers `first + sum of step * index` of the messages that a receive gets, over the loops inside of a level.
#[derive(Clone, Debug, Default)]
struct Number {
    first: u64,
    /// For each loop inside of the level, outermost first: the step, and the last index.
    steps: Vec<(u64, u64)>,
}

impl Number {
    fn last(&self) -> Option<u64> {
        let mut last = self.first;
        for &(step, index) in &self.steps {
            last = last.checked_add(step.checked_mul(index)?)?;
        }
        Some(last)
    }

    /// Divides by the messages of one iteration of a loop: the iteration, and the number of the message in it. `None` where that
    /// is not linear in the indices: parts divide evenly, or stay inside of an iteration.
    fn divided(&self, each: u64) -> Option<(Self, Self)> {
        let mut iteration = Self { first: self.first / each, steps: Vec::new() };
        let mut rest = Self { first: self.first % each, steps: Vec::new() };
        for &(step, index) in &self.steps {
            if step >= each && step % each != 0 {
                return None;
            }
            let (whole, part) = if step >= each { (step / each, 0) } else { (0, step) };
            iteration.steps.push((whole, index));
            rest.steps.push((part, index));
        }
        rest.last().filter(|&last| last < each).map(|_| (iteration, rest))
    }
}

/// The level on which a channel is closed around a receive.
struct Level<'a> {
    body: &'a [ConstructId],
    /// The construct of the body that holds the receive, or is it.
    inside: ConstructId,
    /// The number of the receive among those of the level.
    number: Number,
}

/// Goes outwards from a receive to the level on which its channel is closed.
fn level_of(model: &Model, recv: ConstructId, channel: ChannelId) -> Level<'_> {
    let (mut number, mut inside) = (Number::default(), recv);
    loop {
        let around = model.parent(inside).and_then(|id| Some((id, model.as_loop(id)?)));
        let body = around.map_or(model.root(), |(_, node)| model.body(&node));
        for &id in body.iter().take_while(|&&id| id != inside) {
            number.first = number.first.saturating_add(counts(model, id, channel).1);
        }
        let Some((loop_id, node)) = around else { return Level { body, inside, number } };
        let (sends, recvs) = in_body(model, body, channel);
        let open = model.open(&node).binary_search(&channel).is_ok();
        if sends == recvs && !open {
            return Level { body, inside, number };
        }
        number.steps.insert(0, (recvs, node.count - 1));
        inside = loop_id;
    }
}

/// The send of a receive.
///
/// # Errors
/// Why there is no single place that sends what it receives, in words.
pub fn partner(model: &Model, positions: &Positions<'_>, recv: ConstructId) -> Result<Partner, String> {
    let Construct::Recv(channel) = model.construct(recv) else {
        return Err("this is no receive".to_owned());
    };
    let Channel { src, dst, tag } = model.channel(channel);
    let name = format!("{src} {dst} {tag}");
    let scattered =
        || format!("the messages of {name} that are received here do not come from one place, or not in step");
    let Level { mut body, inside, mut number } = level_of(model, recv, channel);
    // The level itself: the loops around it are those of both.
    let mut at = Formula::default();
    if let Some(around) = model.parent(inside) {
        at = positions.absolute(around, src).ok_or_else(scattered)?;
        at.strides.push(positions.period(around, src).unwrap_or(0));
    }
    let outer = at.strides.len();
    at.strides.resize(outer + number.steps.len(), 0);
    // Inwards along the sends. The index of each loop of the receive inside the level adds to the position.
    loop {
        let last = number.last().ok_or_else(scattered)?;
        let (id, before) = holder(model, body, channel, (number.first, last)).map_err(|all| match all {
            true => scattered(),
            false => format!("not every message of {name} that is received here is sent"),
        })?;
        number.first -= before;
        at.base = at.base.saturating_add(positions.relative(id, src).unwrap_or(0));
        let Construct::Loop(node) = model.construct(id) else {
            return Ok(Partner { send: id, at });
        };
        body = model.body(&node);
        let each = in_body(model, body, channel).0.max(1);
        let period = positions.period(id, src).unwrap_or(0);
        let (iteration, rest) = number.divided(each).ok_or_else(scattered)?;
        at.base = at.base.saturating_add(period.saturating_mul(iteration.first));
        for (stride, (whole, _)) in at.strides.iter_mut().skip(outer).zip(&iteration.steps) {
            *stride = stride.saturating_add(period.saturating_mul(*whole));
        }
        number = rest;
    }
}

/// The construct of a body that sends all messages from one number to another, and how many are sent before it.
///
/// # Errors
/// None does; whether all of them are sent in the body.
fn holder(
    model: &Model,
    body: &[ConstructId],
    channel: ChannelId,
    (first, last): (u64, u64),
) -> Result<(ConstructId, u64), bool> {
    let mut before = 0u64;
    for &id in body {
        let end = before.saturating_add(counts(model, id, channel).0);
        if first >= before && last < end {
            return Ok((id, before));
        }
        before = end;
    }
    Err(last < before)
}
