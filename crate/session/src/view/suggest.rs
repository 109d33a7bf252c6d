//! Suggestions if no loop was found: changes of options that have been tried and give one.

use loopscope_core::symbols::{Field, Signature};
use loopscope_core::trace::{Process, Trace, View};

use crate::analysis::ProcessNest;
use crate::options::{default_signature, fields_of, Options};
use crate::wire::Suggestion;
use loopscope_core::numbers::{counted, thousands};

/// Up to three changes of the options under which this process has loops.
#[inline(never)] // of a part that a first visit does not need
pub(crate) fn changes(trace: &Trace, process: &Process, options: &Options, noun: &str) -> Vec<Suggestion> {
    const MOST: usize = 3;
    let mut found = Vec::new();
    for (label, changed) in candidates(trace, options) {
        if found.len() == MOST {
            break;
        }
        // By the chosen method, so that the page shows the same after the change.
        let Ok(nest) = ProcessNest::build(process, trace.table(), &changed) else { continue };
        let Some(main) = &nest.stats.main_loop else { continue };
        let what = if main.share >= 0.5 { "one loop" } else { "the largest loop" };
        let each = counted(main.period, noun);
        let mut outcome = format!("{what}, ×{}, {each} each time", thousands(main.count));
        if main.runs > 1 {
            outcome.push_str(&format!(", in {}", counted(main.runs, "run")));
        }
        found.push(Suggestion { label, options: (&changed).into(), outcome });
    }
    found
}

/// Changes worth trying, the mildest first.
fn candidates(trace: &Trace, options: &Options) -> Vec<(String, Options)> {
    let fields = fields_of(trace, options.view);
    let now = options.signature.fields();
    let with = |signature: Signature| Options { signature, ..options.clone() };
    let without =
        |left_out: &[Field]| with(Signature::new(now.iter().copied().filter(|field| !left_out.contains(field))));
    let mut candidates = Vec::new();
    if now.contains(&Field::Tag) {
        candidates.push(("Leave out tags".to_owned(), without(&[Field::Tag])));
    }
    if now.contains(&Field::Peer) && fields.contains(&Field::PeerRelative) {
        let relative = Signature::new(now.iter().copied().chain([Field::PeerRelative]));
        candidates.push(("Count peers from the own process".to_owned(), with(relative)));
        candidates.push(("Leave out peers".to_owned(), without(&[Field::Peer])));
        if now.contains(&Field::Tag) {
            let label = "Leave out peers and tags".to_owned();
            candidates.push((label, without(&[Field::Peer, Field::Tag])));
        }
    }
    for view in trace.views().into_iter().filter(|&view| view != options.view) {
        let name = match view {
            View::Calls => "calls",
            View::Communication => "messages",
            View::Values => "numbers",
        };
        let signature = default_signature(view, &fields_of(trace, view));
        let changed = Options { view, signature, ..options.clone() };
        candidates.push((format!("Look at {name}"), changed));
    }
    candidates
}
