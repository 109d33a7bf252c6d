//! Queries that ask what the loops of a model hold.

use loopscope_formats::notes::Note;

use crate::ask::{places, written};
use crate::error::missing;
use crate::session::Session;
use crate::wire::{AskQuery, AskWhat, Reply};

impl Session {
    /// Answers a query, or does a slice of the work that its answer needs.
    ///
    /// # Errors
    /// There is no model, no such construct, or no answer.
    #[inline(never)] // of a part that a first visit does not need
    pub(super) fn ask(&self, query: &AskQuery) -> Result<Reply, Note> {
        let handle = query.handle;
        let known = self.model_of(handle)?;
        let model = known.program.model();
        let reply = match query.what {
            AskWhat::Places => places::of_loop(&known.program, query.construct)?,
            AskWhat::Describe => places::describe(model, query.construct, query.each)?,
            _ => {
                let loaded = self.trace(handle)?;
                let trace = loaded
                    .trace
                    .as_ref()
                    .ok_or_else(|| missing("a file of nests has no data", handle, "the trace it was made from"))?;
                self.kept().ask.answer(&loaded.name, trace, known, query)?
            }
        };
        Ok(Reply::Ask { json: written::json(&reply) })
    }
}
