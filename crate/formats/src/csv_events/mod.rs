//! Tables of events with a header (CSV): each row is an event or a call.
//!
//! Source: RFC 4180 for the cells; the columns are what tracers and scripts write. A header names them,
//! in any order and in many words (see [`fields`](crate::input::fields)); columns with unknown titles are
//! ignored. Cells are separated by commas, semicolons, tabs or bars, whichever the header has most
//! of. Rows may end early: what is missing is empty. Rows that begin with `#` are comments; one that says
//! of which part of a run the table is ([`PART_REMARK`]) becomes a note.
//!
//! | row | becomes |
//! | --- | --- |
//! | an MPI call | a call with its fields, and its effects: messages where they are complete, collective operations |
//! | any other name | a call of that name, with its fields unchanged |
//! | with the kind `send`, `recv`, `sync`, `local`, `call` | that event itself |
//! | with the kind `enter` or `leave` (also `begin`, `end`) | a call from one to the other; a local event if it is not an MPI call |
//!
//! If a table has a column for the peer, names like `Isend` are MPI calls without the prefix `MPI_`, too. `mpi/call_replay.rs` says what
//! a call does with its cells: a column `matched` names the messages that a call
//! received, a column `req` the requests it made or waited for, and a column `site` where the program makes it.
//!
//! Rows keep the order of the file. The process of a row comes from its column or, without one, from the file's
//! name. Where a column says when a row begins, calls and events have times; a row without an end lasts no time. The title of
//! the column names the unit (`start_ns`, `Start (us)`); without one, numbers with a fraction are seconds and whole numbers
//! nanoseconds, and a note says so.
//!
//! [`columns`] proposes which column is which field. A [`Mapping`] in [`FileInfo`](crate::FileInfo) overrides it.
//! If two columns could be one field, the proposal takes the one with the surer name; [`Proposal::doubts`] lists what a person
//! should check.
//!
//! # Cost
//!
//! O(bytes); memory for each distinct name and record, in addition to the trace.

mod doubts;
mod mapping;
mod reader;
mod row;
#[cfg(test)]
mod tests;
mod times;

pub use crate::input::table::Mapping;
pub use doubts::Doubt;
pub use mapping::{columns, Column, Proposal, HEADER, PART_REMARK, ROWS, SITE_COLUMN, TIMED_HEADER};

use crate::content;
use crate::format::{Confidence, Format, Reading};
use crate::input::fields::Field;
use crate::input::head::Head;

/// Tables of events.
pub const FORMAT: Format = Format {
    name: "csv-events",
    title: "CSV of events",
    // A .csv beside a trace is hardly ever the trace.
    extensions: &[],
    common: true,
    sniff,
    highest: Confidence::Header,
    reading: Reading::Each(|file| Box::new(reader::EventsReader::new(file))),
};

fn sniff(head: &Head<'_>) -> Confidence {
    Confidence::Header.only_if(looks_like_events(head))
}

/// Whether a table's header names what happened and, of it, a process, a time or the other end of a
/// message. A table of numbers may have labels, but says nothing like that.
fn looks_like_events(head: &Head<'_>) -> bool {
    let Some(proposal) = columns(head.bytes) else { return false };
    if content::binary(head.bytes).is_some() {
        return false;
    }
    // Our own tables hold any names, numbers too.
    if head.lines().next().is_some_and(mapping::is_own_header) {
        return true;
    }
    let has = |wanted: &dyn Fn(Field) -> bool| proposal.columns.iter().filter_map(|column| column.field).any(wanted);
    let what = has(&|field| matches!(field, Field::Name | Field::Kind));
    let of_events = has(&|field| {
        use Field::*;
        matches!(field, Process | Start | End | Duration | Peer | Source | Destination | Tag | Comm | Request)
    });
    what && of_events && proposal.names_are_words()
}
