//! The collective operations of a model: how often each is run, in the main loop, before it and after it; and the messages that are
//! sent before it and after it.

use loopscope_core::numbers::set_text;
use loopscope_core::system::{Construct, ConstructId, GroupId, Model, NameId};

/// Operations that are listed.
const MOST: usize = 64;

/// The collective operations of a model, and what else is outside of its main loop.
#[derive(Default)]
pub(super) struct Collectives {
    pub(super) names: Vec<String>,
    /// The processes that take part.
    pub(super) groups: Vec<String>,
    /// Of each, how often it is run in all, in one iteration of the main loop, before that loop and after it.
    pub(super) counts: Vec<f64>,
    /// The events before the main loop and after it, over all processes, then the messages that are sent before it and after it; then
    /// its iterations in all its places, and the messages of one.
    pub(super) outside: Vec<f64>,
}

/// How often a construct is run: as [`Collectives::counts`].
type Runs = [f64; 4];

/// Finds the operations of a model by name and group. O(constructs).
pub(super) fn collectives(model: &Model) -> Collectives {
    let mut found = Collectives { outside: vec![0.0; 6], ..Collectives::default() };
    let mut keys: Vec<(NameId, GroupId)> = Vec::new();
    let mut runs: Vec<Runs> = vec![[1.0, 0.0, 0.0, 0.0]; model.len()];
    if let Some(main) = model.main_loop() {
        let mut holds_main = vec![false; model.len()];
        for named in &main.loops {
            let mut top = named.construct;
            while let Some(around) = model.parent(top) {
                top = around;
            }
            if let Some(holds_main) = holds_main.get_mut(top.index()) {
                *holds_main = true;
            }
        }
        let is_place = |id: &ConstructId| holds_main.get(id.index()).copied().unwrap_or(false);
        let first = model.root().iter().position(is_place).unwrap_or(0);
        let last = model.root().iter().rposition(is_place).unwrap_or(0);
        for (at, id) in model.root().iter().enumerate() {
            let side = if at < first { 0 } else { 1 };
            if let (Some(runs), true) = (runs.get_mut(id.index()), at < first || at > last) {
                runs[2 + side] = 1.0;
                found.outside[side] += model.span(*id) as f64;
            }
        }
        found.outside[4] = main.iterations as f64;
    }
    // Loops come after what is in them.
    for id in model.ids().rev() {
        let own = runs.get(id.index()).copied().unwrap_or_default();
        match model.construct(id) {
            Construct::Loop(node) => {
                let mut inside = own.map(|runs| runs * node.count as f64);
                if model.loop_id(id) == 1 {
                    inside[1] = 1.0;
                }
                for inner in model.body(&node) {
                    if let Some(runs) = runs.get_mut(inner.index()) {
                        *runs = inside;
                    }
                }
            }
            Construct::Sync { name, group } => {
                let key = (name, group);
                let at = keys.iter().position(|known| *known == key).unwrap_or(keys.len());
                if at == keys.len() && at < MOST {
                    keys.push(key);
                    found.names.push(model.name(name).to_owned());
                    found.groups.push(set_text(model.group(group).iter().copied()));
                    found.counts.extend(Runs::default());
                }
                let sums = found.counts.iter_mut().skip(4 * at);
                sums.zip(own).for_each(|(sum, own)| *sum += own);
            }
            Construct::Send(_) => {
                let sums = found.outside.iter_mut().skip(2);
                sums.zip([own[2], own[3], 0.0, own[1]]).for_each(|(sum, own)| *sum += own);
            }
            Construct::Recv(_) | Construct::Local { .. } => {}
        }
    }
    found
}

#[cfg(test)]
mod tests;
