use loopscope_testing::programs::{self, Lines};
use loopscope_testing::varying::{Arrival, Exchange};
use loopscope_testing::Random;

use super::{either, text, Either};
use crate::nest::{optimal, Nest};
use crate::numbers::set_text;
use crate::symbols::{Symbol, SymbolTable};
use crate::system::{merge, Local, LoopForm};
use crate::trace::ProcessId;

struct Program {
    nests: Vec<(ProcessId, Nest, SymbolTable)>,
}

impl Program {
    fn new(lines: &Lines) -> Self {
        let nests = lines.iter().map(|(&process, own)| {
            let (string, texts) = programs::symbols(own);
            let string: Vec<Symbol> = string.into_iter().map(Symbol).collect();
            let table = SymbolTable::new(texts.into_iter().map(Box::from).collect());
            (ProcessId(process), optimal(&string).unwrap(), table)
        });
        Self { nests: nests.collect() }
    }

    fn locals(&self) -> Vec<Local<'_>> {
        self.nests.iter().map(|(process, nest, symbols)| Local { process: *process, nest, symbols }).collect()
    }

    /// The loop of all processes, after it was checked that it gives the events of each again.
    fn either(&self, lines: &Lines) -> Option<Either> {
        let found = either(LoopForm::Canonical, &self.locals())?;
        for (&process, own) in lines {
            assert!(found.lines(ProcessId(process)).eq(own.iter().cloned()), "process {process}");
        }
        let exact = merge(&self.locals()).unwrap().model;
        assert_eq!(found.events().1, exact.events());
        Some(found)
    }
}

#[test]
fn a_stencil_with_a_branch_is_one_loop() {
    let exchange = Exchange { branch_percent: 20, steps: 100, ..Exchange::on_grid(4) };
    let lines = exchange.program(Arrival::Posted, 1);
    let program = Program::new(&lines);
    let exact = merge(&program.locals()).unwrap().model;
    let found = program.either(&lines).unwrap();
    assert_eq!(found.bodies.len(), 2);
    assert!(found.which.len() >= 99, "{}", found.which.len());
    assert!(5 * found.constructs() < exact.len(), "{} of {}", found.constructs(), exact.len());
    let mut written = String::new();
    text::write(&mut written, &found).unwrap();
    assert_eq!(written.matches("  either ").count(), 1, "{written}");
    assert_eq!(written.matches("  or ").count(), 1);
    assert_eq!(written.matches("for ").count(), written.matches("done").count() - 1);
}

#[test]
fn branches_that_processes_take_by_themselves_are_none_of_the_program() {
    let mut random = Random::new(3);
    let mut lines = Lines::new();
    for process in 0..2u32 {
        let own = lines.entry(process).or_default();
        for _ in 0..60 {
            let other = 1 - process;
            own.push(format!("{process} send {other} 1"));
            own.push(format!("{other} recv {process} 1"));
            if random.below(4) == 0 {
                own.push(format!("{process} local more"));
            }
        }
    }
    assert_eq!(Program::new(&lines).either(&lines), None);
}

#[test]
fn random_programs_give_each_process_again() {
    let mut random = Random::new(8);
    let mut found = 0;
    for _ in 0..300 {
        let processes = 2 + random.below(3) as u32;
        let exchanges = 1 + random.below(3);
        let links: Vec<(u32, u32, u64)> = (0..exchanges)
            .map(|tag| {
                let src = random.below(u64::from(processes)) as u32;
                (src, (src + 1) % processes, tag)
            })
            .collect();
        let mut lines: Lines = (0..processes).map(|process| (process, Vec::new())).collect();
        let reduces = random.below(2) == 0;
        for _ in 0..10 + random.below(30) {
            let takes_branch = random.below(4) == 0;
            for &(src, dst, tag) in links.iter().filter(|(.., tag)| takes_branch || *tag == 0) {
                lines.get_mut(&src).unwrap().push(format!("{src} send {dst} {tag}"));
                lines.get_mut(&dst).unwrap().push(format!("{src} recv {dst} {tag}"));
            }
            if reduces {
                for (process, own) in &mut lines {
                    own.push(format!("{process} sync MPI_Allreduce {}", set_text(0..processes)));
                }
            }
        }
        found += usize::from(Program::new(&lines).either(&lines).is_some());
    }
    assert!(found > 30, "{found}");
}
