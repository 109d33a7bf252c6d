//! Whether a trace says with whom its calls communicate. A tracer may lack the records of some messages, such as those of
//! `MPI_Sendrecv`: then the communication view holds little of the run, and the calls say more.

use loopscope_core::trace::{RecordId, Trace, View};

/// Of so many calls that send or receive at least one has an event of communication.
const CALLS: u64 = 4;

/// Calls that are looked at: their shares tell those of all.
const LOOKED_AT: u64 = 1 << 20;

/// Of a trace most of whose messages have no recorded partner, its events of communication and its calls that send or receive.
/// O(records, and at most a million calls).
pub(crate) fn without_partners(trace: &Trace) -> Option<(u64, u64)> {
    let [events, calls] = [View::Communication, View::Calls].map(|view| trace.event_count(view));
    if calls == 0 || events.saturating_mul(CALLS) >= calls {
        return None;
    }
    let is_message = |name: &str| {
        let is = |word: &[u8]| word.eq_ignore_ascii_case(b"send") || word.eq_ignore_ascii_case(b"recv");
        name.as_bytes().windows(4).any(is)
    };
    let table = trace.table();
    let records = table.records().iter();
    let is_message: Vec<bool> = records.map(|record| is_message(table.name(record.name))).collect();
    if !is_message.contains(&true) {
        return None;
    }
    let (mut looked, mut found) = (0u64, 0u64);
    let mut buffer = Vec::new();
    let columns = trace.processes().iter().filter_map(|process| process.events(View::Calls));
    'all: for column in columns {
        for block in 0..column.blocks() {
            let block = column.block(block, &mut buffer);
            looked += block.len() as u64;
            let is = |id: &&RecordId| is_message.get(id.index()).copied().unwrap_or(false);
            found += block.iter().filter(is).count() as u64;
            if looked >= LOOKED_AT {
                break 'all;
            }
        }
    }
    let messages = u128::from(calls) * u128::from(found) / u128::from(looked.max(1));
    let messages = u64::try_from(messages).unwrap_or(u64::MAX);
    (events.saturating_mul(CALLS) < messages).then_some((events, messages))
}
