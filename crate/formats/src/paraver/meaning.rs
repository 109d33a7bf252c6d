//! What events mean, with the names of the `.pcf`.

use loopscope_core::trace::{BuildError, GroupId, NameId, TraceBuilder};
use rustc_hash::FxHashMap;

use super::labels::Labels;
use super::store::{Said, Store, FIRST_MPI, LAST_MPI};
use crate::mpi::names::{self, Class};
use crate::mpi::Together;

/// What is to be done where something is said.
#[derive(Clone, Copy, Debug)]
pub(super) enum Action {
    /// A call begins. Its operation and, to find its root, its communicator.
    Call {
        kind: u32,
        name: NameId,
        class: Class,
        together: Together,
        is_root: bool,
        comm: Option<(u64, u64)>,
    },
    /// The call of that type ends.
    CallEnd(u32),
    /// A stretch begins that ends with the next 0 of its type: the words for both.
    Enter {
        kind: u32,
        enter: NameId,
        leave: NameId,
    },
    Leave(u32),
    /// Something takes place.
    Local(NameId),
    /// It has no name.
    Nothing,
}

/// Functions of the program, in traces without names.
const FUNCTION: u32 = 60_000_019;

/// The calls of MPI by the numbers that Extrae gives them, from 1 on.
const CALLS: &str = "Send Recv Isend Irecv Wait Waitall Bcast Barrier Reduce Allreduce Alltoall \
    Alltoallv Gather Gatherv Scatter Scatterv Allgather Allgatherv Comm_rank Comm_size Comm_create \
    Comm_dup Comm_split Comm_group Comm_free Comm_remote_group Comm_remote_size Comm_test_inter \
    Comm_compare Scan Init Finalize Bsend Ssend Rsend Ibsend Issend Irsend Test Cancel Sendrecv \
    Sendrecv_replace Cart_create Cart_shift Cart_coords Cart_get Cart_map Cart_rank Cart_sub \
    Cartdim_get Dims_create Graph_get Graph_map Graph_create Graph_neighbors Graphdims_get \
    Graph_neighbors_count Topo_test Waitany Waitsome Probe Iprobe Win_create Win_free Put Get \
    Accumulate Win_fence Win_start Win_complete Win_post Win_wait Win_test Win_lock Win_unlock Pack \
    Unpack Op_create Op_free Reduce_scatter";

/// The call of MPI of that number.
fn standard_call(value: u64) -> Option<String> {
    let at = usize::try_from(value).ok()?.checked_sub(1)?;
    let name = CALLS.split_ascii_whitespace().nth(at)?;
    Some(["MPI_", name].concat())
}

/// How the values of a type are to be understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    /// As calls of MPI; 0 ends one.
    Calls,
    /// As stretches, one inside the other; 0 ends the innermost.
    Stretches,
    /// As events that take place.
    Events,
    /// Not at all.
    Nameless,
}

fn manner(kind: u32, labels: &Labels) -> Manner {
    if (FIRST_MPI..=LAST_MPI).contains(&kind) {
        return Manner::Calls;
    }
    let Some(values) = labels.values(kind) else {
        let is_function = kind == FUNCTION && labels.is_empty();
        return if is_function { Manner::Stretches } else { Manner::Nameless };
    };
    // Whatever the order of the list.
    let named = values.iter().filter(|(value, _)| **value > 0);
    let (mut calls, mut others) = (0, 0);
    named.for_each(|(_, name)| *(if names::is_mpi(name) { &mut calls } else { &mut others }) += 1);
    let end = values.get(&0).map_or("", String::as_str);
    if calls > others {
        Manner::Calls
    } else if matches!(end, "End" | "end" | "close" | "Close") || end.starts_with("Outside") {
        Manner::Stretches
    } else {
        Manner::Events
    }
}

/// What everything that is said means.
#[derive(Debug, Default)]
pub(super) struct Meaning {
    pub(super) actions: Vec<Action>,
    /// The class of the call that each begins.
    pub(super) classes: Vec<Class>,
    /// Values of types without names.
    pub(super) nameless: Vec<bool>,
}

impl Meaning {
    /// Finds it out. O(everything different that is said).
    pub(super) fn new(
        store: &Store,
        labels: &Labels,
        trace: &mut TraceBuilder,
    ) -> Result<Meaning, BuildError> {
        let mut meaning = Meaning::default();
        let mut manners: FxHashMap<u32, Manner> = FxHashMap::default();
        let mut groups: FxHashMap<(u64, u64), Option<GroupId>> = FxHashMap::default();
        for said in store.said.list() {
            let manner = *manners.entry(said.kind).or_insert_with(|| manner(said.kind, labels));
            let action = match (manner, said.value) {
                (Manner::Nameless, _) => Action::Nothing,
                (Manner::Calls, 0) => Action::CallEnd(said.kind),
                (Manner::Calls, _) => call(said, store, labels, &mut groups, trace)?,
                (Manner::Stretches, 0) => Action::Leave(said.kind),
                (Manner::Stretches, _) => {
                    let name = value_name(said, labels);
                    let enter = trace.name(&["enter ", &name].concat())?;
                    let leave = trace.name(&["leave ", &name].concat())?;
                    Action::Enter { kind: said.kind, enter, leave }
                }
                (Manner::Events, _) => {
                    let kind = labels.type_name(said.kind).unwrap_or("event");
                    let name = value_name(said, labels);
                    Action::Local(trace.name(&[kind, ": ", &name].concat())?)
                }
            };
            meaning.classes.push(match action {
                Action::Call { class, .. } => class,
                _ => Class::Other,
            });
            meaning.nameless.push(manner == Manner::Nameless);
            meaning.actions.push(action);
        }
        Ok(meaning)
    }
}

/// What a value is called.
fn value_name(said: &Said, labels: &Labels) -> String {
    let known = labels.values(said.kind).and_then(|values| values.get(&said.value));
    match known {
        Some(name) => name.clone(),
        None if said.kind == FUNCTION => ["function ", &said.value.to_string()].concat(),
        None => said.value.to_string(),
    }
}

fn call(
    said: &Said,
    store: &Store,
    labels: &Labels,
    groups: &mut FxHashMap<(u64, u64), Option<GroupId>>,
    trace: &mut TraceBuilder,
) -> Result<Action, BuildError> {
    let known = labels.values(said.kind).and_then(|values| values.get(&said.value)).cloned();
    let name = match known.or_else(|| standard_call(said.value)) {
        Some(name) => names::canonical(&name).unwrap_or(name),
        None => ["MPI call ", &said.value.to_string()].concat(),
    };
    let class = Class::of(&name);
    let arguments = said.arguments;
    let comm = arguments.comm.map(|comm| (said.application, comm));
    let group = match comm {
        None => None,
        Some(key) => match groups.get(&key) {
            Some(&group) => group,
            None => {
                let members = store.members(key.0, key.1);
                let group = members.map(|members| trace.group(members)).transpose()?;
                groups.insert(key, group);
                group
            }
        },
    };
    // A barrier moves nothing.
    let sizes = [arguments.sent, arguments.received];
    let bytes = sizes.into_iter().flatten().find(|&bytes| bytes > 0);
    let together = Together { root: None, bytes, group, op: None };
    let name = trace.name(&name)?;
    Ok(Action::Call { kind: said.kind, name, class, together, is_root: arguments.root, comm })
}
