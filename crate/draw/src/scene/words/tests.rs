use super::*;
use loopscope_core::trace::View;

fn check(view: View, text: &str, expected: [&str; 4]) {
    let event = Appearance::of(view, text);
    let forms = [Wording::Full, Wording::TwoLines, Wording::Short, Wording::Arrow];
    let written = forms.map(|wording| {
        let Label { arrow, main, more, .. } = Label::new(&event, wording);
        let arrow = arrow.map_or("", |right| if right { "→ " } else { "← " });
        let between = if more.is_empty() { "" } else { " | " };
        format!("{arrow}{main}{between}{more}")
    });
    assert_eq!(written, expected, "{text}");
}

#[test]
fn events_in_words() {
    check(View::Calls, "Recv(4,640)", ["receive from 4 | 640 B", "from 4 | 640 B", "from 4", "← 4"]);
    check(View::Calls, "Isend(6,81920)", ["Isend to 6 | 81,920 B", "to 6 | 81,920 B", "to 6", "→ 6"]);
    check(View::Communication, "4 recv 5 2", ["receive from 4 | tag 2", "from 4", "from 4", "← 4"]);
    check(View::Communication, "5 sync MPI_Bcast 0-15", ["Bcast | among 0-15", "Bcast", "Bcast", ""]);
    check(View::Calls, "Allreduce(8,SUM,c0)", ["Allreduce | 8 B", "Allreduce | 8 B", "Allreduce", ""]);
    check(View::Calls, "letter", ["letter", "letter", "letter", ""]);
}
