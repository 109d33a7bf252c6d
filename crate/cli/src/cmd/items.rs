//! Which items of a trace count, and when two of them are equal: arguments of several commands.

use clap::Args;
use loopscope_session::options::{order_named, view_named, Details, OptionChoices, Partners, ReceiveOrder};
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
    /// process; peer:rel: the distance to it; peer:any: none where messages come from anybody; tag: the tag of the message; comm: the
    /// processes that take part; site: where the program makes a call, if the trace says so.
    /// Symbols and tuples have no fields.
    #[arg(long, value_name = "FIELD,..", value_delimiter = ',')]
    signature: Option<Vec<String>>,
    /// How local events are treated
    #[arg(long, value_enum, default_value = "keep")]
    locals: LocalEvents,
}

/// In which order receives are written that take whatever comes first.
#[derive(Args, Default)]
pub(crate) struct Ordered {
    /// In which order receives are written that wait for whatever message comes first: auto (in one order where the
    /// recorded ones vary by chance) or recorded [default: auto]
    #[arg(long, value_name = "ORDER", value_parser = ReceiveOrder::ALL.map(ReceiveOrder::name))]
    order: Option<String>,
}

/// Which processes are read without their partners.
#[derive(Args, Default)]
pub(crate) struct Partnered {
    /// Whether processes that take messages from anybody and answer are shown without their partners: auto (where they have no loops
    /// otherwise), off or all [default: auto]
    #[arg(long, value_name = "WHICH", value_parser = Partners::ALL.map(Partners::name))]
    partners: Option<String>,
}

/// Whether calls are read without details that hide loops.
#[derive(Args, Default)]
pub(crate) struct Detailed {
    /// Whether sizes of calls and numbers of polls are left out where they hide loops: auto (if the main loop gains a quarter of the calls
    /// without sizes, or the rows of a poll have lengths without a rule) or recorded [default: auto]
    #[arg(long, value_name = "DETAILS", value_parser = Details::ALL.map(Details::name))]
    details: Option<String>,
}

impl Detailed {
    pub(crate) fn wanted(&self) -> Option<Details> {
        Details::ALL.into_iter().find(|which| Some(which.name()) == self.details.as_deref())
    }
}

impl Partnered {
    pub(crate) fn wanted(&self) -> Option<Partners> {
        Partners::ALL.into_iter().find(|which| Some(which.name()) == self.partners.as_deref())
    }
}

impl Ordered {
    pub(crate) fn wanted(&self) -> Result<Option<ReceiveOrder>, Failure> {
        self.order.as_deref().map(order_named).transpose().map_err(Failure::Usage)
    }
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
