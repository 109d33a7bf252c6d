//! Which items of a trace are looked at, and when two of them are equal: arguments of several verbs.

use clap::Args;
use loopscope_session::options::{view_named, OptionChoices};
use loopscope_session::trace::View;

use crate::cmd::LocalEvents;
use crate::failure::Failure;

#[derive(Args)]
pub(crate) struct Items {
    /// Which items the trace is read as; the first view that it has if left out
    #[arg(long, value_parser = View::ALL.map(View::name))]
    view: Option<String>,
    /// Fields in which equal items agree, e.g. name,peer:rel
    ///
    /// name: which collective, call or words (sends and receives always differ); peer: the other
    /// process, or peer:rel: its distance from the own one; tag: the tag of the message; comm: the
    /// processes that take part. The words of a symbol list have no fields, nor have tuples.
    #[arg(long, value_name = "FIELD,..", value_delimiter = ',')]
    signature: Option<Vec<String>>,
    /// What becomes of local events
    #[arg(long, value_enum, default_value = "keep")]
    locals: LocalEvents,
}

impl Items {
    /// The options that they ask for; those of the method are left open.
    pub(crate) fn wanted(&self) -> Result<OptionChoices, Failure> {
        Ok(OptionChoices {
            view: self.view.as_deref().map(view_named).transpose().map_err(Failure::Usage)?,
            signature: self.signature.clone(),
            locals: Some(self.locals.locals()),
            ..OptionChoices::default()
        })
    }
}
