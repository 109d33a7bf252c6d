//! The partner in the text of a symbol.

/// A message of the communication view: what it is, and with whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Message {
    pub(super) is_receive: bool,
    pub(super) peer: u32,
    /// Its text with `*` in place of the partner.
    pub(super) key: String,
}

impl Message {
    /// Reads `5 send 4 1` or `4 recv 5 1`; `None` for anything else, and where the partner is no number.
    pub(super) fn read(text: &str) -> Option<Self> {
        let form = Form::read(text)?;
        Some(Self { is_receive: form.is_receive, peer: form.peer.parse().ok()?, key: form.with("*") })
    }
}

/// The text of a message, taken apart at its partner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Form<'a> {
    pub(super) is_receive: bool,
    /// The partner, as written.
    pub(super) peer: &'a str,
    before: &'a str,
    after: &'a str,
}

impl<'a> Form<'a> {
    pub(super) fn read(text: &'a str) -> Option<Self> {
        let (first, rest) = text.split_once(' ')?;
        let (verb, rest) = rest.split_once(' ')?;
        let (second, _) = rest.split_once(' ')?;
        let place = text.len() - rest.len();
        let (is_receive, (start, end)) = match verb {
            "send" => (false, (place, place + second.len())),
            "recv" => (true, (0, first.len())),
            // Other: a collective or a local event, which has no partner.
            _ => return None,
        };
        Some(Form { is_receive, peer: text.get(start..end)?, before: text.get(..start)?, after: text.get(end..)? })
    }

    /// The text with another partner.
    pub(super) fn with(&self, peer: &str) -> String {
        [self.before, peer, self.after].concat()
    }
}
