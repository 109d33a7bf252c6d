//! `loopscope completions` and `loopscope man`: shell completions and manual pages.
//!
//! The program writes them itself, so that they match it however it was installed: `cargo install` copies nothing else.

use std::fs;
use std::path::PathBuf;

use clap::{Args, Command};
use clap_complete::Shell;

use crate::failure::{Failure, STATUS};
use crate::output::{unwritable, Destination, Output};

const NAME: &str = "loopscope";

/// Write the completion of commands and options for a shell
#[derive(Args)]
#[command(after_help = "Examples:
  loopscope completions bash -o ~/.local/share/bash-completion/completions/loopscope
  loopscope completions zsh -o ~/.zfunc/_loopscope
  loopscope completions fish -o ~/.config/fish/completions/loopscope.fish")]
pub(crate) struct CompletionArguments {
    #[command(flatten)]
    to: Destination,
    /// The shell
    shell: Shell,
}

/// `program` describes the arguments of all commands.
pub(crate) fn completions(arguments: &CompletionArguments, mut program: Command) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut program, NAME, &mut script);
    arguments.to.write(&String::from_utf8_lossy(&script))
}

/// Write the manual pages, one for each command
#[derive(Args)]
#[command(after_help = "Examples:
  loopscope man -o ~/.local/share/man/man1
  loopscope man --of nest | man -l -")]
pub(crate) struct ManArguments {
    /// The folder to write them to, created if it does not exist
    #[arg(short, long, value_name = "FOLDER", required_unless_present = "of")]
    output: Option<PathBuf>,
    /// Overwrite existing pages
    #[arg(long, conflicts_with = "of")]
    force: bool,
    /// Write only the page of this command, to standard output; `loopscope` for the page of the program
    #[arg(long, value_name = "COMMAND", conflicts_with = "output")]
    of: Option<String>,
}

/// `program` describes the arguments of all commands.
pub(crate) fn man(arguments: &ManArguments, program: Command) -> Result<(), Failure> {
    let pages = pages(program)?;
    if let Some(wanted) = &arguments.of {
        let title = if wanted == NAME { NAME.to_owned() } else { format!("{NAME}-{wanted}") };
        let Some((_, page)) = pages.iter().find(|(name, _)| *name == title) else {
            let note = loopscope_session::error_note(
                "man",
                "there is no such command",
                wanted.clone(),
                "a command of loopscope",
                "`loopscope --help` lists them",
            );
            return Err(Failure::Usage(note));
        };
        return write("-".into(), page, false)?.keep();
    }
    let folder = arguments.output.clone().unwrap_or_default();
    fs::create_dir_all(&folder).map_err(|error| unwritable(&folder, &error))?;
    let path = |name: &str| folder.join(format!("{name}.1"));
    pages.iter().try_for_each(|(name, _)| Output::check(&path(name), arguments.force))?;
    let written: Result<Vec<_>, Failure> =
        pages.iter().map(|(name, page)| write(path(name), page, arguments.force)).collect();
    written?.into_iter().try_for_each(crate::output::Finished::keep)
}

fn write(path: PathBuf, page: &[u8], force: bool) -> Result<crate::output::Finished, Failure> {
    let mut out = Output::create(&path, force)?;
    std::io::Write::write_all(&mut out, page)?;
    out.finish()
}

/// The page of the program and those of its commands, by name.
fn pages(mut program: Command) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    program.build();
    let of_commands = program.get_subcommands().filter(|command| command.get_name() != "help");
    let commands: Vec<Command> = of_commands
        .map(|command| {
            let title = format!("{NAME}-{}", command.get_name());
            let bin_name = format!("{NAME} {}", command.get_name());
            let status = format!("{}\n\n{STATUS}", command.get_after_help().cloned().unwrap_or_default());
            command.clone().name(title).bin_name(bin_name).after_help(status)
        })
        .collect();
    let mut pages = Vec::new();
    for command in std::iter::once(program.clone()).chain(commands) {
        let title = command.get_name().to_owned();
        let mut page = Vec::new();
        clap_mangen::Man::new(command).manual("Loopscope").source(NAME).render(&mut page)?;
        pages.push((title, page));
    }
    Ok(pages)
}
