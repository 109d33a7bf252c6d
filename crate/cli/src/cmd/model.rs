//! `loopscope model`: one loop model of the whole program.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use loopscope_session::analysis::{Analysis, ProcessNest};
use loopscope_session::files;
use loopscope_session::formats::notes::Note;
use loopscope_session::open::{Opened, OpenedContent};
use loopscope_session::options::{method_named, Method, OptionChoices, Options, ReceiveOrder};
use loopscope_session::tasks::model::{options, Program, Shown};
use loopscope_session::trace::Trace;

use crate::cmd::items::{Ordered, Partnered};
use crate::cmd::{Figure, LocalEvents, When};
use crate::columns::Columns;
use crate::failure::{misuse, Failure};
use crate::output::Destination;
use crate::print::say;
use crate::reading::{nests, read};

/// Show the whole program as one model: the loops of all processes and their messages
#[derive(Args)]
#[command(
    after_help = "Examples:\n  loopscope model trace.tar.zst\n  loopscope model trace/ -o model.json\n  loopscope model trace/ -o model.svg\n  loopscope model --positions trace/"
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    locally: Locally,
    #[command(flatten)]
    order: Ordered,
    #[command(flatten)]
    partners: Partnered,
    /// Whether a program whose iterations differ is written as one loop of several variants
    ///
    /// offer: say where that is shorter than the exact model; on: write it so, in the text; off: say nothing. It is possible
    /// where all processes differ in the same iterations and no message goes from one iteration to another.
    #[arg(long, value_enum, value_name = "WHEN", default_value = "offer")]
    variants: When,
    /// The output format [default: the ending of OUT, else text]
    #[arg(long, value_enum, value_name = "FORM")]
    format: Option<Figure>,
    #[command(flatten)]
    to: Destination,
    /// In the text, say where the events of each process lie
    ///
    /// `@{P=n ..}` is the position in one iteration of the loop around, or with `absolute` among all events of the process, as a
    /// function of the indices; `#{P=n ..}` are the events of one iteration. Processes with equal ones share an entry.
    #[arg(
        long,
        value_enum,
        value_name = "WHICH",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "relative"
    )]
    positions: Option<Which>,
    /// Include in the picture what comes before and after the main loops
    #[arg(long)]
    whole: bool,
    #[command(flatten)]
    columns: Columns,
    /// The files, folders or archives of one trace, or - for standard input; or nests or a model in JSON
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
}

/// Which positions are printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Which {
    /// In one iteration of the loop around
    Relative,
    /// Among all events of the process
    Absolute,
}

/// How the nests of the processes are found, unless they are read.
#[derive(Args, Default, Clone)]
pub(crate) struct Locally {
    /// How the loops of each process are chosen: optimal, greedy and smallest give the loops of the
    /// program's source; nlr keeps the loops of loop recognition [default: optimal]
    #[arg(long, value_parser = Method::ALL.map(Method::name))]
    method: Option<String>,
    /// The most items in the body of a loop, for the method nlr [default: 1000]
    #[arg(long, value_name = "K")]
    k: Option<usize>,
    /// How local events are treated [default: keep]
    #[arg(long, value_enum)]
    locals: Option<LocalEvents>,
    /// In which order receives are written; the commands that read data at positions set it.
    #[arg(skip)]
    order: Option<ReceiveOrder>,
}

impl Locally {
    /// The same, with receives in that order.
    pub(crate) fn in_order(&self, order: Option<ReceiveOrder>) -> Self {
        Self { order, ..self.clone() }
    }

    /// Whether something is said about it.
    pub(crate) fn is_given(&self) -> bool {
        self.method.is_some() || self.k.is_some() || self.locals.is_some()
    }

    /// Whether local events are left out.
    pub(crate) fn drops_locals(&self) -> bool {
        matches!(self.locals, Some(LocalEvents::Drop))
    }

