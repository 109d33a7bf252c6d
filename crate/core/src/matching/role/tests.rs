use super::*;

#[test]
fn one_function_has_many_spellings() {
    for name in ["MPI_Isend", "mpi_isend_", "MPI_ISEND", "PMPI_Isend", "MPI_Isend()"] {
        assert_eq!(Role::of(name), Role::Begin, "{name}");
    }
    for name in ["MPI_Ibcast", "MPI_Iallgatherv", "MPI_Ireduce_scatter_block"] {
        assert_eq!(Role::of(name), Role::Join, "{name}");
    }
    assert_eq!(base_name("mpi_bcast_f08_"), Some("bcast"));
    assert_eq!((Role::of("send"), Role::of("MPI_")), (Role::Other, Role::Other));
}
