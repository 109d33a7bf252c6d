//! `info`: what varies from one time to the next, in text and JSON.

#![cfg(test)]

mod program;
use program::*;

use loopscope_testing::Random;

/// Process 0 takes three messages a step by `MPI_Waitany`, in any order, and sends one.
fn waitany(steps: u64) -> String {
    let mut random = Random::new(3);
    let mut text = "rank,call,peer,tag,bytes,req,matched\n".to_owned();
    for _ in 0..steps {
        let mut sources = vec![1, 2, 3];
        for source in 1..=3 {
            text.push_str(&format!("0,MPI_Irecv,{source},5,8,{source},\n"));
        }
        while !sources.is_empty() {
            let source = sources.swap_remove(random.index(sources.len()));
            text.push_str(&format!("0,MPI_Waitany,,,,1;2;3,{source}:5:8\n"));
        }
        text.push_str("0,MPI_Send,1,9,8,,\n");
    }
    for source in 1..=3 {
        (0..steps).for_each(|_| text.push_str(&format!("{source},MPI_Send,0,5,8,,\n")));
    }
    (0..steps).for_each(|_| text.push_str("1,MPI_Recv,0,9,8,,\n"));
    text
}

fn varies(text: &str) -> Vec<&str> {
    let lines = text.lines().skip_while(|line| !line.starts_with("varies"));
    lines.take_while(|line| !line.starts_with("kept")).map(|line| &line[10..]).collect()
}

#[test]
fn orders_and_the_calls_that_make_them() {
    let input = waitany(80);
    let text = printed("info -", &input);
    let lines = varies(&text);
    let [line] = lines.as_slice() else { panic!("{text}") };
    let begins = "order of receives in process 0: another one in ";
    assert!(line.starts_with(begins) && line.ends_with(" of 80 runs, completed by MPI_Waitany"), "{line}");
    let nest = printed("nest --rank 0 -", &input);
    says(&nest, "# Receives that take whoever comes first (MPI_Waitany) came in another order ");
    let json = printed("info --format json -", &input);
    let json: String = json.split_whitespace().collect();
    says(&json, r#""varies":{"order":{"completed_by":["MPI_Waitany"],"moved":"#);
    assert!(json.contains(r#","runs":80}}"#) && json.matches("varies").count() == 1, "{json}");
    // A document of the nests keeps the calls.
    let document = printed("nest --format json -", &input);
    let again = printed("nest --rank 0 -", &document);
    says(&again, "comes first (MPI_Waitany) came");
}

#[test]
fn partners_sizes_polls_and_variants() {
    let mut random = Random::new(7);
    let (mut farm, mut workers) = (String::new(), vec![String::new(); 8]);
    for _ in 0..200 {
        let worker = 1 + random.index(8);
        farm += &format!("{worker} recv 0 2\n0 send {worker} 1\n");
        workers[worker - 1] += &format!("{worker} send 0 2\n0 recv {worker} 1\n");
    }
    let farm = farm + &workers.concat();
    assert_eq!(varies(&printed("info -", &farm)), ["partners of process 0: any of 8 processes"]);

    let mut calls = "rank,call,peer,tag,bytes\n".to_owned();
    for step in 0..100u64 {
        let bytes = 8 * (step / 7 + random.below(500));
        calls += &format!("0,MPI_Send,1,3,{bytes}\n0,MPI_Recv,1,4,64\n0,MPI_Barrier,,,\n");
        calls += "1,MPI_Isend,0,4,64\n";
        (0..=random.below(5)).for_each(|_| calls.push_str("1,MPI_Test,,,\n"));
        calls += "1,MPI_Irecv,0,3,64\n";
    }
    assert_eq!(
        varies(&printed("info -", &calls)),
        ["sizes of calls in process 0: MPI_Send", "rows of polls in process 1: MPI_Test"]
    );

    let mut branches = String::new();
    for step in 0..100 {
        branches += "0 local a\n0 local b\n0 local c\n0 local d\n";
        if random.below(5) == 0 || step == 50 {
            branches += "0 local e\n0 local f\n";
        }
    }
    let text = printed("info -", &branches);
    assert_eq!(varies(&text), ["iterations of the main loop in process 0: 100 iterations of 2 variants"]);
}

#[test]
fn where_nothing_varies_nothing_is_said() {
    let text = "0 send 1 5\n0 recv 1 5\n".repeat(50) + &"0 recv 1 5\n1 send 0 5\n".repeat(50);
    let text = printed("info -", &text);
    assert!(!text.contains("varies") && text.contains("\nkept "), "{text}");
}
