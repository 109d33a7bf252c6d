//! What a call of MPI does with messages, by its name in any spelling.

/// The part of a function's name between `MPI_` and the suffixes of compilers and tables; `None` if it is not a name of MPI.
///
/// `mpi_send_`, `MPI_SEND`, `PMPI_Send`, `mpi_send_f08_` and `MPI_Send()` all name `send`, in their own case.
pub fn base_name(name: &str) -> Option<&str> {
    let name = name.trim();
    let name = name.strip_suffix("()").unwrap_or(name);
    let name = name.strip_prefix(['P', 'p']).unwrap_or(name);
    let (prefix, rest) = name.split_at_checked(4)?;
    if !prefix.eq_ignore_ascii_case("mpi_") {
        return None;
    }
    let rest = rest.trim_end_matches('_');
    let plain = ["_f08ts", "_f08"].iter().find_map(|end| {
        let at = rest.len().checked_sub(end.len())?;
        let (plain, tail) = rest.split_at_checked(at)?;
        tail.eq_ignore_ascii_case(end).then_some(plain)
    });
    let rest = plain.unwrap_or(rest);
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    (!rest.is_empty() && rest.bytes().all(is_word)).then_some(rest)
}

/// Whether both name the same function of MPI, each in its own spelling.
pub fn is_same_function(one: &str, other: &str) -> bool {
    let both = base_name(one).zip(base_name(other));
    both.is_some_and(|(one, other)| one.eq_ignore_ascii_case(other))
}

/// What a call does with messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Starts MPI.
    Init,
    /// Ends MPI.
    Finalize,
    /// Sends, and is left when the message is on its way or received.
    Send,
    /// Sends and receives.
    SendReceive,
    /// Sends from a buffer of its own, without waiting for anybody.
    Buffered,
    /// Receives, and is left when the message is there.
    Receive,
    /// Begins a send: a later call completes it.
    Begin,
    /// Starts persistent requests, of sends or of receives.
    Start,
    /// Posts a receive: a later call completes it.
    Post,
    /// Begins a collective operation: a later call completes it.
    Join,
    /// Completes one request.
    Wait,
    /// Completes all requests that it names.
    WaitAll,
    /// Completes requests, the trace does not say which sends are among them.
    WaitSome,
    /// Anything else.
    Other,
}

impl Role {
    /// By the name of the function in any spelling.
    pub fn of(name: &str) -> Self {
        let Some(base) = base_name(name) else { return Self::Other };
        match base.to_ascii_lowercase().as_str() {
            "init" | "init_thread" => Self::Init,
            "finalize" => Self::Finalize,
            "send" | "ssend" | "rsend" => Self::Send,
            "sendrecv" | "sendrecv_replace" => Self::SendReceive,
            "bsend" | "ibsend" => Self::Buffered,
            "recv" | "mrecv" => Self::Receive,
            "isend" | "issend" | "irsend" => Self::Begin,
            "start" | "startall" => Self::Start,
            "irecv" | "imrecv" => Self::Post,
            "wait" => Self::Wait,
            "waitall" => Self::WaitAll,
            "waitany" | "waitsome" | "test" | "testall" | "testany" | "testsome" => Self::WaitSome,
            "ibarrier" | "ibcast" | "iexscan" | "igather" | "igatherv" | "iscan" | "iscatter" | "iscatterv" => {
                Self::Join
            }
            other
                if ["iallgather", "iallreduce", "ialltoall", "ireduce"]
                    .iter()
                    .any(|begin| other.starts_with(begin)) =>
            {
                Self::Join
            }
            // Other: every other function leaves requests alone.
            _ => Self::Other,
        }
    }

    /// Whether such a call completes requests.
    pub fn completes(self) -> bool {
        matches!(self, Self::Wait | Self::WaitAll | Self::WaitSome)
    }
}

#[cfg(test)]
mod tests;
