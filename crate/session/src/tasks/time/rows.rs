//! The loops whose times are added up: those of the program's model, or of each process alone.

use loopscope_core::durations::{LoopTree, FEWEST_COMPARED};
use loopscope_core::nest::Nest;
use loopscope_core::small_sort::SmallSort;
use loopscope_core::trace::{ProcessId, Trace, View};

use crate::analysis::{Analysis, ProcessNest};
use crate::tasks::model::{iteration_words, IterationWords, Program};

/// Loops whose iterations are put into words.
const MOST_IN_WORDS: usize = 64;

/// A loop, or what is in no loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// Its name without the L; 0 for what is in no loop.
    pub(crate) id: u32,
    /// The name of the loop around it; 0 at the top level.
    pub(crate) parent: u32,
    /// 1 for the top level; 0 for what is in no loop.
    pub(crate) level: u32,
    pub(crate) count: u64,
    pub(crate) entered: u64,
    /// Events of one iteration, over all its members.
    pub(crate) period: u64,
    pub(crate) members: Vec<ProcessId>,
    /// The row of the main loop or inside it that does the same, where that runs in several places; else itself.
    pub(crate) like: u32,
    /// What one iteration does; empty where that is not known.
    pub(crate) words: IterationWords,
}

/// The loops of a program, and where they stand in each process.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    /// What is in no loop, then the loops by their names.
    pub(crate) rows: Vec<Row>,
    /// For each process of the trace, by place.
    pub(crate) trees: Vec<LoopTree>,
    /// The names of the main loop and of those that do the same, ascending; empty without loops.
    pub(crate) main: Vec<u32>,
    /// Whether positions are those of calls.
    pub(crate) by_calls: bool,
    /// Whether the loops are those of the model.
    pub(crate) of_model: bool,
}

fn outside(trace: &Trace) -> Row {
    let members = trace.processes().iter().map(|process| process.id).collect();
    Row {
        id: 0,
        parent: 0,
        level: 0,
        count: 1,
        entered: 1,
        period: 0,
        members,
        like: 0,
        words: IterationWords::default(),
    }
}

impl Rows {
    /// The loops of a model. O(constructs of all processes).
    pub(crate) fn of_model(trace: &Trace, program: &Program) -> Self {
        let model = program.model();
        let mut rows = vec![outside(trace)];
        for named in model.loops() {
            let Some(node) = model.as_loop(named.construct) else { continue };
            let parent = model.parent(named.construct).map_or(0, |parent| model.loop_id(parent));
            rows.push(Row {
                id: named.id,
                parent,
                level: named.level,
                count: node.count,
                entered: named.entered,
                period: node.period,
                members: model.members(named.construct).to_vec(),
                like: named.id,
                words: match rows.len() <= MOST_IN_WORDS {
                    true => iteration_words(model, named.id),
                    false => IterationWords::default(),
                },
            });
        }
        let main: Vec<u32> =
            model.main_loop().map_or(Vec::new(), |main| main.loops.iter().map(|named| named.id).collect());
        let trees = trace.processes().iter();
        let trees: Vec<LoopTree> =
            trees.map(|process| LoopTree::of_model(model, process.id).with_main(&main)).collect();
        for tree in trees.iter().filter(|_| main.len() > 1) {
            for (id, like) in tree.counted_as(&main) {
                let at = rows.binary_search_by_key(&id, |row| row.id);
                if let Some(row) = at.ok().and_then(|at| rows.get_mut(at)) {
                    row.like = like;
                }
            }
        }
        Self { rows, trees, main, by_calls: false, of_model: true }
    }

    /// The loops of the nests of all processes; those of one name are one row. O(size of the nests).
    pub(crate) fn of_nests(trace: &Trace, analysis: &Analysis) -> Self {
        let mut rows = vec![outside(trace)];
        let mut trees = Vec::with_capacity(trace.processes().len());
        for process in trace.processes() {
            let Some(nest) = analysis.process(process.id) else {
                trees.push(LoopTree::of_nest(&Nest::default(), &Default::default()));
                continue;
            };
            trees.push(LoopTree::of_nest(&nest.nest, &nest.names));
            add_rows(&mut rows, nest);
        }
        rows.sort_small_by_key(|row| row.id);
        // Loops of a nest that do the same have one name.
        let main = rows.get(1).map(|row| row.id).into_iter().collect();
        Self { rows, trees, main, by_calls: analysis.view == View::Calls, of_model: false }
    }

    /// The loops whose iterations are listed together with those of that one: of the main loop all that do the same, by name, if there are
    /// several and none is entered so often that its iterations are compared by number; else none.
    pub(crate) fn together(&self, id: u32) -> &[u32] {
        let few = |id: &u32| self.get(*id).is_some_and(|row| row.entered < FEWEST_COMPARED as u64);
        let several = self.main.len() > 1 && self.main.contains(&id) && self.main.iter().all(few);
        if several {
            &self.main
        } else {
            &[]
        }
    }

    /// The loop trees in which loops that are listed together with that one, and those inside, count as the first of them; `None` if
    /// none is.
    #[inline(never)] // Its code is with that of trees, which is there before anybody asks.
    pub(crate) fn trees_of(&self, id: u32) -> Option<Vec<LoopTree>> {
        let together = self.together(id);
        let trees = self.trees.iter().map(|tree| tree.clone().together(together));
        (!together.is_empty()).then(|| trees.collect())
    }

    /// The loop of that name.
    pub(crate) fn get(&self, id: u32) -> Option<&Row> {
        let at = self.rows.binary_search_by_key(&id, |row| row.id).ok()?;
        self.rows.get(at)
    }
}

fn add_rows(rows: &mut Vec<Row>, process: &ProcessNest) {
    for named in process.names.loops() {
        let Some(node) = process.nest.as_loop(named.node) else { continue };
        // The first row is what is in no loop, and the names of a process have no gaps.
        if let Some(known) = rows.get_mut(named.id as usize).filter(|row| row.id == named.id) {
            known.members.push(process.process);
            known.entered = known.entered.max(named.entered);
            known.count = known.count.max(node.count);
            continue;
        }
        let path = process.names.path(named.id);
        let around = path.split_last().and_then(|(_, around)| process.nest.loop_at(around));
        rows.push(Row {
            id: named.id,
            parent: around.map_or(0, |(id, _)| process.names.id(id)),
            level: named.level,
            count: node.count,
            entered: named.entered,
            period: node.period,
            members: vec![process.process],
            like: named.id,
            words: IterationWords::default(),
        });
    }
}
