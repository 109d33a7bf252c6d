//! Lines of the native format, as symbols and the text of a model have them.

/// The event that a line describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind<'a> {
    /// `SRC send DST TAG`
    Send {
        /// The receiver.
        peer: u32,
        /// The tag.
        tag: i64,
    },
    /// `SRC recv DST TAG`: an event of DST.
    Recv {
        /// The sender.
        peer: u32,
        /// The tag.
        tag: i64,
    },
    /// `PROCESS sync NAME GROUP`
    Sync {
        /// The operation.
        name: &'a str,
        /// The group, as written.
        group: &'a str,
    },
    /// `PROCESS local WORDS`
    Local {
        /// Its text.
        words: &'a str,
    },
}

/// A line of the native format: an event and its processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// The processes of the event, as written: a number or, for a collective of a model, a set.
    pub own: &'a str,
    /// The event.
    pub kind: LineKind<'a>,
}

impl<'a> Line<'a> {
    /// Reads a line; `None` if it is no such line, or if something is left out (`*`).
    ///
    /// ```
    /// use loopscope_core::system::{Line, LineKind};
    /// let line = Line::parse("0 recv 1 2").unwrap();
    /// assert_eq!((line.own, line.kind), ("1", LineKind::Recv { peer: 0, tag: 2 }));
    /// assert_eq!(Line::parse("0 recv 1 *"), None);
    /// ```
    pub fn parse(text: &'a str) -> Option<Self> {
        let (first, rest) = text.split_once(' ')?;
        let (verb, rest) = rest.split_once(' ')?;
        let message = || -> Option<(&'a str, i64)> {
            let (peer, tag) = rest.split_once(' ')?;
            Some((peer, tag.parse().ok()?))
        };
        let (own, kind) = match verb {
            "send" => {
                let (peer, tag) = message()?;
                (first, LineKind::Send { peer: peer.parse().ok()?, tag })
            }
            "recv" => {
                let (own, tag) = message()?;
                (own, LineKind::Recv { peer: first.parse().ok()?, tag })
            }
            "sync" => {
                let (name, group) = rest.rsplit_once(' ')?;
                (first, LineKind::Sync { name, group })
            }
            "local" => (first, LineKind::Local { words: rest }),
            // Other: the caller reports the line, and what a line may be.
            _ => return None,
        };
        Some(Line { own, kind })
    }
}

/// Reads a set of processes, `0-3,8`; `None` if the text is no set or has more than `limit` members.
pub(crate) fn parse_set(text: &str, limit: usize) -> Option<Vec<u32>> {
    let mut members = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (u32, u32) = (number(first)?, number(last)?);
        if last < first || (last - first) as usize >= limit.saturating_sub(members.len()) {
            return None;
        }
        members.extend(first..=last);
    }
    members.sort_unstable();
    members.dedup();
    Some(members)
}

/// Digits only: no sign.
fn number(text: &str) -> Option<u32> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}
