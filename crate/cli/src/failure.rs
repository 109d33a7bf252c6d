//! Why a command fails, what it prints then, and its exit status.

use std::io;

use loopscope_session::formats::notes::Note;

use crate::print::say;

/// What ends the help of the program and every manual page.
pub(crate) const STATUS: &str = "\
Exit status:
  0  done; what was skipped or looks wrong is noted on standard error
  1  a file cannot be read, understood or written
  2  the command makes no sense: a wrong option, or one that does not fit the trace

Results go to standard output, or to a file with -o; messages go to standard error, a line each.";

/// Why a command failed.
pub(crate) enum Failure {
    /// A file gives nothing, or cannot be read.
    Input(Vec<Note>),
    /// The command makes no sense for this trace.
    Usage(Note),
    /// The output cannot be written.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl Failure {
    /// Prints a line for each message, and returns the exit status.
    pub(crate) fn report(&self) -> u8 {
        match self {
            // Whoever reads our output has seen enough, as `head` does.
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            Failure::Output(error) => {
                say(format_args!("cannot write: {error}"));
                1
            }
            Failure::Input(notes) => {
                notes.iter().for_each(say);
                1
            }
            Failure::Usage(note) => {
                say(note);
                2
            }
        }
    }
}
