//! The meaning of each different event, by the names in the `.pcf`.

use loopscope_core::trace::{BuildError, GroupId, NameId, TraceBuilder};
use rustc_hash::FxHashMap;

use super::labels::Labels;
use super::store::{EventKind, Store, FIRST_MPI, LAST_MPI};
use crate::mpi::names::{self, Class};
use crate::mpi::Collective;

/// What to do for an event.
#[derive(Clone, Copy, Debug)]
pub(super) enum Action {
    /// A call begins. Its operation and, to find its root, its communicator.
    Call {
        kind: u32,
        name: NameId,
        class: Class,
        collective: Collective,
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

/// What each different event means.
#[derive(Debug, Default)]
pub(super) struct Meaning {
    pub(super) actions: Vec<Action>,
    /// The class of the call that each begins.
    pub(super) classes: Vec<Class>,
    /// Values of types without names.
    pub(super) nameless: Vec<bool>,
}

impl Meaning {
    /// Decides it. O(different events).
    pub(super) fn new(store: &Store, labels: &Labels, trace: &mut TraceBuilder) -> Result<Self, BuildError> {
        let mut meaning = Self::default();
        let mut manners: FxHashMap<u32, Manner> = FxHashMap::default();
        let mut groups: FxHashMap<(u64, u64), Option<GroupId>> = FxHashMap::default();
        for event_kind in store.event_kinds.list() {
            let manner = *manners.entry(event_kind.kind).or_insert_with(|| manner(event_kind.kind, labels));
            let action = match (manner, event_kind.value) {
                (Manner::Nameless, _) => Action::Nothing,
                (Manner::Calls, 0) => Action::CallEnd(event_kind.kind),
                (Manner::Calls, _) => call(event_kind, store, labels, &mut groups, trace)?,
                (Manner::Stretches, 0) => Action::Leave(event_kind.kind),
                (Manner::Stretches, _) => {
                    let name = value_name(event_kind, labels);
                    let enter = trace.name(&["enter ", &name].concat())?;
                    let leave = trace.name(&["leave ", &name].concat())?;
                    Action::Enter { kind: event_kind.kind, enter, leave }
                }
                (Manner::Events, _) => {
                    let kind = labels.type_name(event_kind.kind).unwrap_or("event");
                    let name = value_name(event_kind, labels);
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
fn value_name(event_kind: &EventKind, labels: &Labels) -> String {
    let known = labels.values(event_kind.kind).and_then(|values| values.get(&event_kind.value));
    match known {
        Some(name) => name.clone(),
        None if event_kind.kind == FUNCTION => ["function ", &event_kind.value.to_string()].concat(),
        None => event_kind.value.to_string(),
    }
}

fn call(
    event_kind: &EventKind,
    store: &Store,
    labels: &Labels,
    groups: &mut FxHashMap<(u64, u64), Option<GroupId>>,
    trace: &mut TraceBuilder,
) -> Result<Action, BuildError> {
    let known = labels.values(event_kind.kind).and_then(|values| values.get(&event_kind.value)).cloned();
    let name = match known.or_else(|| standard_call(event_kind.value)) {
        Some(name) => names::canonical(&name).unwrap_or(name),
        None => ["MPI call ", &event_kind.value.to_string()].concat(),
    };
    let class = Class::of(&name);
    let arguments = event_kind.arguments;
    let comm = arguments.comm.map(|comm| (event_kind.application, comm));
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
    let collective = Collective { root: None, bytes, group, op: None };
    let name = trace.name(&name)?;
    Ok(Action::Call { kind: event_kind.kind, name, class, collective, is_root: arguments.root, comm })
}
