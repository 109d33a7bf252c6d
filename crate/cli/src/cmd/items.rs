//! Which items of a trace count, and when two of them are equal: arguments of several commands.

use clap::Args;
use loopscope_session::options::{view_named, OptionChoices};
use loopscope_session::trace::View;

use crate::cmd::LocalEvents;
use crate::failure::Failure;

#[derive(Args)]
pub(crate) struct Items {
    /// The view: which items the trace consists of [default: its first view]
    #[arg(long, value_parser = View::ALL.map(View::name))]
    view: Option<String>,
    /// The fields that must agree for two items to be equal, e.g. name,peer:rel
    ///
    /// name: the collective, call or local event (a send never equals a receive); peer: the other
    /// process; peer:rel: the distance to it; tag: the tag of the message; comm: the
    /// processes that take part; site: where the program makes a call, if the trace says so.
    /// Symbols and tuples have no fields.
    #[arg(long, value_name = "FIELD,..", value_delimiter = ',')]
    signature: Option<Vec<String>>,
    /// How local events are treated
    #[arg(long, value_enum, default_value = "keep")]
    locals: LocalEvents,
}

impl Items {
    /// The requested options, without those of the method.
    pub(crate) fn wanted(&self) -> Result<OptionChoices, Failure> {
        Ok(OptionChoices {
            view: self.view.as_deref().map(view_named).transpose().map_err(Failure::Usage)?,
            signature: self.signature.clone(),
            locals: Some(self.locals.locals()),
            ..OptionChoices::default()
        })
    }
}
