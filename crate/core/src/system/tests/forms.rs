//! Local nests in other forms: the same events, other loops.

use super::super::*;
use super::check::{check, locals, nests};
use super::programs::{phases, run};
use crate::building::Method;
use crate::nest::Nest;
use crate::symbols::SymbolTable;
use crate::trace::ProcessId;
use loopscope_testing::{begun_elsewhere, Random};

fn merged_as(form: LoopForm, nests: &[(ProcessId, Nest, SymbolTable)]) -> Merged {
    merge_as(form, &locals(nests)).unwrap()
}

#[test]
fn nothing_is_lost_in_either_form() {
    let (mut same, mut shared, mut most) = (0, 0.0, 0.0);
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let processes = 2 + random.below(5) as u32;
        let lines = run(&phases(&mut random, processes, 2), processes);
        if lines.values().map(Vec::len).max().unwrap_or(0) > 1_500 {
            continue;
        }
        let whole = nests(&lines, Method::ALL[(seed % 3) as usize]);
        let other: Vec<_> = whole
            .iter()
            .map(|(process, nest, symbols)| {
                let nest = begun_elsewhere!(crate, nest, |bound| random.index(bound));
                (*process, nest, symbols.clone())
            })
            .collect();
        for form in [LoopForm::Canonical, LoopForm::AsFound] {
            let (model, again) = (merged_as(form, &whole), merged_as(form, &other));
            check(&lines, &again);
            check(&lines, &model);
            if form == LoopForm::Canonical {
                same += u32::from(model.model == again.model);
                most += model.model.shared_coverage();
                shared += again.model.shared_coverage();
            }
        }
    }
    println!("{same} are the same; shared coverage {shared} of {most}");
    // The rest differ in what is cut at random, too: there may be nothing to tell phases by.
    assert!(same >= 200 && shared > 0.97 * most);
}
