//! `loopscope matrix`: who sends how many messages to whom.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use loopscope_session::model::csv;
use loopscope_session::options::Wanted;
use loopscope_session::refusal;

use crate::cmd::model::program_of;
use crate::Failure;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Of one loop only, each time it is entered: the number behind # in the text of the model
    #[arg(long = "loop", value_name = "ID")]
    of_loop: Option<u32>,
    /// Of one iteration of that loop
    #[arg(long, requires = "of_loop")]
    iteration: bool,
    /// A trace, nests or a model in JSON
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let (name, program) = program_of(&arguments.paths, &Wanted::default())?;
    let model = program.model();
    let matrix = match arguments.of_loop {
        None => model.matrix(),
        Some(id) => {
            let found = model.loop_named(id).ok_or_else(|| {
                Failure::Usage(refusal(
                    &name,
                    "there is no such loop".to_owned(),
                    format!("--loop {id}"),
                    format!("a number from 1 to {}", model.loops().len()),
                    "`loopscope model` shows them behind #".to_owned(),
                ))
            })?;
            match model.as_loop(found.construct).filter(|_| arguments.iteration) {
                Some(node) => model.matrix_of(model.body(&node)),
                None => model.matrix_of(&[found.construct]),
            }
        }
    };
    out.write_all(csv(&matrix).as_bytes())?;
    Ok(())
}
