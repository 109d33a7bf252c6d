//! Why a command fails, what it prints then, and its exit status.

use std::io;

use loopscope_session::error_note;
use loopscope_session::formats::notes::Note;

use crate::print::say;

/// What ends the help of the program and every manual page.
pub(crate) const STATUS: &str = "\
Exit status:
  0  done; notes on standard error say what was skipped or looks wrong
  1  a file cannot be read, understood or written
  2  the command is invalid, or does not fit the trace

Results go to standard output, or to a file with -o; messages go to standard error, one line each.";

/// Why a command failed.
pub(crate) enum Failure {
    /// A file cannot be used or read.
    Input(Vec<Note>),
    /// The command is invalid, or does not fit the trace.
    Usage(Note),
    /// The output cannot be written.
    Output(io::Error),
}

/// The failure of a command that is invalid, or does not fit the trace: see [`error_note`].
pub(crate) fn misuse(
    of: &str,
    what: impl Into<String>,
    found: impl Into<String>,
    expected: impl Into<String>,
    remedy: impl Into<String>,
) -> Failure {
    Failure::Usage(error_note(of, what, found, expected, remedy))
}

/// Most notes are on what was read.
impl From<Note> for Failure {
    fn from(note: Note) -> Self {
        Self::Input(vec![note])
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl Failure {
    /// Prints a line for each message, and returns the exit status.
    pub(crate) fn report(&self) -> u8 {
        match self {
            // The reader of the output has stopped, as `head` does.
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            Self::Output(error) => {
                say(format_args!("cannot write: {error}"));
                1
            }
            Self::Input(notes) => {
                notes.iter().for_each(say);
                1
            }
            Self::Usage(note) => {
                say(note);
                2
            }
        }
    }
}
