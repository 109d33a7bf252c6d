//! The texts of tooltips: what a construct of the picture is, and how often it runs.

use loopscope_core::numbers::{bytes, percent, plural, set_text, thousands, verb};
use loopscope_core::system::{Construct, ConstructId, Model};

use super::drawn::Drawn;
use super::layout::{Arrow, OtherEnd};

/// `L2 ×62`
pub(super) fn loop_title(model: &Model, id: ConstructId) -> String {
    let count = model.as_loop(id).map_or(0, |node| node.count);
    format!("L{} ×{}", model.loop_id(id), thousands(count))
}

/// `processes 0-15, 48.8 % of the events`
pub(super) fn loop_detail(model: &Model, id: ConstructId) -> String {
    let members = set_text(model.members(id).iter().map(|process| process.0));
    let word = plural(model.members(id).len() as u64, "process");
    let events = model.loop_named(model.loop_id(id)).map_or(0, |named| named.events);
    let share = percent(events as f64 / model.events().max(1) as f64);
    format!("{word} {members}, {share} of the events")
}

/// How often something in a loop happens: `62 × 249 = 15,438 times`.
pub(super) fn times(model: &Model, inside: Option<ConstructId>, count: u64) -> String {
    let mut factors: Vec<u64> = Vec::new();
    if count > 1 {
        factors.push(count);
    }
    let mut outer = inside;
    while let Some(id) = outer {
        factors.extend(model.as_loop(id).map(|node| node.count));
        outer = model.parent(id);
    }
    let product = factors.iter().fold(1u64, |product, &factor| product.saturating_mul(factor));
    match factors.as_slice() {
        [] => "once".to_owned(),
        [one] => format!("{} times", thousands(*one)),
        many => {
            let many: Vec<String> = many.iter().map(|&factor| thousands(factor)).collect();
            format!("{} = {} times", many.join(" × "), thousands(product))
        }
    }
}

/// `5 → 6, tag 2`, and `640 B` if there is one message, else `640 B (mean)`.
pub(super) fn arrow_title(drawn: &Drawn<'_>, arrow: &Arrow) -> String {
    let model = drawn.source.model;
    let channel = model.channel(arrow.channel);
    let sent = arrow.sender.and_then(|id| drawn.source.volumes?.of(id));
    let size = sent.map_or(String::new(), |sum| {
        // Only the sum of all messages is known.
        match runs(model, arrow.inside) {
            0 | 1 => format!(", {}", bytes(sum)),
            messages => {
                let mean = sum.saturating_add(messages / 2) / messages;
                format!(", {} (mean)", bytes(mean))
            }
        }
    });
    format!("{} → {}, tag {}{size}", channel.src, channel.dst, channel.tag)
}

/// How often the body of a loop runs.
fn runs(model: &Model, inside: Option<ConstructId>) -> u64 {
    let mut product = 1u64;
    let mut outer = inside;
    while let Some(id) = outer {
        product = product.saturating_mul(model.as_loop(id).map_or(1, |node| node.count));
        outer = model.parent(id);
    }
    product
}

/// How often a message is sent, and where its other end is.
pub(super) fn arrow_detail(drawn: &Drawn<'_>, arrow: &Arrow) -> String {
    let model = drawn.source.model;
    let mut times = times(model, arrow.inside, arrow.count);
    // The processes that share its row do the same.
    let sender = drawn.assignment.row(model.channel(arrow.channel).src);
    let alike = drawn.assignment.rows.get(sender as usize).map_or(1, Vec::len);
    if alike > 1 {
        let more = alike as u64 - 1;
        times.push_str(&format!(", and so {} {} more", verb(more, "does", "do"), thousands(more)));
    }
    let name = arrow.inside.map_or(String::new(), |id| format!("L{}", model.loop_id(id)));
    let done = if arrow.from.is_some() { "received" } else { "sent" };
    match arrow.other {
        OtherEnd::Drawn => times,
        OtherEnd::Iteration => format!("{times}; {done} in another iteration of {name}"),
        OtherEnd::Outside => format!("{times}; {done} outside of {name}"),
        OtherEnd::Hidden => format!("{times}; {done} in what is not shown"),
        OtherEnd::Missing => format!("{times}; {done} nowhere in the trace"),
    }
}

/// What a collective or a local event is.
pub(super) fn mark_title(model: &Model, id: ConstructId) -> String {
    match model.construct(id) {
        Construct::Sync { name, group } => {
            let name = model.name(name);
            let name = name.strip_prefix("MPI_").unwrap_or(name);
            format!("{name} among {}", set_text(model.group(group).iter().copied()))
        }
        Construct::Local { words } => model.name(words).to_owned(),
        Construct::Send(_) | Construct::Recv(_) | Construct::Loop(_) => String::new(),
    }
}

/// How often it runs, and which processes are missing.
pub(super) fn mark_detail(model: &Model, id: ConstructId) -> String {
    let times = times(model, model.parent(id), 1);
    let missing = match model.construct(id) {
        Construct::Sync { group, .. } => {
            let members = model.members(id);
            let is_missing = |&&process: &&u32| members.binary_search_by_key(&process, |p| p.0).is_err();
            set_text(model.group(group).iter().filter(is_missing).copied())
        }
        _ => String::new(),
    };
    if missing.is_empty() {
        times
    } else {
        format!("{times}; without {missing}")
    }
}
