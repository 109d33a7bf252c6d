use loopscope_core::system::text;

use super::super::body_plan::NUMBERS;
use super::super::compose::{lay_out, Parts};
use super::super::layout::Layout;
use super::super::row_assignment::RowAssignment;

/// Every process sends to so many others, then receives as many.
fn exchange(processes: usize, messages: usize) -> Layout {
    let mut lines = vec![format!("processes 0-{}", processes - 1), "for i0 = 0 to 9".into()];
    for word in ["send", "recv"] {
        for k in 1..=messages {
            for p in 0..processes {
                lines.push(format!("{p} {word} {} {k}", (p + k * 5) % processes));
            }
        }
    }
    lines.push("done".into());
    let model = text::parse(&lines.join("\n")).expect("a model");
    let assignment = RowAssignment::new(&model, false, &[]);
    lay_out(&model, &assignment, Parts { whole: true, closed: &[] }, NUMBERS)
}

#[test]
fn an_exchange_is_untangled() {
    let layout = exchange(16, 6);
    assert_eq!(layout.arrows.len(), 96);
    let mut slots: Vec<(f64, f64)> = Vec::new();
    for arrow in &layout.arrows {
        let crossing = arrow.crossing.expect("a crossing");
        let (from, to) = (arrow.from.expect("a send"), arrow.to.expect("a receive"));
        assert!(from.0 <= crossing.from && crossing.from < crossing.to && crossing.to <= to.0);
        slots.push((crossing.from, crossing.to));
    }
    slots.sort_by(|a, b| a.0.total_cmp(&b.0));
    slots.dedup();
    // A stretch for each of the six, one after the other.
    assert_eq!(slots.len(), 6);
    assert!(slots.windows(2).all(|pair| pair[0].1 <= pair[1].0 + 1e-6), "{slots:?}");
    assert!(slots.iter().all(|(from, to)| to - from > 1.5), "{slots:?}");
}

#[test]
fn arrows_that_cross_few_others_stay_straight() {
    assert!(exchange(16, 1).arrows.iter().all(|arrow| arrow.crossing.is_none()));
    assert!(exchange(4, 2).arrows.iter().all(|arrow| arrow.crossing.is_none()));
}

#[test]
fn no_two_messages_wait_in_one_place() {
    let layout = exchange(16, 6);
    let mut waits = Vec::new();
    for arrow in &layout.arrows {
        let (Some(from), Some(to), Some(crossing)) = (arrow.from, arrow.to, arrow.crossing) else {
            continue;
        };
        let down = from.1 < to.1;
        waits.push((from.1, down, crossing.lanes.0, from.0, crossing.from));
        waits.push((to.1, !down, crossing.lanes.1, crossing.to, to.0));
    }
    waits.retain(|wait| wait.4 - wait.3 > 0.05);
    for (at, a) in waits.iter().enumerate() {
        for b in waits.iter().skip(at + 1) {
            let same = (a.0, a.1, a.2) == (b.0, b.1, b.2) && a.2 + 1 < super::MOST_LANES;
            assert!(!same || a.4 <= b.3 + 1e-9 || b.4 <= a.3 + 1e-9, "{a:?} {b:?}");
        }
    }
}
