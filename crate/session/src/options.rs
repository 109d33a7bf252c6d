//! The options of an analysis: which items a trace is read as, when two are equal, and which method finds the loops.

pub use loopscope_core::method::Method;
use loopscope_core::numbers::thousands;
pub use loopscope_core::symbols::Locals;
use loopscope_core::symbols::{Field, Signature};
use loopscope_core::trace::{Kind, Trace, View};
use loopscope_formats::notes::Note;

use crate::error_note;
use crate::partners::without_partners;
use crate::wire::OptionsRequest;

/// The options that decide a nest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The method that finds the loops.
    pub method: Method,
    /// The items that the trace is read as.
    pub view: View,
    /// The fields in which two equal items agree. No effect if items have no fields.
    pub signature: Signature,
    /// What happens to local events.
    pub locals: Locals,
    /// In which order receives are written that take whatever comes first.
    pub order: ReceiveOrder,
    /// Whether processes are read without the partners that they take messages from.
    pub partners: Partners,
    /// Whether calls are read without sizes and numbers of polls that hide loops.
    pub details: Details,
}

/// Whether calls are read without their sizes, and rows of polls as one item, where these hide loops; see
/// [`elided`](loopscope_core::elided).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Details {
    /// Where they hide loops.
    #[default]
    Auto,
    /// As they were recorded.
    Recorded,
}

impl Details {
    /// Both, the default first.
    pub const ALL: [Self; 2] = [Self::Auto, Self::Recorded];

    /// Its name in the terminal.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Recorded => "recorded",
        }
    }

    /// What receives in that order leave.
    fn with(order: Option<ReceiveOrder>) -> Option<Self> {
        (order == Some(ReceiveOrder::Recorded)).then_some(Self::Recorded)
    }
}

/// Which processes are read without their partners: those who take messages from anybody and answer; see
/// [`partners`](loopscope_core::partners).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Partners {
    /// Those whose loops hold less than half of their events, where that shows loops.
    #[default]
    Auto,
    /// None.
    Off,
    /// All that take messages from anybody.
    All,
}

impl Partners {
    /// All, the default first.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Off, Self::All];

    /// Its name in the terminal.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Off => "off",
            Self::All => "all",
        }
    }

    /// What receives in that order leave: as recorded, each has its partner.
    fn with(order: Option<ReceiveOrder>) -> Option<Self> {
        (order == Some(ReceiveOrder::Recorded)).then_some(Self::Off)
    }
}

/// In which order receives are written that take whatever message comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ReceiveOrder {
    /// In one order, where the recorded ones vary by chance and the nest has fewer items then; see
    /// [`completions`](loopscope_core::completions).
    #[default]
    Auto,
    /// In the order in which they were recorded.
    Recorded,
}

impl ReceiveOrder {
    /// Both, the default first.
    pub const ALL: [Self; 2] = [Self::Auto, Self::Recorded];

    /// Its name in the terminal and in links.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Recorded => "recorded",
        }
    }
}

/// The options that a user asks for. What is `None` is chosen to suit the trace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OptionChoices {
    /// The method; `None` means [`default_method`].
    pub method: Option<Method>,
    /// The K of loop recognition; `None` means the default of the method.
    pub k: Option<usize>,
    /// The view; `None` means the first view that the trace has.
    pub view: Option<View>,
    /// Names of fields; `None` means the default of the view.
    pub signature: Option<Vec<String>>,
    /// What happens to local events; `None` means that they are kept.
    pub locals: Option<Locals>,
    /// In which order receives are written that take whatever comes first; `None` means [`ReceiveOrder::Auto`].
    pub order: Option<ReceiveOrder>,
    /// Which processes are read without their partners; `None` means [`Partners::Auto`].
    pub partners: Option<Partners>,
    /// Whether calls are read without details that hide loops; `None` means [`Details::Auto`].
    pub details: Option<Details>,
    /// Which of several traces to open, see [`Opening::choose`](crate::open::Opening::choose).
    pub only: Option<String>,
    /// Whether to ignore options that this trace does not have, instead of refusing them: they may come from a link that
    /// was made for another trace.
    pub lenient: bool,
    /// Whether texts in no known format are lists of symbols, see
    /// [`Opening::read_as_words`](crate::open::Opening::read_as_words).
    pub words: bool,
}

impl From<Options> for OptionChoices {
    fn from(options: Options) -> Self {
        Self {
            method: Some(options.method),
            k: options.method.k(),
            view: Some(options.view),
            signature: Some(options.signature.names().into_iter().map(str::to_owned).collect()),
            locals: Some(options.locals),
            order: Some(options.order),
            partners: Some(options.partners),
            details: Some(options.details),
            only: None,
            lenient: false,
            words: false,
        }
    }
}

impl TryFrom<OptionsRequest> for OptionChoices {
    type Error = Note;

