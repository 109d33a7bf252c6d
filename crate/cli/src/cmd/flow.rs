//! `loopscope flow`: the event flow graph of every process, and its loops.

use clap::{Args, ValueEnum};
use loopscope_session::tasks::flow::{
    document, dot, svg, table, Details, Flow, FlowBuilder, FlowChoices, FlowShown, Outline, Queries, SuccessorLists,
    TableKind,
};
use loopscope_session::trace::{ProcessId, Trace};

use crate::cmd::items::Items;
use crate::cmd::OneProcess;
use crate::failure::{misuse, Failure};
use crate::output::Destination;
use crate::reading::{trace_of, Bar, Input};

/// Show what directly follows what in every process, and the loops of that graph
///
/// A loop stays whole if its iterations differ: branches are counted, their order is lost. `loopscope nest` shows the
/// other side of the same events.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  loopscope flow --rank 0 trace.tar.zst\n  loopscope flow --kinds trace/\n  loopscope flow --table iterations --loop 1 --rank 0 trace/\n  loopscope flow --queries drop trace/ -o flow.svg\n  loopscope flow --rank 0 --format dot trace/ | dot -Tpdf > flow.pdf\n  loopscope flow --lists trace/ -o flow.json"
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    items: Items,
    /// What happens to calls that only ask for something, like MPI_Comm_rank
    #[arg(long, value_enum, default_value = "keep")]
    queries: QueryCalls,
    /// How a loop with several entries is shown
    #[arg(long, value_enum, default_value = "entries")]
    split: Split,
    /// Give each header one loop; else self edges and loops that share a header are told apart
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    only: OneProcess,
    /// Show one process of each kind: those whose graphs have the same edges
    #[arg(long, conflicts_with = "rank")]
    kinds: bool,
    /// With JSON, add the order in which branches are taken: the events follow from it again
    #[arg(long)]
    lists: bool,
    /// Print a table instead of the graph
    #[arg(long, value_enum, value_name = "ROWS")]
    table: Option<Rows>,
    /// The loop whose iterations are listed, by its name in the text: F1, or 1
    #[arg(long = "loop", value_name = "N", default_value_t = 1, value_parser = loop_number)]
    number: u32,
    /// The output format [default: the ending of OUT, else text]
    #[arg(long, value_enum, value_name = "FORM")]
    format: Option<Form>,
    #[command(flatten)]
    to: Destination,
    #[command(flatten)]
    input: Input,
}

/// The treatment of calls that only ask.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum QueryCalls {
    /// Keep them in place
    Keep,
    /// Leave them out
    Drop,
}

/// The treatment of loops with several entries.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Split {
    /// Split: each visit belongs to the loop of its entry
    Entries,
    /// Keep as one loop with several entries
    None,
}

/// What the rows of the table are.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Rows {
    /// Loops of each process
    Loops,
    /// Iterations of one loop
    Iterations,
    /// Loops, compared across processes
    Processes,
    /// Processes: how their graphs grow
    Growth,
}

/// The output formats of a flow graph.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Text to read
    Text,
    /// Everything, for other programs
    Json,
    /// Input of Graphviz
    Dot,
    /// A picture: the processes of each kind side by side, or of one kind with their times
    Svg,
}

/// `1` or `F1`; `L1`, as earlier versions wrote it, too.
fn loop_number(text: &str) -> Result<u32, String> {
    let number = text.strip_prefix(['F', 'L']).unwrap_or(text).parse();
    number.ok().filter(|&number| number > 0).ok_or_else(|| "expected a number from 1 on".to_owned())
}

impl Arguments {
    fn choices(&self) -> Result<FlowChoices, Failure> {
        let iterations = (self.table == Some(Rows::Iterations)).then_some(self.number);
        let growth = self.table == Some(Rows::Growth);
        Ok(FlowChoices {
            options: self.items.wanted()?,
            queries: match self.queries {
                QueryCalls::Keep => Queries::Keep,
                QueryCalls::Drop => Queries::Drop,
            },
            keep_entries: self.split == Split::None,
            plain: self.plain,
            details: Details { lists: self.lists.then_some(SuccessorLists::new), growth, iterations },
        })
    }

    /// Refuses what does not go together.
    fn check(&self, form: Form) -> Result<(), Failure> {
        let conflict = match self.table {
            Some(_) if form != Form::Text => "--table is text",
            _ if self.lists && form != Form::Json => "--lists are part of the format json",
            _ => return Ok(()),
        };
        let given = form.to_possible_value().map_or(String::new(), |form| form.get_name().to_owned());
        Err(misuse(
            "flow",
            conflict,
            format!("the format {given}"),
            if self.lists { "--format json" } else { "--format text" },
            "choose another --format or ending of OUT, or leave the option out",
        ))
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.to.check()?;
    let form = arguments.to.form(arguments.format, Form::Text);
    arguments.check(form)?;
    let (name, opened) = arguments.input.read()?;
    let trace = trace_of(&name, &opened, "flow graphs are made of a trace")?;
    let flow = build(arguments, &name, trace)?;
    arguments.to.write(&match (arguments.table, form) {
        (Some(rows), _) => table(&flow, rows.kind()),
        (None, Form::Text) => {
            let outlines = Outline::all(&flow, arguments.kinds);
            outlines.iter().map(|outline| outline.with_words(&flow)).collect()
        }
        (None, Form::Json) => document(&name, &flow),
        (None, Form::Dot) => dot(&flow, arguments.kinds),
        (None, Form::Svg) => svg(&flow, FlowShown::Kinds),
    })
}

impl Rows {
    fn kind(self) -> TableKind {
        match self {
            Self::Loops => TableKind::Loops,
            Self::Iterations => TableKind::Iterations,
            Self::Processes => TableKind::Processes,
            Self::Growth => TableKind::Growth,
        }
    }
}

fn build(arguments: &Arguments, name: &str, trace: &Trace) -> Result<Flow, Failure> {
    let only = arguments.only.rank.map(ProcessId);
    let building = FlowBuilder::new(name, trace, arguments.choices()?, only);
    let mut building = building.map_err(Failure::Usage)?;
    let bar = Bar::new();
    while building.step()? {
        let (done, all) = building.progress();
        bar.count(done as u64, all as u64);
    }
    let flow = building.finish();
    match (flow.processes.is_empty(), only) {
        (true, Some(_)) => Err(arguments.only.not_found(name)),
        _ => Ok(flow),
    }
}
