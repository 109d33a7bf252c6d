//! What the processes do: which of them computes how long, sends and receives.

/// Processes of each program.
pub(crate) const RANKS: usize = 4;

/// Rounds of each program.
const ROUNDS: usize = 10;

/// Who talks to whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pattern {
    /// Each exchanges with its neighbours in a ring.
    Halo,
    /// Each receives from the one before it and sends to the next.
    Pipeline,
    /// The first hands out work and takes it back in order.
    Master,
}

/// What is changed in a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// Nothing.
    Nothing,
    /// The second process is not slower than the others.
    NoSlowRank,
    /// Nobody is disturbed.
    NoRandom,
    /// Everything takes half the time.
    Half,
    /// The third process takes twice the time.
    Double,
    /// The first process computes nothing.
    NoFirst,
    /// Nobody computes anything in every second round.
    EverySecond,
    /// Only the longest computation goes.
    NoLongest,
}

/// The changes that are predicted and run.
pub(crate) const CHANGES: [Change; 7] = [
    Change::NoSlowRank,
    Change::NoRandom,
    Change::Half,
    Change::Double,
    Change::NoFirst,
    Change::EverySecond,
    Change::NoLongest,
];

impl Change {
    /// What a table calls it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::NoSlowRank => "no slow process",
            Self::NoRandom => "no disturbances",
            Self::Half => "half the work",
            Self::Double => "process 2 twice as long",
            Self::NoFirst => "process 0 computes nothing",
            Self::EverySecond => "every second round free",
            Self::NoLongest => "longest computation gone",
        }
    }

    /// The change of that name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        CHANGES.into_iter().chain([Self::Nothing]).find(|change| change.name() == name)
    }
}

/// A step of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Sleeps so many microseconds.
    Compute(u64),
    /// Sends a message.
    Send(usize),
    /// Receives one.
    Receive(usize),
}

/// The steps of all processes.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    /// Who talks to whom.
    pub(crate) pattern: Pattern,
    /// What is changed.
    pub(crate) change: Change,
    /// By process.
    pub(crate) steps: Vec<Vec<Step>>,
}

impl Pattern {
    /// All of them.
    pub(crate) const ALL: [Self; 3] = [Self::Halo, Self::Pipeline, Self::Master];

    /// What a table calls it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Halo => "halo",
            Self::Pipeline => "pipeline",
            Self::Master => "master/worker",
        }
    }

    /// The pattern of that name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pattern| pattern.name() == name)
    }

    /// What a process sends and receives in a round, before and after it computes.
    fn messages(self, rank: usize) -> (Vec<Step>, Vec<Step>) {
        let (left, right) = ((rank + RANKS - 1) % RANKS, (rank + 1) % RANKS);
        match self {
            Self::Halo => {
                let even = [Step::Send(right), Step::Receive(right), Step::Send(left), Step::Receive(left)];
                let odd = [Step::Receive(left), Step::Send(left), Step::Receive(right), Step::Send(right)];
                (Vec::new(), if rank.is_multiple_of(2) { even } else { odd }.to_vec())
            }
            Self::Pipeline => (
                (rank > 0).then_some(Step::Receive(left)).into_iter().collect(),
                (rank + 1 < RANKS).then_some(Step::Send(right)).into_iter().collect(),
            ),
            Self::Master if rank == 0 => {
                ((1..RANKS).map(Step::Send).collect(), (1..RANKS).map(Step::Receive).collect())
            }
            Self::Master => (vec![Step::Receive(0)], vec![Step::Send(0)]),
        }
    }
}

/// A number that looks random, the same in every run.
fn mixed(rank: usize, round: usize) -> u64 {
    let at = (rank * 1000 + round + 1) as u64;
    let mixed = at.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 32).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 33
}

/// How long a process computes in a round, in microseconds.
fn computation(change: Change, rank: usize, round: usize) -> u64 {
    let regular = 20_000;
    let slow = if rank == 1 && change != Change::NoSlowRank { 8_000 } else { 0 };
    // One round in four is disturbed, by up to 30 milliseconds.
    let random = match mixed(rank, round) % 4 {
        0 if change != Change::NoRandom => 5_000 + mixed(round, rank + 7) % 25_000,
        _ => 0,
    };
    let time = regular + slow + random;
    match change {
        Change::Half => time / 2,
        Change::Double if rank == 2 => time * 2,
        Change::NoFirst if rank == 0 => 0,
        Change::EverySecond if round % 2 == 1 => 0,
        _ => time,
    }
}

impl Program {
    /// The steps of a pattern, changed.
    pub(crate) fn new(pattern: Pattern, change: Change) -> Self {
        let all = || (0..RANKS).flat_map(|rank| (0..ROUNDS).map(move |round| (rank, round)));
        let longest = all().max_by_key(|&(rank, round)| computation(change, rank, round));
        let steps = |rank: usize| {
            let mut steps = Vec::new();
            for round in 0..ROUNDS {
                let (before, after) = pattern.messages(rank);
                let gone = change == Change::NoLongest && longest == Some((rank, round));
                let time = if gone { 0 } else { computation(change, rank, round) };
                steps.extend(before);
                steps.push(Step::Compute(time));
                steps.extend(after);
            }
            steps
        };
        Self { pattern, change, steps: (0..RANKS).map(steps).collect() }
    }
}
