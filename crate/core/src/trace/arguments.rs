//! The arguments of a call for which its record has no field, as a text.
//!
//! A record holds what tells events apart. A program that repeats the calls needs more: which requests a call completes, how large
//! a buffer a receive has, which of several communicators of the same processes it uses. If
//! [`TraceBuilder::keep_arguments`](super::TraceBuilder::keep_arguments) was called, a reader that knows them writes them, by
//! [`CallArguments::to_text`], as the site of the call. Requests are numbered by age, so that each iteration of a loop has the
//! same text.

/// What the record of a call does not hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CallArguments {
    /// The communicator: 0 is that of all processes, n the n-th that the process took part in making. `None` if the trace does
    /// not number them.
    pub comm: Option<u32>,
    /// Bytes that a receive has room for.
    pub room: Option<u64>,
    /// Whether the call opens a request.
    pub opens: bool,
    /// The requests that the call completes, ascending: how many of those open before the call are younger.
    pub completes: Vec<u32>,
    /// Of a call that sends and receives, whether it sends to the null process.
    pub to_null: bool,
    /// Of a call that sends and receives, where the second message comes from, and its tag.
    pub source: Option<(u32, i64)>,
}

/// The word that each text begins with, which no place in a program does.
const FIRST: &str = "arguments:";

impl CallArguments {
    /// The arguments as a text. [`CallArguments::parse`] reads it.
    pub fn to_text(&self) -> String {
        let mut text = FIRST.to_owned();
        let mut word = |name: &str, value: &str| {
            text.push(' ');
            text.push_str(name);
            text.push_str(value);
        };
        if let Some(comm) = self.comm {
            word("comm=", &comm.to_string());
        }
        if let Some(room) = self.room {
            word("room=", &room.to_string());
        }
        if self.opens {
            word("opens", "");
        }
        if !self.completes.is_empty() {
            let ages: Vec<String> = self.completes.iter().map(u32::to_string).collect();
            word("completes=", &ages.join(","));
        }
        if self.to_null {
            word("null", "");
        }
        if let Some((source, tag)) = self.source {
            word("source=", &format!("{source},{tag}"));
        }
        text
    }

    /// Reads such a text; `None` if it is another, such as the place of a call in a program.
    pub fn parse(text: &str) -> Option<Self> {
        let mut arguments = Self::default();
        for word in text.strip_prefix(FIRST)?.split_whitespace() {
            match word.split_once('=') {
                None if word == "opens" => arguments.opens = true,
                None if word == "null" => arguments.to_null = true,
                Some(("comm", value)) => arguments.comm = Some(value.parse().ok()?),
                Some(("room", value)) => arguments.room = Some(value.parse().ok()?),
                Some(("completes", ages)) => {
                    arguments.completes = ages.split(',').map(|age| age.parse().ok()).collect::<Option<_>>()?;
                }
                Some(("source", value)) => {
                    let (source, tag) = value.split_once(',')?;
                    arguments.source = Some((source.parse().ok()?, tag.parse().ok()?));
                }
                // Other: it is no list of arguments.
                _ => return None,
            }
        }
        Some(arguments)
    }
}

#[cfg(test)]
mod tests;
