use super::*;

#[test]
fn native_lines() {
    let send = Appearance::of(View::Communication, "5 send 4 2");
    assert_eq!((send.shape, send.peer, send.tag), (Shape::Send, Some("4"), Some(2)));
    let recv = Appearance::of(View::Communication, "+1 recv 5 *");
    assert_eq!((recv.shape, recv.peer, recv.tag), (Shape::Receive, Some("+1"), None));
    let sync = Appearance::of(View::Communication, "5 sync MPI_Bcast 0-15");
    assert_eq!((sync.shape, sync.name, sync.group), (Shape::Collective, "MPI_Bcast", Some("0-15")));
    let local = Appearance::of(View::Communication, "5 local call MPI_Wait");
    assert_eq!((local.shape, local.name), (Shape::Other, "call MPI_Wait"));
}

#[test]
fn calls() {
    let send = Appearance::of(View::Calls, "Isend(4,640,c1)");
    assert_eq!((send.shape, send.name, send.peer, send.bytes), (Shape::Send, "Isend", Some("4"), Some(640)));
    let tagged = Appearance::of(View::Calls, "MPI_Recv(4,tag7)");
    assert_eq!((tagged.shape, tagged.tag, tagged.bytes), (Shape::Receive, Some(7), None));
    let all = Appearance::of(View::Calls, "Allreduce(40,SUM,c0)");
    assert_eq!((all.shape, all.bytes), (Shape::Collective, Some(40)));
    let alike = Appearance::of(View::Calls, "MPI_Isend(*,2^9,0-3)");
    assert_eq!((alike.peer, alike.bytes), (None, Some(512)));
    assert_eq!(Appearance::of(View::Calls, "mpi_alltoallv_").shape, Shape::Collective);
    assert_eq!(Appearance::of(View::Calls, "Waitall(12)").shape, Shape::Other);
    assert_eq!(Appearance::of(View::Calls, "a(b").name, "a(b");
    let located = Appearance::of(View::Calls, "MPI_Send(4,640,0-3,@solve(int,4)+0x30)");
    assert_eq!((located.name, located.peer, located.bytes), ("MPI_Send", Some("4"), Some(640)));
    assert_eq!(Appearance::of(View::Calls, "MPI_Send(@0x4012)").peer, None);
}
