use super::*;
use loopscope_core::system::text;

/// The words of a loop of which one iteration computes so many microseconds, and those inside some more.
fn of(lines: &str, id: u32, computes: Option<u64>) -> String {
    let words = words(&text::parse(lines).expect("a model"), id);
    words.with_times(&|of| Some(1000 * (computes? + u64::from(of))))
}

/// A sweep over a grid of four by four processes from the upper left corner.
fn sweep() -> String {
    let mut lines = "processes 0-15\nfor i0 = 0 to 11\n".to_owned();
    for process in 0..16 {
        let (row, column) = (process / 4, process % 4);
        let mut line = |text: String| lines.push_str(&format!("  {text}\n"));
        if column > 0 {
            line(format!("{} recv {process} 1", process - 1));
        }
        if row > 0 {
            line(format!("{} recv {process} 2", process - 4));
        }
        if column < 3 {
            line(format!("{process} send {} 1", process + 1));
        }
        if row < 3 {
            line(format!("{process} send {} 2", process + 4));
        }
    }
    lines + "done\n"
}

#[test]
fn directions_in_a_grid() {
    assert_eq!(
            of(&sweep(), 1, Some(4)),
            "Process 5, like 3 others of 16, receives from above and the left, computes 5.00 µs, sends right and below; 12 times."
        );
    assert_eq!(of(&sweep(), 2, Some(4)), "");
    let across = "0 send 1 1\n2 send 3 1\n";
    let halo = format!("processes 0-3\nfor i0 = 0 to 4\n{across}0 send 2 1\n1 send 3 1\n3 send 1 1\n0 recv 1 1\n2 recv 3 1\n0 recv 2 1\n1 recv 3 1\n3 recv 1 1\ndone\n");
    assert_eq!(
        of(&halo, 1, Some(1)),
        "For example, process 1 sends below, receives from the left and below, computes 2.00 µs; 5 times."
    );
}

#[test]
fn folded_steps_are_the_steps_again() {
    fn unfolded(steps: &[Step]) -> Vec<Step> {
        let of = |step: &Step| match step {
            Step::Repeats(count, inside, 0) => {
                let inside = unfolded(inside);
                (0..*count).flat_map(|_| inside.clone()).collect()
            }
            step => vec![step.clone()],
        };
        steps.iter().flat_map(of).collect()
    }
    let mut random = loopscope_testing::Random::new(5);
    let mut shorter = 0;
    for case in 0..2_000 {
        let mut all: Vec<Step> = Vec::new();
        while all.len() < 12 {
            let again = all.len().min(1 + random.index(4));
            match random.below(3) {
                0 => all.push(Step::Sends(vec![(random.below(2) as i64, 1)])),
                1 => all.push(Step::Works),
                _ => all.extend_from_within(all.len() - again..),
            }
        }
        let mut folded = all.clone();
        fold(&mut folded);
        assert_eq!(unfolded(&folded), all, "{case}");
        shorter += usize::from(folded.len() < all.len());
    }
    assert!(shorter > 1_000, "{shorter}");
    let exchange = "0 send 1 1\n1 recv 0 1\n".repeat(3);
    let lines = format!("processes 0,1\nfor i0 = 0 to 4\n{exchange}done\n");
    assert_eq!(
        of(&lines, 1, Some(4)),
        "Repeats 3 times (sends to r+1, receives from r+1); computes 5.00 µs between; 5 times (r: its own number)."
    );
}

#[test]
fn distances_elsewhere() {
    let ring = "processes 0-2\nfor i0 = 0 to 4\n  0 send 1 1\n  1 send 2 1\n  2 send 0 1\n  2 recv 0 1\n  0 recv 1 1\n  1 recv 2 1\n  0-2 sync MPI_Allreduce 0-2\ndone\n";
    assert_eq!(
        of(ring, 1, None),
        "For example, process 1 sends to r+1, receives from r-1, joins MPI_Allreduce; 5 times (r: its own number)."
    );
    let nested = "processes 0,1\nfor i0 = 0 to 4\n  for i1 = 0 to 2\n    0 send 1 1\n    0 recv 1 1\n    0 send 1 1\n    0 recv 1 1\n  done\n  0,1 sync MPI_Barrier 0,1\n  0 local a\ndone\n";
    assert_eq!(
            of(nested, 1, Some(4)),
            "For example, process 0 repeats 3 times (sends two messages to r+1; computes 6.00 µs between), joins MPI_Barrier, does events of its own; computes 5.00 µs between; 5 times (r: its own number)."
        );
    // A master and many workers.
    let mut star = "processes 0-9\nfor i0 = 0 to 4\n".to_owned();
    for worker in 1..10 {
        star += &format!("  0 send {worker} 1\n  0 recv {worker} 1\n");
    }
    assert_eq!(of(&(star + "done\n"), 1, None), "For example, process 0 sends to 9 processes; 5 times.");
}
