//! The functions of a DUMPI trace: numbers, names, and how their arguments follow each other.
//!
//! Source: `common/funclabels.h`, `common/dumpiio.c` and `common/iodefs.h` of DUMPI 7 (BSD-3-Clause),
//! which define the format; this table was made by reading them.
//!
//! | letter | bytes | what it is |
//! | --- | --- | --- |
//! | `n` | 4 | number of elements |
//! | `d` | 2 | type of elements |
//! | `p` `t` | 4 | the other end of a message, its tag |
//! | `c` `g` | 2 | communicator, group |
//! | `x` `k` | 4 | root, own rank in the communicator |
//! | `o` | 1 | operation of a reduction |
//! | `r` `R` | 4, list of 4 | requests |
//! | `f` `j` | 4 | whether a test succeeded, which request of a list |
//! | `J` | list of 4 | which requests of a list |
//! | `s` | list of 14 | statuses, if the record says that it has them |
//! | `N` | list of 4 | numbers of elements for each process |
//! | `i` `L` `M` | 4, list, list of lists | other numbers that may matter |
//! | `b` `h` `l` | 1, 2, 8 | other things |
//! | `a` | 8 | address of a function of the program |
//! | `w` `W` `V` | text, list of texts, list of lists of texts | a text is a list of bytes |
//! | `E` `D` `H` `A` | lists of 1, 2, 2, 4 | other things |
//! | `(` `)` | | the arguments between are present only at the root |
//!
//! A list is its length in 4 bytes and its members; all numbers are big-endian.

/// A function: its name and its arguments.
pub(super) struct Function {
    pub(super) name: &'static str,
    pub(super) layout: &'static [u8],
}

const fn f(name: &'static str, layout: &'static [u8]) -> Function {
    Function { name, layout }
}

/// A function of the program begins, or ends; the trace ends.
pub(super) const ENTER: u16 = 291;
pub(super) const EXIT: u16 = 292;
pub(super) const END: u16 = 293;

