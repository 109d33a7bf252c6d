//! Hubs in words: processes that take messages from anybody.

use loopscope_core::numbers::{capital, listed, set_text, thousands};
use loopscope_core::partners::{MainRow, Peers, Split};
use loopscope_core::trace::ProcessId;

/// "Process 0 takes from any of 63 processes; `*` stands for whoever it was, `<` for the last one."
pub(super) fn about(process: ProcessId, peers: &Peers) -> String {
    let (partners, _) = peers.figures();
    format!(
        "Process {process} takes from any of {} processes: * stands for whoever it was, < for the one it took from last.",
        thousands(partners)
    )
}

/// "Process 0 takes from any of 63 processes; each is shown by itself, 18 to 48 times."
pub(crate) fn about_hubs(split: &Split) -> String {
    let hubs = split.turns.iter().map(|turns| turns.hub.0);
    let each = match split.main_row() {
        Some(row) if row.workers > 1 => format!(", {}", times(&row)),
        _ => String::new(),
    };
    match split.turns.as_slice() {
        [turns] => format!(
            "Process {} takes from any of {} processes; each is shown by itself{each}.",
            turns.hub,
            thousands(turns.partners.len() as u64)
        ),
        several => {
            let hubs = match several.len() {
                2 => listed(&hubs.map(|hub| hub.to_string()).collect::<Vec<_>>()),
                _ => set_text(hubs),
            };
            let who = format!("processes {hubs} take from whoever comes first");
            format!("{}; each of their partners is shown by itself{each}.", capital(&who))
        }
    }
}

/// `18 to 48 times`
pub(crate) fn times(row: &MainRow) -> String {
    let (least, most) = row.counts;
    match least == most {
        true => loopscope_core::numbers::times(most),
        false => format!("{} to {} times", thousands(least), thousands(most)),
    }
}
