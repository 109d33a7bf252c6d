use super::*;

fn alike(view: View, a: (u32, &str), b: (u32, &str)) -> bool {
    let [a, b] = [a, b].map(|(own, text)| {
        let mut hash = Hash(0);
        hash.add_event(view, ProcessId(own), text);
        hash.0
    });
    a == b
}

#[test]
fn a_peer_counts_by_its_distance_and_everything_else_as_it_is_written() {
    use View::{Calls, Communication};
    let same = [
        (Communication, (0, "0 send 1 7"), (4, "4 send 5 7")),
        (Communication, (3, "2 recv 3 7"), (1, "0 recv 1 7")),
        (Communication, (3, "* send +1 7"), (1, "* send +1 7")),
        (Communication, (0, "0 sync MPI_Bcast 0-3"), (1, "1 sync MPI_Bcast 0-3")),
        (Communication, (0, "0 local x y"), (1, "1 local x y")),
        (Calls, (0, "MPI_Send(1,640,tag3)"), (6, "MPI_Send(7,640,tag3)")),
        (Calls, (0, "MPI_Send(*,640)"), (6, "MPI_Send(*,640)")),
        (Calls, (0, "MPI_Bcast(640,root0)"), (6, "MPI_Bcast(640,root0)")),
    ];
    for (view, a, b) in same {
        assert!(alike(view, a, b), "{a:?} {b:?}");
    }
    let different = [
        (Communication, (0, "0 send 1 7"), (4, "4 send 3 7")),
        (Communication, (0, "0 send 1 7"), (4, "4 send 5 8")),
        (Communication, (0, "0 send 1 7"), (0, "1 recv 0 7")),
        (Communication, (0, "0 send 1 7"), (0, "0 send +1 7")),
        (Communication, (0, "0 sync MPI_Bcast 0-3"), (1, "1 sync MPI_Bcast 0-1")),
        (Communication, (0, "0 local x y"), (1, "1 local x")),
        (Calls, (0, "MPI_Send(1,640,tag3)"), (6, "MPI_Send(7,641,tag3)")),
        (Calls, (0, "MPI_Send(1,640)"), (6, "MPI_Isend(7,640)")),
        (Calls, (0, "MPI_Bcast(640,root0)"), (6, "MPI_Bcast(640,root1)")),
    ];
    for (view, a, b) in different {
        assert!(!alike(view, a, b), "{a:?} {b:?}");
    }
}
