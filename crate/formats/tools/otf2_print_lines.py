#!/usr/bin/env python3
"""Turns what otf2-print says of an archive into the lines that loopscope_formats::otf2::list writes.

Usage: otf2_print_lines.py NAME.otf2    (Debian: otf2-tools)

Prints `location N` before the lines of each location, ascending. Records of other kinds than those
that are read are left out.
"""
import re
import subprocess
import sys

OPERATIONS = (
    "BARRIER BCAST GATHER GATHERV SCATTER SCATTERV ALLGATHER ALLGATHERV ALLTOALL ALLTOALLV ALLTOALLW ALLREDUCE "
    "REDUCE REDUCE_SCATTER SCAN EXSCAN REDUCE_SCATTER_BLOCK CREATE_HANDLE DESTROY_HANDLE ALLOCATE DEALLOCATE "
    "CREATE_HANDLE_AND_ALLOCATE DESTROY_HANDLE_AND_DEALLOCATE"
).split()
ROOTS = {"NONE": 2**32 - 1, "SELF": 2**32 - 2, "THIS_GROUP": 2**32 - 3}
MESSAGES = {"MPI_SEND", "MPI_RECV", "MPI_ISEND", "MPI_IRECV"}
REQUESTS = {
    "MPI_ISEND_COMPLETE", "MPI_IRECV_REQUEST", "MPI_REQUEST_TEST", "MPI_REQUEST_CANCELLED",
    "NON_BLOCKING_COLLECTIVE_REQUEST",
}
COLLECTIVES = {"MPI_COLLECTIVE_END", "NON_BLOCKING_COLLECTIVE_COMPLETE"}


def values(kind, rest):
    """The values of a record, or None if it is not one of those that are read."""
    def number(pattern):
        return re.search(pattern, rest).group(1)

    if kind in ("ENTER", "LEAVE"):
        return [re.findall(r"<(\d+)>", rest)[-1]]
    if kind == "MPI_COLLECTIVE_BEGIN":
        return []
    if kind in REQUESTS:
        return [number(r"Request: (\d+)")]
    if kind in MESSAGES:
        found = [number(r"(?:Sender|Receiver): (\d+)"), number(r'Communicator: ".*?" <(\d+)>')]
        found += [number(r"Tag: (\d+)"), number(r"Length: (\d+)")]
    elif kind in COLLECTIVES:
        root = number(r"Root: (\w+)")
        found = [OPERATIONS.index(number(r"Operation: (\w+)")), number(r'Communicator: ".*?" <(\d+)>')]
        found += [ROOTS.get(root, root), number(r"Sent: (\d+)"), number(r"Received: (\d+)")]
    else:
        return None
    return found + re.findall(r"Request: (\d+)", rest)


def main(anchor):
    printed = subprocess.run(["otf2-print", anchor], capture_output=True, text=True, check=True).stdout
    locations = {}
    for line in printed.split("\n"):
        head = re.match(r"([A-Z_0-9]+) +(\d+) +(\d+) *(.*)", line)
        if head is None:
            continue
        kind, location, time, rest = head.groups()
        lines = locations.setdefault(int(location), [])
        found = values(kind, rest)
        if found is not None:
            lines.append(" ".join([time, kind, *map(str, found)]))
    for location, lines in sorted(locations.items()):
        print(f"location {location}")
        print("\n".join(lines) if lines else "", end="\n" if lines else "")


if __name__ == "__main__":
    main(sys.argv[1])
