use super::super::random_models::random_model;
use super::*;
use crate::system::{Construct, ModelBuilder};
use loopscope_testing::Random;

type Found = FxHashMap<(ConstructId, ProcessId), Vec<(Vec<u64>, u64)>>;

/// Runs a list of constructs out, event by event.
fn walk(
    model: &Model,
    (list, indices): (&[ConstructId], &mut Vec<u64>),
    now: &mut FxHashMap<ProcessId, u64>,
    found: &mut Found,
) {
    for &id in list {
        for &process in model.members(id) {
            let at = now.get(&process).copied().unwrap_or(0);
            found.entry((id, process)).or_default().push((indices.clone(), at));
        }
        match model.construct(id) {
            Construct::Loop(node) => {
                for index in 0..node.count {
                    indices.push(index);
                    walk(model, (model.body(&node), indices), now, found);
                    indices.pop();
                }
            }
            _ => {
                for &process in model.members(id) {
                    *now.entry(process).or_default() += 1;
                }
            }
        }
    }
}

#[test]
fn positions_are_those_of_the_events_run_out() {
    let mut events = 0;
    for seed in 0..3_000 {
        let model = random_model(&mut Random::new(seed));
        let positions = Positions::new(&model);
        let mut found = Found::default();
        let start = (model.root(), &mut Vec::new());
        walk(&model, start, &mut FxHashMap::default(), &mut found);
        for ((id, process), places) in &found {
            let formula = positions.absolute(*id, *process).unwrap();
            let inner = positions.relative(*id, *process).unwrap();
            assert!(inner <= formula.base, "{seed}");
            for (indices, at) in places {
                assert_eq!(formula.at(indices), *at, "{seed}: {indices:?}");
                events += 1;
            }
        }
        for id in model.ids() {
            for &process in model.processes() {
                let has = found.contains_key(&(id, process));
                assert_eq!(positions.relative(id, process).is_some(), has, "{seed}");
            }
        }
    }
    assert!(events > 100_000, "{events}");
}

#[test]
fn the_text_with_positions_reads_back() {
    for seed in 0..1_000 {
        let model = random_model(&mut Random::new(seed));
        for shown in [Shown::Relative, Shown::Absolute] {
            let text = print(&model, shown);
            assert_eq!(text::parse(&text).unwrap(), model, "{text}");
        }
    }
}

/// The model of the paper's figure 8, as far as its numbers go: processes 0, 1 and 5 of LU on 16, with events of one
/// process in the place of messages.
#[test]
fn the_numbers_of_the_paper() {
    let mut builder = ModelBuilder::new([0, 1, 5].map(ProcessId));
    let own = |builder: &mut ModelBuilder, process: u32, times: u64| {
        for _ in 0..times {
            let event = crate::system::Event::Local { process: ProcessId(process), words: "e" };
            builder.event(event).unwrap();
        }
    };
    for (process, before) in [(0, 671), (1, 999), (5, 1327)] {
        own(&mut builder, process, before);
    }
    builder.begin_loop();
    for inner in [160, 160] {
        builder.begin_loop();
        for (process, each) in [(0, 2), (1, 3), (5, 4)] {
            own(&mut builder, process, each);
        }
        builder.end_loop(inner).unwrap();
    }
    for (process, after) in [(0, 4), (1, 6), (5, 8)] {
        own(&mut builder, process, after);
    }
    builder.end_loop(250).unwrap();
    let model = builder.finish().unwrap();
    let loops = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| line.trim_start().starts_with("for"));
        lines.map(|line| line.split_once("  @").unwrap_or_default().1.to_owned()).collect()
    };
    assert_eq!(
        loops(&print(&model, Shown::Relative)),
        [
            "{0=671 1=999 5=1327}  #{0=644 1=966 5=1288}",
            "{0,1,5=0}  #{0=2 1=3 5=4}",
            "{0=320 1=480 5=640}  #{0=2 1=3 5=4}",
        ]
    );
    assert_eq!(
        loops(&print(&model, Shown::Absolute))[2],
        "{0=991+644*i0 1=1479+966*i0 5=1967+1288*i0}  #{0=2 1=3 5=4}"
    );
}
