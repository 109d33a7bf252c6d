//! Doubts about the proposed meaning of columns, which a person should settle before the table is read.
//!
//! A doubt arises only where another choice is possible. A missing process column is no doubt if the file's name
//! gives the process, or if no remaining column could be one.

use loopscope_core::trace::ProcessId;

use super::mapping::Proposal;
use super::row::Row;
use crate::input::fields::Field;
use crate::input::fraction::is_number;
use crate::mpi::call_args::CallArgs;
use crate::mpi::names::{is_mpi, Class};
use crate::notes::quote;

/// A possible error in the choice of columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// The column, from 0; `None` if it is about all of them.
    pub column: Option<usize>,
    /// The doubt, worded for the user.
    pub what: String,
}

/// Fields whose choice changes the events. Two columns for the time raise no doubt.
const DECIDING: [Field; 7] =
    [Field::Process, Field::Name, Field::Peer, Field::Source, Field::Destination, Field::Tag, Field::Bytes];

impl Proposal {
    /// All doubts, at most one for each column. `numbered`: whether the name of the file gives the process.
    /// O(examined cells).
    pub fn doubts(&self, numbered: bool) -> Vec<Doubt> {
        let mut doubts: Vec<Doubt> = (0..self.columns.len()).filter_map(|at| self.doubt(at)).collect();
        let mut whole = |what: &str| doubts.push(Doubt { column: None, what: what.to_owned() });
        let free = (0..self.columns.len()).any(|at| self.could_be_process(at));
        if !numbered && self.place(Field::Process).is_none() && free {
            whole("no column gives the process: all rows count as one process");
        }
        let ends = [Field::Peer, Field::Source, Field::Destination];
        if ends.iter().all(|&field| self.place(field).is_none()) && free && self.has_messages() {
            whole("no column gives the other end of a message: sends and receives are read as plain calls");
        }
        doubts
    }

    fn doubt(&self, at: usize) -> Option<Doubt> {
        let column = self.columns.get(at)?;
        let doubt = |what: String| Some(Doubt { column: Some(at), what });
        let Some(field) = column.field else {
            let (sure, field) = Field::known(column.title.as_bytes())?;
            let other = self.place(field)?;
            let (other_sure, _) = Field::known(self.columns.get(other)?.title.as_bytes())?;
            let differ = self.rows.iter().any(|row| row.get(at) != row.get(other));
            let open = DECIDING.contains(&field) && differ && Field::are_as_sure(sure, other_sure);
            let title = &self.columns.get(other)?.title;
            return doubt(format!("could be the same as {title}")).filter(|_| open);
        };
        if Some(at) == self.names() {
            let number = self.cells(at).find(|cell| is_number(cell))?;
            return doubt(format!("should contain names, but contains {}", quote(number.as_bytes())));
        }
        let bad = self.cells(at).find(|cell| !accepts(field, cell.as_bytes()))?;
        doubt(format!("should contain numbers, but contains {}", quote(bad.as_bytes())))
    }

    /// Whether the column has no field and could be the number of a process.
    fn could_be_process(&self, at: usize) -> bool {
        let small = |cell: &str| cell.parse::<u32>().is_ok_and(|number| number <= ProcessId::MAX);
        let unknown = |title: &str| Field::known(title.as_bytes()).is_none();
        let free = self.columns.get(at).is_some_and(|it| it.field.is_none() && unknown(&it.title));
        free && self.cells(at).next().is_some() && self.cells(at).all(small)
    }

    /// Whether the first rows hold calls that send or receive.
    fn has_messages(&self) -> bool {
        let names = self.names();
        names.is_some_and(|names| self.cells(names).map(Class::of).any(|it| it.sends() || it.receives()))
    }

    /// Whether this is a trace without a doubt, whatever the file is called: calls of MPI alone, among them some that send or
    /// receive, and a column with the other end of their messages.
    pub fn is_surely_trace(&self) -> bool {
        let ends = [Field::Peer, Field::Source, Field::Destination];
        let calls = self.names().is_some_and(|names| self.cells(names).all(is_mpi));
        calls && self.has_messages() && ends.iter().any(|&field| self.place(field).is_some())
    }

    /// The columns that hold calls of MPI and nothing else.
    fn calls(&self) -> impl Iterator<Item = usize> + '_ {
        let calls = |at: &usize| self.cells(*at).next().is_some() && self.cells(*at).all(is_mpi);
        (0..self.columns.len()).filter(calls)
    }

    /// If no title marks the column of names, proposes the only column of MPI calls: a starting point for the
    /// user.
    pub fn guess_names(&mut self) {
        let mut calls = self.calls();
        let (first, second) = (calls.next(), calls.next());
        drop(calls);
        if let (None, Some(at), None) = (self.names(), first, second) {
            if let Some(column) = self.columns.get_mut(at).filter(|it| it.field.is_none()) {
                column.field = Some(Field::Name);
            }
        }
    }

    /// Whether this may be a table of events although its header does not say so: rows as long as the header, and a
    /// column of calls of MPI, or `plainly` a table, with columns of words and of numbers.
    pub fn may_be_events(&self, plainly: bool) -> bool {
        let bracket = |title: &str| title.matches('(').count() != title.matches(')').count();
        let titled = self.columns.iter().all(|column| !bracket(&column.title));
        if !self.even || !titled {
            return false;
        }
        let numbers = |at: usize| self.cells(at).next().is_some() && self.cells(at).all(is_number);
        let words = |at: usize| self.cells(at).next().is_some() && !self.cells(at).any(is_number);
        let any = |of: &dyn Fn(usize) -> bool| (0..self.columns.len()).any(of);
        self.calls().next().is_some() || (plainly && any(&words) && any(&numbers))
    }
}

/// Whether a cell can be of that field.
fn accepts(field: Field, cell: &[u8]) -> bool {
    let mut row = Row::default();
    let taken = row.take(field, cell.into(), &mut CallArgs::default()).is_ok();
    taken && (field != Field::Start || row.times.start().is_some())
}
