//! Comparing as work of a session, and what is kept of it to draw.

use std::sync::Arc;

use loopscope_core::method::Method;
use loopscope_core::trace::ProcessId;
use loopscope_draw::scene::ribbon::{aligned, AlignedRow};
use loopscope_formats::notes::Note;

use super::{Comparing, Outcome};
use crate::analyse::ProcessNest;
use crate::answer::process_of;
use crate::message::{Reply, RibbonLook, Step};
use crate::options::Options;
use crate::view::picture::{flat, theme};
use crate::view::summary;
use crate::{refusal, Session};

/// So many comparisons are kept to be drawn again,
const KEPT: usize = 16;
/// as long as their nests together have no more nodes and top-level items than this. The newest is
/// kept whatever its size.
const KEPT_ITEMS: u64 = 4_000_000;

/// A comparison under way.
#[derive(Debug)]
pub(crate) struct Job {
    handle: u32,
    comparing: Comparing,
}

/// The nests of processes that were compared, the newest last.
#[derive(Debug, Default)]
pub(crate) struct Compared {
    kept: Vec<Kept>,
}

#[derive(Debug)]
struct Kept {
    handle: u32,
    process: ProcessId,
    /// Those it was compared under; the method among them says nothing.
    options: Options,
    nests: Vec<(Method, Arc<ProcessNest>)>,
    differing: Vec<(u64, u64)>,
}

impl Kept {
    fn is(&self, handle: u32, process: ProcessId, options: &Options) -> bool {
        let method = self.options.method;
        (self.handle, self.process) == (handle, process)
            && self.options == Options { method, ..options.clone() }
    }

    fn items(&self) -> u64 {
        let nests = self.nests.iter().map(|(_, process)| &process.nest);
        nests.map(|nest| (nest.nodes().len() + nest.root().len()) as u64).sum()
    }
}

impl Compared {
    fn keep(&mut self, kept: Kept) {
        self.kept.retain(|known| {
            known.handle == kept.handle && !known.is(kept.handle, kept.process, &kept.options)
        });
        self.kept.push(kept);
        while self.kept.len() > KEPT
            || (self.kept.len() > 1 && self.kept.iter().map(Kept::items).sum::<u64>() > KEPT_ITEMS)
        {
            self.kept.remove(0);
        }
    }
}

impl Session {
    /// Begins to compare the methods on one process of the loaded trace, under the options that it is
    /// analysed with; [`step`](Session::step) does the work. Other work under way is dropped.
    ///
    /// # Errors
    /// Nothing is loaded, it is a file of nests, or there is no such process.
    pub fn compare(&mut self, handle: u32, process: u32) -> Result<(), Note> {
        let loaded = self.ask(handle)?;
        process_of(loaded, process)?;
        let (Some(_), Some(options)) = (&loaded.trace, &loaded.options) else {
            return Err(without_trace(&loaded.name));
        };
        let comparing = Comparing::new(ProcessId(process), options);
        self.cancel();
        self.comparing = Some(Job { handle, comparing });
        Ok(())
    }

    /// A slice of the comparison under way, if there is one.
    pub(crate) fn step_comparing(&mut self) -> Option<Step> {
        let Job { handle, mut comparing } = self.comparing.take()?;
        let loaded = self.loaded.as_ref().filter(|loaded| loaded.handle == handle)?;
        let method = comparing.next_method();
        if comparing.step(loaded.trace.as_ref()?) {
            let step = Step::Comparing {
                handle,
                process: comparing.process().0,
                method: method.map(|method| method.name().to_owned()),
                done: comparing.done() as u32,
                methods: Method::ALL.len() as u32,
            };
            self.comparing = Some(Job { handle, comparing });
            return Some(step);
        }
        let (process, options) = (comparing.process(), comparing.options().clone());
        let outcome = comparing.finish(summary::noun(loaded));
        let Outcome { comparison, nests, differing } = outcome;
        self.compared.keep(Kept { handle, process, options, nests, differing });
        Some(Step::Compared { handle, comparison: Box::new(comparison) })
    }

    /// The methods' top levels of a process that was compared, one under the other.
    pub(crate) fn aligned(
        &self,
        handle: u32,
        process: u32,
        look: &RibbonLook,
    ) -> Result<Reply, Note> {
        let loaded = self.ask(handle)?;
        let options = loaded.options.as_ref().ok_or_else(|| without_trace(&loaded.name))?;
        let process = ProcessId(process);
        let mut kept = self.compared.kept.iter();
        let kept = kept.find(|kept| kept.is(handle, process, options)).ok_or_else(|| {
            refusal(
                &loaded.name,
                "the methods are not compared on this process".to_owned(),
                format!("process {process}"),
                "one that was compared lately".to_owned(),
                "compare it again".to_owned(),
            )
        })?;
        let rows: Vec<AlignedRow<'_>> = kept
            .nests
            .iter()
            .map(|(method, process)| AlignedRow {
                label: method.name(),
                source: loaded.source(process),
            })
            .collect();
        let scene = aligned(&rows, &kept.differing, f64::from(look.width), look.compact);
        Ok(Reply::Aligned { picture: flat(&scene, theme(&look.theme)) })
    }
}

/// Why nests cannot be compared without the trace they were made from.
pub fn without_trace(name: &str) -> Note {
    refusal(
        name,
        "the methods cannot be compared".to_owned(),
        "nests that one method made".to_owned(),
        "a trace".to_owned(),
        "open the trace that the nests were made from".to_owned(),
    )
}
