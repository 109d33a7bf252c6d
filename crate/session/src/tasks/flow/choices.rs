//! What a flow graph is made of.

use loopscope_core::event_flow::{FlowGraph, SuccessorLists};
use loopscope_core::symbols::Symbol;
use loopscope_core::trace::{Trace, View};
use loopscope_formats::notes::Note;

use crate::error_note;
use crate::options::{fields_of, OptionChoices, Options};

/// Whether calls that only ask for something are nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Queries {
    /// Like other calls.
    #[default]
    Keep,
    /// They are left out, and count as time between calls.
    Drop,
}

/// Calls that only ask, without prefix and in small letters.
const QUERIES: [&str; 7] = ["comm_rank", "comm_size", "wtime", "wtick", "initialized", "finalized", "get_version"];

/// How flow graphs are made, and of what.
#[derive(Clone, Debug, Default)]
pub struct FlowChoices {
    /// View, signature and local events; the method and its parameters have no effect.
    pub options: OptionChoices,
    /// What happens to calls that only ask.
    pub queries: Queries,
    /// Whether loops with several entries stay as they are. They are split by entry otherwise.
    pub keep_entries: bool,
    /// Whether a header has one loop, as in the paper. Self edges and shared headers are told apart otherwise.
    pub plain: bool,
    /// What else is found.
    pub details: Details,
}

/// What is found besides graph and loops, at the cost of another pass over the events.
#[derive(Clone, Copy, Debug, Default)]
pub struct Details {
    /// Makes the successor lists, from which the events follow again: [`SuccessorLists::new`]. A function, so that the page, which
    /// writes no lists, need not download it.
    pub lists: Option<fn(&FlowGraph, &[Symbol]) -> SuccessorLists>,
    /// How the graph grows.
    pub growth: bool,
    /// The iterations of the loop of that number in each process, from 1.
    pub iterations: Option<u32>,
}

impl FlowChoices {
    /// The options for this trace: calls, if it has any, by name and call site, if it has those.
    ///
    /// # Errors
    /// As [`OptionChoices::resolve`]; or the view is that of numbers, where what follows a tuple says nothing.
    pub fn resolve(&self, name: &str, trace: &Trace) -> Result<Options, Note> {
        let mut wanted = self.options.clone();
        if wanted.view.is_none() && trace.views().contains(&View::Calls) {
            wanted.view = Some(View::Calls);
        }
        let view = wanted.resolve(name, trace)?.view;
        if view == View::Values {
            return Err(error_note(
                name,
                "numbers have no flow graph",
                "tuples of numbers",
                "calls or events",
                "use `loopscope nest`, which finds loops in numbers",
            ));
        }
        let fields = fields_of(trace, view);
        if wanted.signature.is_none() && fields.iter().any(|field| field.name() == SITE) {
            wanted.signature = Some(vec!["name".to_owned(), SITE.to_owned()]);
        }
        wanted.resolve(name, trace)
    }

    /// Whether a symbol is left out.
    pub(super) fn leaves_out(&self, text: &str) -> bool {
        let name = text.split(['(', ' ']).next().unwrap_or("").to_ascii_lowercase();
        let base = name.strip_prefix("mpi_").unwrap_or(&name).trim_end_matches('_');
        self.queries == Queries::Drop && QUERIES.contains(&base)
    }
}

/// The field that says where in the program a call stands.
const SITE: &str = "site";
