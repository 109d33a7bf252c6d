use super::*;

#[test]
fn the_list_is_in_order() {
    assert!(FUNCTIONS.windows(2).all(|pair| pair[0].0 < pair[1].0));
}

#[test]
fn one_function_has_many_spellings() {
    for spelling in [
        "MPI_Isend",
        "mpi_isend_",
        "mpi_isend__",
        "MPI_ISEND",
        "PMPI_Isend",
        "pmpi_isend_",
        "MPI_Isend()",
        " MPI_Isend ",
        "mpi_isend_f08_",
        "MPI_Isend_f08ts",
    ] {
        assert_eq!(canonical(spelling).as_deref(), Some("MPI_Isend"), "{spelling}");
        assert_eq!(Class::of(spelling), Isend, "{spelling}");
    }
    assert_eq!(canonical("mpi_comm_create_group_").as_deref(), Some("MPI_Comm_create_group"));
    for other in ["", "MPI_", "mpi", "MPIX_Foo", "ompi_send", "send", "MPI_a b", "PPMPI_Send"] {
        assert_eq!((canonical(other), Class::of(other)), (None, Other), "{other}");
    }
}

#[test]
fn what_must_have_left_a_record() {
    let of = |name| {
        let class = Class::of(name);
        (class.sends(), class.receives(), class.is_collective())
    };
    assert_eq!(of("MPI_Ssend"), (true, false, false));
    assert_eq!(of("MPI_Mrecv"), (false, true, false));
    assert_eq!(of("MPI_Sendrecv_replace"), (true, true, false));
    assert_eq!(of("mpi_reduce_scatter_block_"), (false, false, true));
    assert_eq!(of("MPI_Comm_split_type"), (false, false, true));
    for nothing in ["MPI_Irecv", "MPI_Wait", "MPI_Ibcast", "MPI_Send_init", "MPI_Comm_rank"] {
        assert_eq!(of(nothing), (false, false, false), "{nothing}");
    }
}
