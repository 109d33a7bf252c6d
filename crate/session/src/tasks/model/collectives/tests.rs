use super::*;
use loopscope_core::system::text;

#[test]
fn operations_are_counted_in_all_loops_around_them() {
    let all = "0,1 sync MPI_Barrier 0,1\n";
    let inner = format!("for i1 = 0 to 4\n0,1 sync MPI_Bcast 0,1\n{all}done\n");
    let before = format!("for i0 = 0 to 1\n{all}done\n");
    let message = "0 send 1 7\n1 recv 0 7\n";
    let main = format!("for i0 = 0 to 9\n{inner}{all}{message}done\n");
    let after = format!("{all}for i0 = 0 to 2\n{message}done\n");
    let lines = format!("processes 0,1\n{before}{message}{main}{after}");
    let found = collectives(&text::parse(&lines).expect("a model"));
    assert_eq!((found.names.len(), found.groups.len()), (2, 2));
    let of = |name: &str| {
        let at = found.names.iter().position(|known| known == name).unwrap();
        found.counts[4 * at..4 * at + 4].to_vec()
    };
    assert_eq!(of("MPI_Barrier"), [63.0, 6.0, 2.0, 1.0]);
    assert_eq!(of("MPI_Bcast"), [50.0, 5.0, 0.0, 0.0]);
    assert_eq!(found.outside, [6.0, 8.0, 1.0, 3.0, 10.0, 1.0]);
    // What is between the places of the main loop is neither before it nor after it.
    let again = main.replace("to 9", "to 6");
    let lines = format!("processes 0,1\n{before}{main}{message}{all}{again}{after}");
    let found = collectives(&text::parse(&lines).expect("a model"));
    assert_eq!(found.outside, [4.0, 8.0, 0.0, 3.0, 17.0, 1.0]);
    assert_eq!(found.counts[..4], [106.0, 6.0, 2.0, 1.0]);
    let without = collectives(&text::parse("processes 0\n0 local a\n").unwrap());
    assert_eq!((without.names.len(), without.outside), (0, vec![0.0; 6]));
}
