//! Models of traces, and what their loops are.

use loopscope_core::method::Method;
use loopscope_core::system::{ConstructId, Model};
use loopscope_core::trace::Trace;
use loopscope_session::analysis::{Analysis, ProcessNest};
use loopscope_session::options::OptionChoices;
use loopscope_session::tasks::model::{options, Program};

/// The nests of all processes.
pub fn analysis(trace: &Trace, method: Method) -> Analysis {
    let wanted = OptionChoices { method: Some(method), ..OptionChoices::default() };
    let options = options("trace", trace, &wanted).unwrap();
    let nests = trace.processes().iter();
    let nests = nests.map(|p| ProcessNest::build(p, trace.table(), &options).unwrap().into());
    Analysis::new(&options, nests.collect())
}

/// The model of all processes.
pub fn program(trace: &Trace, method: Method) -> Program {
    Program::new("trace", analysis(trace, method)).unwrap()
}

/// The model of a trace, as the command line builds it without a choice.
pub fn of_trace(trace: &Trace) -> Program {
    let options = options("test", trace, &OptionChoices::default()).unwrap();
    let nests = trace.processes().iter();
    let nests = nests.map(|p| ProcessNest::build(p, trace.table(), &options).unwrap().into());
    Program::of_trace("test", trace, Analysis::new(&options, nests.collect())).unwrap()
}

/// The loops of a body, as count x processes: constructs in the body.
pub fn loops_of(model: &Model, list: &[ConstructId]) -> Vec<(u64, String, usize)> {
    let loops = list.iter().filter_map(|&id| Some((id, model.as_loop(id)?)));
    loops
        .map(|(id, node)| {
            let members: Vec<u32> = model.members(id).iter().map(|p| p.0).collect();
            let whole = members.len() == model.processes().len();
            let members = if whole { "all".to_owned() } else { format!("{members:?}") };
            (node.count, members, model.body(&node).len())
        })
        .collect()
}