    pub(crate) fn wanted(&self) -> Result<OptionChoices, Failure> {
        let method = self.method.as_deref().map(method_named).transpose();
        Ok(OptionChoices {
            method: method.map_err(Failure::Usage)?,
            k: self.k,
            locals: self.locals.map(LocalEvents::locals),
            order: self.order,
            ..OptionChoices::default()
        })
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.to.check()?;
    let (name, mut program) =
        program_of(&arguments.paths, &arguments.locally.in_order(arguments.order.wanted()?), &arguments.columns)?;
    program.partners = arguments.partners.wanted().unwrap_or_default();
    say_problems(&name, &program);
    let form = arguments.to.form(arguments.format, Figure::Text);
    let shown = arguments.positions.map(|which| match which {
        Which::Relative => Shown::Relative,
        Which::Absolute => Shown::Absolute,
    });
    let either = match (arguments.variants, shown, form) {
        // A program with hubs is shown partner by partner.
        (When::Offer, None, Figure::Text) if program.split().is_some() => None,
        (When::On | When::Offer, None, Figure::Text) => program.either(),
        (When::On | When::Offer | When::Off, ..) => None,
    };
    let text = match (shown, form) {
        (None, Figure::Text) if arguments.variants == When::On => match &either {
            Some(either) => program.text_of(either),
            None => {
                say(program.no_either(&name));
                program.text()
            }
        },
        (None, Figure::Json | Figure::Svg) if arguments.variants == When::On => {
            return Err(misuse(
                "model",
                "variants are part of the text of a model",
                "another format",
                "--format text",
                "leave --variants out, or choose the format text",
            ));
        }
        (None, _) => written(&name, &program, form, arguments.whole),
        (Some(shown), Figure::Text) => program.text_with_positions(shown),
        (Some(_), form) => {
            let given = form.to_possible_value();
            let given = given.map_or(String::new(), |form| form.get_name().to_owned());
            return Err(misuse(
                "model",
                "--positions are part of the text",
                format!("the format {given}"),
                "--format text",
                "choose another --format or ending of OUT, or leave the option out",
            ));
        }
    };
    arguments.to.write(&text)?;
    if let (When::Offer, Some(either)) = (arguments.variants, &either) {
        say(program.offer(&name, either));
    }
    Ok(())
}

/// The model of the input: a trace, nests, or a model file.
pub(crate) fn program_of(
    paths: &[PathBuf],
    locally: &Locally,
    columns: &Columns,
) -> Result<(String, Program), Failure> {
    let (name, opened) = read(paths, columns)?;
    let program = program_in(&name, &opened, locally)?;
    Ok((name, program))
}

/// The model of what was opened: see [`program_of`].
pub(crate) fn program_in(name: &str, opened: &Opened, locally: &Locally) -> Result<Program, Failure> {
    let program = match &opened.content {
        OpenedContent::NestsJson(text) if files::model::is_model(text) => files::model::read(name, text),
        OpenedContent::NestsJson(_) => match nests(name, opened)? {
            Some(analysis) => Program::new(name, analysis),
            None => return Err(Failure::Input(Vec::new())),
        },
        OpenedContent::Trace(trace) => {
            let options = options(name, trace, &locally.wanted()?).map_err(Failure::Usage)?;
            let analysis = analysed(trace, &options)?;
            analysis.remarks().iter().for_each(say);
            Program::of_trace(name, trace, analysis)
        }
    };
    Ok(program?)
}

/// The nests of all processes.
pub(crate) fn analysed(trace: &Trace, options: &Options) -> Result<Analysis, Note> {
    let nests = trace.processes().iter().map(|process| {
        let nest = ProcessNest::build(process, trace.table(), options)?;
        Ok(nest.into())
    });
    Ok(Analysis::new(options, nests.collect::<Result<_, Note>>()?))
}

/// Prints on standard error what does not fit together.
pub(crate) fn say_problems(name: &str, program: &Program) {
    program.notes(name).iter().for_each(say);
}

/// The model in that format; `whole` is for pictures.
pub(crate) fn written(name: &str, program: &Program, form: Figure, whole: bool) -> String {
    match form {
        Figure::Text => program.text(),
        Figure::Json => files::model::write(program),
        Figure::Svg => program.svg(name, whole),
    }
}
