//! A trace written in one of the forms of `loopscope convert`, process by process.

use std::io::{self, Write};
use std::sync::Arc;

use loopscope_session::analysis::ProcessNest;
use loopscope_session::export::{self, Form, Iterations, Writer};
use loopscope_session::options::Options;
use loopscope_session::trace::{Process, Trace, View};

use crate::failure::Failure;
use crate::reading::Bar;

/// What is written.
pub(crate) struct TraceFile<'a> {
    pub(crate) trace: &'a Trace,
    pub(crate) form: Form,
    /// The nests of the written processes, in their order; for chrome only.
    pub(crate) nests: Vec<ProcessNest>,
    /// The view of the nests.
    pub(crate) view: Option<View>,
    pub(crate) most: Iterations,
}

impl TraceFile<'_> {
    pub(crate) fn begin(&self, out: &mut impl Write) -> io::Result<()> {
        match self.view {
            Some(view) => export::begin_slices(self.trace, view, out),
            None => Writer::new(self.trace, self.form).begin(out),
        }
    }

    /// Writes the `at`-th of the written processes.
    pub(crate) fn process(&self, at: usize, process: &Process, out: &mut impl Write) -> io::Result<()> {
        match (self.view, self.nests.get(at)) {
            (Some(view), Some(nest)) => export::write_slices(process, self.trace.table(), view, nest, self.most, out),
            _ => Writer::new(self.trace, self.form).process(process, out),
        }
    }

    pub(crate) fn end(&self, out: &mut impl Write) -> io::Result<()> {
        match self.view {
            Some(_) => export::end_slices(out),
            None => Ok(()),
        }
    }
}

/// The nests of some processes.
///
/// # Errors
/// As [`ProcessNest::build`].
pub(crate) fn nests_of(
    trace: &Trace,
    processes: &[&Arc<Process>],
    options: &Options,
    bar: &Bar,
) -> Result<Vec<ProcessNest>, Failure> {
    let build = |(done, process): (usize, &&Arc<Process>)| {
        bar.count(done as u64, processes.len() as u64);
        Ok(ProcessNest::build(process, trace.table(), options)?)
    };
    processes.iter().enumerate().map(build).collect()
}
