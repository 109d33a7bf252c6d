//! Merging the nests of all processes into one model.
//!
//! DESIGN
use crate::small_sort::SmallSort;

use super::model::Model;
use super::problems::{self, Problem};

mod coalesce;
mod common_affix;
mod conflicts;
mod decide;
mod frontier;
mod input;
mod levels;
mod local_constructs;
mod merged_list;
mod normal_form;
mod ready;
#[cfg(test)]
mod ready_naive;
mod reroll;
mod shift;
mod status;
mod sweep;
mod traffic;

pub use input::{Local, MergeError, MOST_CONSTRUCTS};
pub use normal_form::LoopForm;

pub(super) use input::MOST_MEMBERS;

/// A model, and what was found wrong with the trace while it was made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// The model.
    pub model: Model,
    /// What does not fit together, in the order of the model, then of channels.
    pub problems: Vec<Problem>,
}

/// Merges the nests of any number of processes into one model, all at once.
///
/// The order of `locals` does not matter. Linear in the constructs of the nests where their loops are in phase; the
/// [module](self) says how it works.
///
/// ```
/// use loopscope_core::nest::text::parse;
/// use loopscope_core::system::{merge, text, Local};
/// use loopscope_core::trace::ProcessId;
/// let nests = [
///     parse("for i0 = 0 to 9\n0 send 1 7\ndone\n").unwrap(),
///     parse("for i0 = 0 to 9\n0 recv 1 7\ndone\n").unwrap(),
/// ];
/// let locals: Vec<Local> = nests
///     .iter()
///     .enumerate()
///     .map(|(process, (nest, symbols))| Local { process: ProcessId(process as u32), nest, symbols })
///     .collect();
/// let merged = merge(&locals).unwrap();
/// assert_eq!(
///     text::print(&merged.model),
///     "\
/// processes 0,1
/// for i0 = 0 to 9              # 1 {0,1}
///   0 send 1 7
///   0 recv 1 7
/// done
/// "
/// );
/// ```
///
/// # Errors
/// [`MergeError`]. A trace that misses processes or ends early gives a model of what is there, with
/// [`Problem`]s.
pub fn merge(locals: &[Local<'_>]) -> Result<Merged, MergeError> {
    merge_as(LoopForm::Canonical, locals)
}

/// Does what [`merge`] does, with a choice of how far the loops of a process may change first.
///
/// # Errors
/// As [`merge`].
pub fn merge_as(form: LoopForm, locals: &[Local<'_>]) -> Result<Merged, MergeError> {
    let mut locals: Vec<Local<'_>> = locals.to_vec();
    locals.sort_small_by_key(|local| local.process);
    if let Some(pair) = locals.windows(2).find(|pair| pair[0].process == pair[1].process) {
        return Err(MergeError::Twice(pair[0].process));
    }
    let (model, mut problems) = levels::write_model(input::read(form, &locals)?)?;
    problems::of_model(&model, &mut problems);
    Ok(Merged { model, problems })
}