/// All functions by number.
pub(super) const FUNCTIONS: &[Function] = &[
    f("MPI_Send", b"ndptc"),
    f("MPI_Recv", b"ndptcs"),
    f("MPI_Get_count", b"sdi"),
    f("MPI_Bsend", b"ndptc"),
    f("MPI_Ssend", b"ndptc"),
    f("MPI_Rsend", b"ndptc"),
    f("MPI_Buffer_attach", b"i"),
    f("MPI_Buffer_detach", b"i"),
    f("MPI_Isend", b"ndptcr"),
    f("MPI_Ibsend", b"ndptcr"),
    f("MPI_Issend", b"ndptcr"),
    f("MPI_Irsend", b"ndptcr"),
    f("MPI_Irecv", b"ndptcr"),
    f("MPI_Wait", b"rs"),
    f("MPI_Test", b"rfs"),
    f("MPI_Request_free", b"r"),
    f("MPI_Waitany", b"iRjs"),
    f("MPI_Testany", b"iRjfs"),
    f("MPI_Waitall", b"iRs"),
    f("MPI_Testall", b"iRfs"),
    f("MPI_Waitsome", b"iRiJs"),
    f("MPI_Testsome", b"iRiJs"),
    f("MPI_Iprobe", b"ptcfs"),
    f("MPI_Probe", b"ptcs"),
    f("MPI_Cancel", b"r"),
    f("MPI_Test_cancelled", b"si"),
    f("MPI_Send_init", b"ndptcr"),
    f("MPI_Bsend_init", b"ndptcr"),
    f("MPI_Ssend_init", b"ndptcr"),
    f("MPI_Rsend_init", b"ndptcr"),
    f("MPI_Recv_init", b"ndptcr"),
    f("MPI_Start", b"r"),
    f("MPI_Startall", b"iR"),
    f("MPI_Sendrecv", b"ndptndptcs"),
    f("MPI_Sendrecv_replace", b"ndptptcs"),
    f("MPI_Type_contiguous", b"idd"),
    f("MPI_Type_vector", b"iiidd"),
    f("MPI_Type_hvector", b"iiidd"),
    f("MPI_Type_indexed", b"iAAdd"),
    f("MPI_Type_hindexed", b"iAAdd"),
    f("MPI_Type_struct", b"iAADd"),
    f("MPI_Address", b"i"),
    f("MPI_Type_extent", b"di"),
    f("MPI_Type_size", b"di"),
    f("MPI_Type_lb", b"di"),
    f("MPI_Type_ub", b"di"),
    f("MPI_Type_commit", b"d"),
    f("MPI_Type_free", b"d"),
    f("MPI_Get_elements", b"sdi"),
    f("MPI_Pack", b"idiiic"),
    f("MPI_Unpack", b"iiiidc"),
    f("MPI_Pack_size", b"idci"),
    f("MPI_Barrier", b"c"),
    f("MPI_Bcast", b"ndxc"),
    f("MPI_Gather", b"kndxc(nd)"),
    f("MPI_Gatherv", b"kindxc(NA)d"),
    f("MPI_Scatter", b"kndxc(ih)"),
    f("MPI_Scatterv", b"kihndxc(NA)"),
    f("MPI_Allgather", b"ndndc"),
    f("MPI_Allgatherv", b"indNAhc"),
    f("MPI_Alltoall", b"ndndc"),
    f("MPI_Alltoallv", b"iNAdNAdc"),
    f("MPI_Reduce", b"ndoxc"),
    f("MPI_Op_create", b"io"),
    f("MPI_Op_free", b"o"),
    f("MPI_Allreduce", b"ndoc"),
    f("MPI_Reduce_scatter", b"iNdoc"),
    f("MPI_Scan", b"ndoc"),
    f("MPI_Group_size", b"gi"),
    f("MPI_Group_rank", b"gi"),
    f("MPI_Group_translate_ranks", b"giAgA"),
    f("MPI_Group_compare", b"ggb"),
    f("MPI_Comm_group", b"cg"),
    f("MPI_Group_union", b"ggg"),
    f("MPI_Group_intersection", b"ggg"),
    f("MPI_Group_difference", b"ggg"),
    f("MPI_Group_incl", b"giLg"),
    f("MPI_Group_excl", b"giLg"),
    f("MPI_Group_range_incl", b"giMg"),
    f("MPI_Group_range_excl", b"giMg"),
    f("MPI_Group_free", b"g"),
    f("MPI_Comm_size", b"ci"),
    f("MPI_Comm_rank", b"ci"),
    f("MPI_Comm_compare", b"ccb"),
    f("MPI_Comm_dup", b"cc"),
    f("MPI_Comm_create", b"cgc"),
    f("MPI_Comm_split", b"ciic"),
    f("MPI_Comm_free", b"c"),
    f("MPI_Comm_test_inter", b"ci"),
    f("MPI_Comm_remote_size", b"ci"),
    f("MPI_Comm_remote_group", b"cg"),
    f("MPI_Intercomm_create", b"ciciic"),
    f("MPI_Intercomm_merge", b"cic"),
    f("MPI_Keyval_create", b"h"),
    f("MPI_Keyval_free", b"h"),
    f("MPI_Attr_put", b"ci"),
    f("MPI_Attr_get", b"cii"),
    f("MPI_Attr_delete", b"ci"),
    f("MPI_Topo_test", b"cb"),
    f("MPI_Cart_create", b"ciLAic"),
    f("MPI_Dims_create", b"iiAA"),
    f("MPI_Graph_create", b"iciAAic"),
    f("MPI_Graphdims_get", b"cii"),
    f("MPI_Graph_get", b"iiciiAA"),
    f("MPI_Cartdim_get", b"ci"),
    f("MPI_Cart_get", b"iciAAA"),
    f("MPI_Cart_rank", b"icAi"),
    f("MPI_Cart_coords", b"iciiA"),
    f("MPI_Graph_neighbors_count", b"cii"),
    f("MPI_Graph_neighbors", b"iciiA"),
    f("MPI_Cart_shift", b"ciiii"),
    f("MPI_Cart_sub", b"icLc"),
    f("MPI_Cart_map", b"ciAAi"),
    f("MPI_Graph_map", b"iciAAi"),
    f("MPI_Get_processor_name", b"wi"),
    f("MPI_Get_version", b"ii"),
    f("MPI_Errhandler_create", b"h"),
    f("MPI_Errhandler_set", b"ch"),
    f("MPI_Errhandler_get", b"ch"),
    f("MPI_Errhandler_free", b"h"),
    f("MPI_Error_string", b"iwi"),
    f("MPI_Error_class", b"ii"),
    f("MPI_Wtime", b""),
    f("MPI_Wtick", b""),
    f("MPI_Init", b"W"),
    f("MPI_Finalize", b""),
    f("MPI_Initialized", b"i"),
    f("MPI_Abort", b"ci"),
    f("MPI_Pcontrol", b""),
    f("MPI_Close_port", b"w"),
    f("MPI_Comm_accept", b"whicc"),
    f("MPI_Comm_connect", b"whicc"),
    f("MPI_Comm_disconnect", b"c"),
    f("MPI_Comm_get_parent", b"c"),
    f("MPI_Comm_join", b"ic"),
    f("MPI_Comm_spawn", b"kxcc(wWihA)"),
    f("MPI_Comm_spawn_multiple", b"ikxcc(iWVAHA)"),
    f("MPI_Lookup_name", b"whw"),
    f("MPI_Open_port", b"hw"),
    f("MPI_Publish_name", b"whw"),
    f("MPI_Unpublish_name", b"whw"),
    f("MPI_Accumulate", b"idiiidoh"),
    f("MPI_Get", b"idiiidh"),
    f("MPI_Put", b"idiiidh"),
    f("MPI_Win_complete", b"h"),
    f("MPI_Win_create", b"iihch"),
    f("MPI_Win_fence", b"bh"),
    f("MPI_Win_free", b"h"),
    f("MPI_Win_get_group", b"hg"),
    f("MPI_Win_lock", b"bibh"),
    f("MPI_Win_post", b"gbh"),
    f("MPI_Win_start", b"gbh"),
    f("MPI_Win_test", b"hi"),
    f("MPI_Win_unlock", b"ih"),
    f("MPI_Win_wait", b"h"),
    f("MPI_Alltoallw", b"iAADAADc"),
    f("MPI_Exscan", b"ndoc"),
    f("MPI_Add_error_class", b"i"),
    f("MPI_Add_error_code", b"ii"),
    f("MPI_Add_error_string", b"iw"),
    f("MPI_Comm_call_errhandler", b"ci"),
    f("MPI_Comm_create_keyval", b"h"),
    f("MPI_Comm_delete_attr", b"ch"),
    f("MPI_Comm_free_keyval", b"h"),
    f("MPI_Comm_get_attr", b"chi"),
    f("MPI_Comm_get_name", b"cwi"),
    f("MPI_Comm_set_attr", b"ch"),
    f("MPI_Comm_set_name", b"cw"),
    f("MPI_File_call_errhandler", b"hi"),
    f("MPI_Grequest_complete", b"i"),
    f("MPI_Grequest_start", b"i"),
    f("MPI_Init_thread", b"Wbb"),
    f("MPI_Is_thread_main", b"i"),
    f("MPI_Query_thread", b"b"),
    f("MPI_Status_set_cancelled", b"si"),
    f("MPI_Status_set_elements", b"sdi"),
    f("MPI_Type_create_keyval", b"h"),
    f("MPI_Type_delete_attr", b"dh"),
    f("MPI_Type_dup", b"dd"),
    f("MPI_Type_free_keyval", b"h"),
    f("MPI_Type_get_attr", b"dhi"),
    f("MPI_Type_get_contents", b"iiidiiiAAD"),
    f("MPI_Type_get_envelope", b"diiib"),
    f("MPI_Type_get_name", b"dwi"),
    f("MPI_Type_set_attr", b"dh"),
    f("MPI_Type_set_name", b"dw"),
    f("MPI_Type_match_size", b"bid"),
    f("MPI_Win_call_errhandler", b"hi"),
    f("MPI_Win_create_keyval", b"h"),
    f("MPI_Win_delete_attr", b"hh"),
    f("MPI_Win_free_keyval", b"h"),
    f("MPI_Win_get_attr", b"hhi"),
    f("MPI_Win_get_name", b"hwi"),
    f("MPI_Win_set_attr", b"hh"),
    f("MPI_Win_set_name", b"hw"),
    f("MPI_Alloc_mem", b"ih"),
    f("MPI_Comm_create_errhandler", b"h"),
    f("MPI_Comm_get_errhandler", b"ch"),
    f("MPI_Comm_set_errhandler", b"ch"),
    f("MPI_File_create_errhandler", b"h"),
    f("MPI_File_get_errhandler", b"hh"),
    f("MPI_File_set_errhandler", b"hh"),
    f("MPI_Finalized", b"i"),
    f("MPI_Free_mem", b""),
    f("MPI_Get_address", b"i"),
    f("MPI_Info_create", b"h"),
    f("MPI_Info_delete", b"hw"),
    f("MPI_Info_dup", b"hh"),
    f("MPI_Info_free", b"h"),
    f("MPI_Info_get", b"hwiwi"),
    f("MPI_Info_get_nkeys", b"hi"),
    f("MPI_Info_get_nthkey", b"hiw"),
    f("MPI_Info_get_valuelen", b"hwii"),
    f("MPI_Info_set", b"hww"),
    f("MPI_Pack_external", b"widiii"),
    f("MPI_Pack_external_size", b"widi"),
    f("MPI_Request_get_status", b"iis"),
    f("MPI_Type_create_darray", b"iiiAEAAbdd"),
    f("MPI_Type_create_hindexed", b"iAAdd"),
    f("MPI_Type_create_hvector", b"iiidd"),
    f("MPI_Type_create_indexed_block", b"iiAdd"),
    f("MPI_Type_create_resized", b"diid"),
    f("MPI_Type_create_struct", b"iAADd"),
    f("MPI_Type_create_subarray", b"iAAAbdd"),
    f("MPI_Type_get_extent", b"dii"),
    f("MPI_Type_get_true_extent", b"dii"),
    f("MPI_Unpack_external", b"wiiiid"),
    f("MPI_Win_create_errhandler", b"h"),
    f("MPI_Win_get_errhandler", b"hh"),
    f("MPI_Win_set_errhandler", b"hh"),
    f("MPI_File_open", b"cwbhh"),
    f("MPI_File_close", b"h"),
    f("MPI_File_delete", b"wh"),
    f("MPI_File_set_size", b"hl"),
    f("MPI_File_preallocate", b"hl"),
    f("MPI_File_get_size", b"hl"),
    f("MPI_File_get_group", b"hg"),
    f("MPI_File_get_amode", b"hb"),
    f("MPI_File_set_info", b"hh"),
    f("MPI_File_get_info", b"hh"),
    f("MPI_File_set_view", b"hlddwh"),
    f("MPI_File_get_view", b"hlddw"),
    f("MPI_File_read_at", b"hlids"),
    f("MPI_File_read_at_all", b"hlids"),
    f("MPI_File_write_at", b"hlids"),
    f("MPI_File_write_at_all", b"hlids"),
    f("MPI_File_iread_at", b"hlidi"),
    f("MPI_File_iwrite_at", b"hlidi"),
    f("MPI_File_read", b"hids"),
    f("MPI_File_read_all", b"hids"),
    f("MPI_File_write", b"hids"),
    f("MPI_File_write_all", b"hids"),
    f("MPI_File_iread", b"hidi"),
    f("MPI_File_iwrite", b"hidi"),
    f("MPI_File_seek", b"hlb"),
    f("MPI_File_get_position", b"hl"),
    f("MPI_File_get_byte_offset", b"hll"),
    f("MPI_File_read_shared", b"hids"),
    f("MPI_File_write_shared", b"hids"),
    f("MPI_File_iread_shared", b"hidi"),
    f("MPI_File_iwrite_shared", b"hidi"),
    f("MPI_File_read_ordered", b"hids"),
    f("MPI_File_write_ordered", b"hids"),
    f("MPI_File_seek_shared", b"hlb"),
    f("MPI_File_get_position_shared", b"hl"),
    f("MPI_File_read_at_all_begin", b"hlid"),
    f("MPI_File_read_at_all_end", b"hs"),
    f("MPI_File_write_at_all_begin", b"hlid"),
    f("MPI_File_write_at_all_end", b"hs"),
    f("MPI_File_read_all_begin", b"hid"),
    f("MPI_File_read_all_end", b"hs"),
    f("MPI_File_write_all_begin", b"hid"),
    f("MPI_File_write_all_end", b"hs"),
    f("MPI_File_read_ordered_begin", b"hid"),
    f("MPI_File_read_ordered_end", b"hs"),
    f("MPI_File_write_ordered_begin", b"hid"),
    f("MPI_File_write_ordered_end", b"hs"),
    f("MPI_File_get_type_extent", b"hdi"),
    f("MPI_Register_datarep", b"w"),
    f("MPI_File_set_atomicity", b"hi"),
    f("MPI_File_get_atomicity", b"hi"),
    f("MPI_File_sync", b"h"),
    f("MPIO_Test", b"iis"),
    f("MPIO_Wait", b"is"),
    f("MPIO_Testall", b"iAis"),
    f("MPIO_Waitall", b"iAs"),
    f("MPIO_Testany", b"iAiis"),
    f("MPIO_Waitany", b"iAis"),
    f("MPIO_Waitsome", b"iAiAs"),
    f("MPIO_Testsome", b"iAiAs"),
];

/// The function of that number.
pub(super) fn function(number: u16) -> Option<&'static Function> {
    FUNCTIONS.get(usize::from(number))
}

/// The number of the function of that name. O(functions).
pub(super) fn number_of(name: &[u8]) -> Option<u16> {
    FUNCTIONS.iter().position(|known| known.name.as_bytes() == name).map(|at| at as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_is_known() {
        assert_eq!(FUNCTIONS.len(), 290);
        for known in FUNCTIONS {
            assert!(known
                .layout
                .iter()
                .all(|byte| b"ndptcgxkorRfjJsNiLMbhlawWVEDHA()".contains(byte)));
        }
        let at = |name: &str| number_of(name.as_bytes());
        assert_eq!(
            (at("MPI_Send"), at("MPI_Barrier"), at("MPI_Finalize")),
            (Some(0), Some(52), Some(125))
        );
        assert_eq!(at("MPI_Nothing"), None);
    }
}
