use super::*;
use loopscope_core::system::text;

#[test]
fn sentences() {
    let says = |text: &str| {
        let model = text::parse(text).expect("a model");
        sentence::about(&model).iter().map(|part| part.text.as_str()).collect::<String>()
    };
    assert_eq!(
            says("processes 0,1\nfor i0 = 0 to 9\n  for i1 = 0 to 1\n    0 send 1 1\n    0 recv 1 1\n  done\n  1 send 0 1\n  1 recv 0 1\ndone\n"),
            "Both processes run one loop 10 times. Inside it, one loop runs twice, and 1 single message is sent. It holds 100 % of 60 events."
        );
    assert_eq!(says("processes 0,1\n0 local a\n"), "2 processes and no loop that they run together.");
    assert_eq!(says("processes 0\n0 local a\n"), "1 process and no loop.");
    let solve = "for i0 = 0 to 49\n  0,1 sync MPI_Barrier 0,1\ndone\n";
    assert_eq!(
            says(&format!("processes 0,1\n{solve}0 local a\n{solve}{solve}")),
            "Both processes run one loop three times, 50 iterations each. Each time, one collective is run. It holds 99.7 % of 301 events."
        );
    let again = format!("processes 0-2\nfor i0 = 0 to 1\n{solve}2 local a\ndone\n");
    assert_eq!(
            says(&again.replace("i0 = 0 to 49", "i1 = 0 to 49")),
            "2 of 3 processes run one loop twice, 50 iterations each. Each time, one collective is run. It holds 99.0 % of 202 events."
        );
}