    /// Reads the names that a link or a control of the page gives.
    fn try_from(words: OptionsRequest) -> Result<Self, Note> {
        let lenient = words.lenient.unwrap_or(false);
        let order = read(words.order, order_named, lenient)?;
        Ok(Self {
            method: read(words.method, method_named, lenient)?,
            k: words.k.map(|k| k as usize),
            view: read(words.view, view_named, lenient)?,
            signature: words.signature,
            locals: read(words.locals, locals_named, lenient)?,
            order,
            partners: Partners::with(order),
            details: Details::with(order),
            only: words.only,
            lenient,
            words: words.words.unwrap_or(false),
        })
    }
}

/// Reads a name, if there is one. If `lenient`, an unknown name is ignored.
fn read<T>(word: Option<String>, named: impl Fn(&str) -> Result<T, Note>, lenient: bool) -> Result<Option<T>, Note> {
    match word.as_deref().map(named).transpose() {
        Err(_) if lenient => Ok(None),
        read => read,
    }
}

/// The method of that name.
///
/// # Errors
/// No method has that name; the note lists all methods.
pub fn method_named(name: &str) -> Result<Method, Note> {
    let known: Vec<&str> = Method::ALL.iter().map(|method| method.name()).collect();
    Method::from_name(name).ok_or_else(|| unknown("method", name, &known))
}

/// The view of that name.
///
/// # Errors
/// No view has that name; the note lists all views.
pub fn view_named(name: &str) -> Result<View, Note> {
    let known: Vec<&str> = View::ALL.iter().map(|view| view.name()).collect();
    View::from_name(name).ok_or_else(|| unknown("view", name, &known))
}

/// What happens to local events, by its name.
///
/// # Errors
/// The name is neither `keep` nor `drop`.
pub fn locals_named(name: &str) -> Result<Locals, Note> {
    match name {
        "keep" => Ok(Locals::Keep),
        "drop" => Ok(Locals::Drop),
        // Other: a user may write anything; it is refused with the names there are.
        _ => Err(unknown("way with local events", name, &["keep", "drop"])),
    }
}

/// The order of receives of that name.
///
/// # Errors
/// The name is neither `auto` nor `recorded`.
pub fn order_named(name: &str) -> Result<ReceiveOrder, Note> {
    match name {
        "auto" => Ok(ReceiveOrder::Auto),
        "recorded" => Ok(ReceiveOrder::Recorded),
        // Other: a mistake of whoever wrote it, which is named.
        _ => Err(unknown_order(name)),
    }
}

#[inline(never)] // of a part that a first visit does not need
fn unknown_order(name: &str) -> Note {
    unknown("order of receives", name, &ReceiveOrder::ALL.map(ReceiveOrder::name))
}

fn unknown(what: &str, name: &str, known: &[&str]) -> Note {
    let remedy = "choose one of them".to_owned();
    error_note("", format!("unknown {what}"), format!("{name:?}"), known.join(" or "), remedy)
}

impl OptionChoices {
    /// The options for this trace. If [`lenient`](Self::lenient), those that it does not have are ignored.
    ///
    /// # Errors
    /// The trace does not have the view, or its items do not have a field (the note lists those there are); the method
    /// has no K, or the K is out of range.
    pub fn resolve(&self, name: &str, trace: &Trace) -> Result<Options, Note> {
        let views = trace.views();
        let view = match self.view {
            Some(view) if views.contains(&view) => view,
            Some(view) if !self.lenient => return Err(missing_view(name, view, &views)),
            // What the files do not say cannot be shown: then the calls say more.
            _ if without_partners(trace).is_some() => View::Calls,
            _ => views.first().copied().unwrap_or(View::Communication),
        };
        let fields = fields_of(trace, view);
        let signature = match &self.signature {
            None => default_signature(view, &fields),
            Some(words) if self.lenient => known_fields(words, view, &fields),
            Some(words) => parse_signature(name, words, (view, &fields))?,
        };
        let method = self.method.unwrap_or_else(|| default_method(view, longest(trace, view)));
        let method = match with_k(name, method, self.k) {
            Err(_) if self.lenient => method,
            method => method?,
        };
        let (locals, order) = (self.locals.unwrap_or_default(), self.order.unwrap_or_default());
        let partners = self.partners.unwrap_or_default();
        let details = self.details.unwrap_or_default();
        Ok(Options { method, view, signature, locals, order, partners, details })
    }
}

/// The default method of a view, for nests and models alike. `longest` is the length of the longest process.
///
/// Tuples get loop recognition, because no other method finds numbers that change from one iteration to the next. If a
/// process is too long for the usual method, as may happen in a browser, the default is the method without that limit.
pub fn default_method(view: View, longest: u64) -> Method {
    let usual = Method::default();
    match view {
        View::Values => Method::Nlr { k: Method::DEFAULT_K },
        View::Calls | View::Communication if longest > usual.limit() as u64 => Method::Greedy,
        View::Calls | View::Communication => usual,
    }
}

/// The number of items of the longest process in a view.
fn longest(trace: &Trace, view: View) -> u64 {
    let lengths = trace.processes().iter().filter_map(|process| process.len(view));
    lengths.max().unwrap_or(0) as u64
}

