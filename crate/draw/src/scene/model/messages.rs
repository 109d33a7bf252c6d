//! The messages of one body as arrows from step and row to step and row.

use loopscope_core::system::{ChannelId, ConstructId, Link, Loose, Model};
use rustc_hash::{FxHashMap, FxHashSet};

use super::body_plan::{BodyPlan, Item, Stretch, MARGIN};
use super::crossings::untangle;
use super::layout::{Arrow, End, OtherEnd};
use super::row_assignment::RowAssignment;

/// A body that has its place in the picture.
pub(super) struct Body<'a> {
    pub(super) model: &'a Model,
    pub(super) assignment: &'a RowAssignment,
    pub(super) plan: &'a BodyPlan,
    /// The loop whose body it is; `None` for the top level.
    pub(super) inside: Option<ConstructId>,
    /// The step at which it begins.
    pub(super) left: f64,
    /// Its first row.
    pub(super) top: u32,
}

/// The arrows of all messages of a body. O(links), and what [`untangle`] costs.
pub(super) fn arrows_of(body: &Body<'_>) -> Vec<Arrow> {
    let mut places: Places<'_> = FxHashMap::default();
    for item in &body.plan.items {
        if let Some(stretch) = body.plan.stretches.get(item.order) {
            places.insert(item.id, (item, stretch));
        }
    }
    // Of processes that share a row only one is drawn, so the same message may come several times.
    let mut known = FxHashSet::default();
    let links = body.plan.links.links.iter();
    let links = links.filter(|link| link.from != link.to && known.insert(body.key(link.from, link.to, link.channel)));
    let mut arrows: Vec<Arrow> = links.filter_map(|link| body.linked(&places, link)).collect();
    let loose = body.plan.links.loose.iter();
    let loose = loose.filter(|loose| {
        let own = loose.construct;
        body.model.as_loop(own).is_none() && known.insert(body.key(own, own, loose.channel))
    });
    arrows.extend(loose.filter_map(|loose| body.loose(&places, loose)));
    untangle(&mut arrows);
    arrows
}

/// The constructs of a body: their place, and the order of rows there.
type Places<'a> = FxHashMap<ConstructId, (&'a Item, &'a Stretch)>;

impl Body<'_> {
    /// What tells a message from the others of the picture: its constructs, its rows and its tag.
    fn key(&self, from: ConstructId, to: ConstructId, id: ChannelId) -> (ConstructId, ConstructId, u32, u32, i64) {
        let channel = self.model.channel(id);
        let row = |process| self.assignment.row(process);
        (from, to, row(channel.src), row(channel.dst), channel.tag)
    }

    /// Where a construct sends (or receives) a message; `None` if it is not drawn here.
    fn end(&self, places: &Places<'_>, id: ConstructId, channel: ChannelId, sends: bool) -> Option<End> {
        let (item, stretch) = places.get(&id)?;
        let channel = self.model.channel(channel);
        let own = if sends { channel.src } else { channel.dst };
        let x = match (self.model.as_loop(id), sends) {
            (None, _) => item.start + 0.5,
            (Some(_), true) => item.start + item.width - MARGIN,
            (Some(_), false) => item.start + MARGIN,
        };
        let row = self.plan.place(stretch, self.assignment.row(own), self.top)?;
        Some((self.left + x, row))
    }

    /// The arrow of a message that is sent and received in this body; `None` if neither end is drawn.
    fn linked(&self, places: &Places<'_>, link: &Link) -> Option<Arrow> {
        let to = self.end(places, link.to, link.channel, false);
        let from = match (self.end(places, link.from, link.channel, true), to) {
            // Of two loops that run side by side, the sender may end after the receiver begins.
            (Some(sent), Some(received)) if sent.0 >= received.0 => {
                let begin = places.get(&link.from);
                let begin = begin.map(|(item, _)| self.left + item.start + MARGIN);
                Some((begin.unwrap_or(sent.0), sent.1))
            }
            (from, _) => from,
        };
        let other = match (from, to) {
            (Some(_), Some(_)) => OtherEnd::Drawn,
            (None, None) => return None,
            _ => OtherEnd::Hidden,
        };
        let own = |id| Some(id).filter(|&id| self.model.as_loop(id).is_none());
        let events = (own(link.from), own(link.to));
        Some(self.arrow((link.channel, link.count), (from, to), other, events))
    }

    /// The arrow of an event whose other half is not in this body; `None` if the event is not drawn.
    fn loose(&self, places: &Places<'_>, loose: &Loose) -> Option<Arrow> {
        let at = self.end(places, loose.construct, loose.channel, loose.sends)?;
        let ends = if loose.sends { (Some(at), None) } else { (None, Some(at)) };
        let other = match self.inside.and_then(|id| self.model.as_loop(id)) {
            None => OtherEnd::Missing,
            Some(node) if self.model.open(&node).contains(&loose.channel) => OtherEnd::Iteration,
            Some(_) => OtherEnd::Outside,
        };
        let own = |sends| Some(loose.construct).filter(|&id| loose.sends == sends && self.model.as_loop(id).is_none());
        Some(self.arrow((loose.channel, loose.count), ends, other, (own(true), own(false))))
    }

    fn arrow(
        &self,
        (channel, count): (ChannelId, u64),
        (from, to): (Option<End>, Option<End>),
        other: OtherEnd,
        (sender, receiver): (Option<ConstructId>, Option<ConstructId>),
    ) -> Arrow {
        let tag = self.model.channel(channel).tag;
        let inside = self.inside;
        Arrow { channel, tag, from, to, other, count, inside, sender, receiver, crossing: None }
    }
}