/// The method with the K that is asked for.
fn with_k(name: &str, method: Method, k: Option<usize>) -> Result<Method, Note> {
    let Some(k) = k else { return Ok(method) };
    method.with_k(k).ok_or_else(|| match method.k() {
        Some(_) => {
            let expected = format!("1 to {}", thousands(Method::MAX_K as u64));
            let remedy = format!("leave it out for {}", thousands(Method::DEFAULT_K as u64));
            error_note(name, "no such K", k.to_string(), expected, remedy)
        }
        None => error_note(
            name,
            format!("the method {method} has no K"),
            format!("K = {k}"),
            "the method nlr, or no K",
            "leave K out, or choose nlr",
        ),
    })
}

/// Whether records of a kind appear in a view.
pub(crate) fn belongs(kind: Kind, view: View) -> bool {
    match view {
        View::Calls => kind == Kind::Call,
        View::Communication => kind != Kind::Call,
        View::Values => false,
    }
}

/// The fields in which items of a view can differ. Empty for symbol lists and for tuples, which are compared whole.
pub fn fields_of(trace: &Trace, view: View) -> Vec<Field> {
    let records = || trace.table().records().iter().filter(|record| belongs(record.kind, view));
    let peers = records().any(|record| record.peer.is_some());
    let tags = records().any(|record| record.tag.is_some());
    let groups = records().any(|record| record.group.is_some());
    // In the communication view, a message does not show its size.
    let bytes = view == View::Calls && records().any(|record| record.bytes.is_some());
    let ops = records().any(|record| record.op.is_some());
    let roots = records().any(|record| record.root.is_some());
    let sites = records().any(|record| record.site.is_some());
    let name = peers || tags || groups || bytes || sites || (view == View::Communication && records().next().is_some());
    let has = |field| match field {
        Field::Name => name,
        Field::Peer | Field::PeerRelative => peers,
        Field::Tag => tags,
        Field::Group => groups,
        Field::Bytes | Field::BytesPow2 => bytes,
        Field::Op => ops,
        Field::Root => roots,
        Field::Site => sites,
    };
    Field::ALL.into_iter().filter(|&field| has(field)).collect()
}

/// The default signature of a view, without the fields that its items do not have.
pub(crate) fn default_signature(view: View, fields: &[Field]) -> Signature {
    let default = Signature::default_for(view);
    Signature::new(default.fields().iter().copied().filter(|field| fields.contains(field)))
}

/// Whether a trace has local events, which can be left out.
pub fn has_locals(trace: &Trace) -> bool {
    trace.table().records().iter().any(|record| record.kind == Kind::Local)
}

/// Whether a process of a trace has times in one of its views.
pub fn has_times(trace: &Trace) -> bool {
    let views = [View::Calls, View::Communication];
    trace.processes().iter().any(|process| views.iter().any(|&view| process.times(view).is_some()))
}

fn missing_view(name: &str, view: View, views: &[View]) -> Note {
    let known: Vec<&str> = views.iter().map(|view| view.name()).collect();
    error_note(
        name,
        format!("the trace cannot be looked at as {}", view.name()),
        known.join(", "),
        "a view that the trace has",
        format!("use --view {}", known.first().copied().unwrap_or("communication")),
    )
}

/// What the items of a view are called if they have no fields.
fn items(view: View) -> &'static str {
    match view {
        View::Values => "tuples",
        View::Calls | View::Communication => "words",
    }
}

/// Those of the named fields that items of the view have; the default of the view if there is none.
fn known_fields(words: &[String], view: View, fields: &[Field]) -> Signature {
    let known = |field: &&Field| words.iter().any(|word| word == field.name());
    let chosen: Vec<Field> = fields.iter().filter(known).copied().collect();
    match chosen.is_empty() {
        true => default_signature(view, fields),
        false => Signature::new(chosen),
    }
}

fn parse_signature(name: &str, words: &[String], (view, fields): (View, &[Field])) -> Result<Signature, Note> {
    let known: Vec<&str> = fields.iter().map(|field| field.name()).collect();
    if fields.is_empty() {
        if words.is_empty() {
            return Ok(Signature::new([]));
        }
        return Err(error_note(
            name,
            format!("the {} of this trace are compared whole, without fields", items(view)),
            words.join(","),
            "no signature",
            "leave the signature out",
        ));
    }
    let mut chosen = Vec::new();
    for word in words {
        match fields.iter().find(|field| field.name() == word) {
            Some(&field) => chosen.push(field),
            None => {
                return Err(error_note(
                    name,
                    "the items of this trace have no such field",
                    format!("{word:?}"),
                    known.join(", "),
                    "choose among the fields it has",
                ))
            }
        }
    }
    if chosen.is_empty() {
        return Err(error_note(
            name,
            "without any field all events would be the same",
            "no field",
            known.join(", "),
            "choose at least one field",
        ));
    }
    Ok(Signature::new(chosen))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_method_is_the_default_of_all_events() {
        for view in [View::Calls, View::Communication] {
            assert_eq!(default_method(view, 0), Method::default());
            let limit = Method::default().limit() as u64;
            assert_eq!(default_method(view, limit), Method::default());
            assert_eq!(default_method(view, limit + 1), Method::Greedy);
        }
        assert_eq!(default_method(View::Values, 1), Method::Nlr { k: Method::DEFAULT_K });
    }
}
