#!/usr/bin/env python3
"""Writes a small DUMPI trace by hand, binary and as dumpi2ascii would print it.

Usage: dumpi_by_hand.py FOLDER    (writes FOLDER/program and FOLDER/program-text)

Four processes: receives from anybody, persistent requests, tests, halves of a communicator, a grid
and its rows, lists of counts, functions of the program. How the format looks: crate/formats/src/dumpi.
"""
import os
import struct
import sys

WORLD, SELF, NULL = 2, 3, 1
INT, DOUBLE, OWN = 9, 14, 28
SUM = 3
# name: (number, [(letter, name)])
N = {}


def function(number, name, layout, names):
    N[name] = (number, list(zip(layout.replace("(", "").replace(")", ""), names.split())), layout)


MESSAGE = "count datatype dest tag comm"
FROM = "count datatype source tag comm"
function(0, "MPI_Send", "ndptc", MESSAGE)
function(1, "MPI_Recv", "ndptcs", FROM + " status")
function(8, "MPI_Isend", "ndptcr", MESSAGE + " request")
function(12, "MPI_Irecv", "ndptcr", FROM + " request")
function(13, "MPI_Wait", "rs", "request status")
function(14, "MPI_Test", "rfs", "request flag status")
function(16, "MPI_Waitany", "iRjs", "count requests index status")
function(18, "MPI_Waitall", "iRs", "count requests statuses")
function(20, "MPI_Waitsome", "iRiJs", "count requests outcount indices statuses")
function(15, "MPI_Request_free", "r", "request")
function(26, "MPI_Send_init", "ndptcr", MESSAGE + " request")
function(30, "MPI_Recv_init", "ndptcr", FROM + " request")
function(32, "MPI_Startall", "iR", "count requests")
function(33, "MPI_Sendrecv", "ndptndptcs", "sendcount sendtype dest sendtag recvcount recvtype source recvtag comm status")
function(54, "MPI_Gather", "kndxc(nd)", "commrank sendcount sendtype root comm recvcount recvtype")
function(56, "MPI_Scatter", "kndxc(nd)", "commrank recvcount recvtype root comm sendcount sendtype")
function(61, "MPI_Alltoallv", "iNAdNAdc", "commsize sendcounts senddispls sendtype recvcounts recvdispls recvtype comm")
function(62, "MPI_Reduce", "ndoxc", "count datatype op root comm")
function(72, "MPI_Comm_group", "cg", "comm group")
function(76, "MPI_Group_incl", "giLg", "group count ranks newgroup")
function(82, "MPI_Comm_rank", "ci", "comm rank")
function(81, "MPI_Comm_size", "ci", "comm size")
function(84, "MPI_Comm_dup", "cc", "oldcomm newcomm")
function(85, "MPI_Comm_create", "cgc", "oldcomm group newcomm")
function(86, "MPI_Comm_split", "ciic", "oldcomm color key newcomm")
function(87, "MPI_Comm_free", "c", "comm")
function(52, "MPI_Barrier", "c", "comm")
function(99, "MPI_Cart_create", "ciLAic", "oldcomm ndim dims periods reorder newcomm")
function(111, "MPI_Cart_sub", "icLc", "ndim oldcomm remain_dims newcomm")
function(124, "MPI_Init", "W", "argv")
function(125, "MPI_Finalize", "", "")
function(291, "enter", "a", "address")
function(292, "exit", "a", "address")

SIZES = [0, 0, 1, 1, 1, 1, 4, 2, 2, 4, 4, 8, 8, 4, 8, 16, 8, 8, 8, 1, 0, 0, 8, 12, 12, 6, 8, 20, 24]


def status(source, tag, size, cancelled=0):
    return (size, source, cancelled, 0, tag)


def program(rank):
    """What a process calls."""
    left, right, far = (rank - 1) % 4, (rank + 1) % 4, (rank + 2) % 4
    yield "MPI_Init", [[b"./program", b"-n"]]
    yield "MPI_Comm_rank", [WORLD, rank]
    yield "MPI_Comm_size", [WORLD, 4]
    yield "MPI_Comm_split", [WORLD, rank % 2, -rank, 4]
    yield "MPI_Cart_create", [WORLD, 2, [2, 2], [1, 1], 0, 5]
    yield "MPI_Cart_sub", [2, 5, [0, 1], 6]
    yield "MPI_Comm_dup", [6, 7]
    yield "MPI_Comm_group", [WORLD, 3]
    yield "MPI_Group_incl", [3, 2, [3, 1], 4]
    yield "MPI_Comm_create", [WORLD, 4, 8 if rank in (1, 3) else NULL]
    if rank in (1, 3):
        yield "MPI_Barrier", [8]
    yield "MPI_Send_init", [5, OWN, right, 3, WORLD, 20]
    yield "MPI_Recv_init", [5, OWN, left, 3, WORLD, 21]
    for step in range(3):
        yield "enter", [0x400000]
        yield "MPI_Irecv", [10, INT, -1, -1, WORLD, 2]
        yield "MPI_Irecv", [10, DOUBLE, left, 1, WORLD, 3]
        yield "MPI_Isend", [8, INT, left, step, WORLD, 4]
        yield "MPI_Isend", [10, DOUBLE, right, 1, WORLD, 5]
        yield "MPI_Test", [2, 0, []]
        yield "MPI_Waitall", [4, [2, 3, 4, 5], [status(right, step, 32), status(left, 1, 80)] + [status(9, 9, 99)] * 2]
        yield "MPI_Startall", [2, [20, 21]]
        yield "MPI_Waitsome", [2, [20, 21], 1, [0], []]
        yield "MPI_Waitany", [2, [1, 21], 1, []]
        # In its row: ranks are 0 and 1.
        yield "MPI_Sendrecv", [1, INT, 1 - rank % 2, 9, 1, INT, 1 - rank % 2, 9, 7, [status(1 - rank % 2, 9, 4)]]
        yield "MPI_Sendrecv", [1, INT, -2, 9, 1, INT, -2, 9, WORLD, []]
        yield "MPI_Alltoallv", [4, [1, 2, 3, 4], [0, 1, 3, 6], INT, [1, 1, 1, 1], [0, 1, 2, 3], INT, WORLD]
        yield "MPI_Reduce", [2, DOUBLE, SUM, 1, 4]
        yield "exit", [0x400000]
    yield "MPI_Gather", [rank, 3, INT, 2, WORLD, 3, INT]
    yield "MPI_Scatter", [rank, 3, INT, 2, WORLD, 3, INT]
    yield "MPI_Irecv", [1, INT, far, 77, WORLD, 6]
    yield "MPI_Wait", [6, [status(-1, -1, 0, 1)]]
    yield "MPI_Irecv", [1, INT, far, 78, WORLD, 7]
    yield "MPI_Recv", [1, INT, -1, 5, SELF, []]
    yield "MPI_Request_free", [20]
    yield "MPI_Comm_free", [4]
    yield "MPI_Finalize", []


def numbers(values, pack):
    return struct.pack(">I", len(values)) + b"".join(struct.pack(pack, value) for value in values)


def binary_argument(letter, value):
    if letter in "nptxkfjirR" and isinstance(value, int):
        return struct.pack(">i", value)
    if letter in "dcg":
        return struct.pack(">H", value)
    if letter == "o":
        return struct.pack(">B", value)
    if letter in "RJNAL":
        return numbers(value, ">i")
    if letter == "a":
        return struct.pack(">Q", value)
    if letter == "s":
        return struct.pack(">I", len(value)) + b"".join(struct.pack(">iiBBi", *it) for it in value)
    assert letter == "W", letter
    return struct.pack(">I", len(value)) + b"".join(struct.pack(">I", len(it)) + it for it in value)


def here(name, layout, values):
    """Whether each argument is there."""
    inside = False
    root = "(" in layout and values[0] == values[3]
    for letter in layout:
        if letter in "()":
            inside = letter == "("
        else:
            yield not inside or root


def binary(rank):
    out = b"\xff\xaa\xddDUMPI" + struct.pack(">II", 0, 1000)
    for at, (name, values) in enumerate(program(rank)):
        number, letters, layout = N[name]
        out += struct.pack(">HBHHIHIHIHI", number, 0x4F, 0, 0, at, 0, at, 0, at, 0, at + 1)
        for (letter, _), value, there in zip(letters, values, here(name, layout, values)):
            if there:
                out += binary_argument(letter, value)
    out += struct.pack(">H", 293)
    header = len(out)
    out += bytes([7, 1, 0]) + struct.pack(">Q", 1000) + b"\0\4host\0\4user" + struct.pack(">II", 0, 0)
    sizes = len(out)
    out += numbers(SIZES, ">I")
    names = len(out)
    out += struct.pack(">IQH", 1, 0x400000, 4) + b"step"
    index = [sizes, names, 0, header, 8, 0, 0]
    return out + b"\xff\xaa\xddDUMPI" + b"".join(struct.pack(">Q", it) for it in index)


def text_value(letter, value):
    if letter == "s":
        each = ["{bytes=%d, cancelled=%d, source=%d, tag=%d, error=%d}" % (it[0], it[2], it[1], it[4], it[3]) for it in value]
        return "[" + ", ".join(each) + "]" if each else "<IGNORED>"
    if letter == "r":
        return "[%d]" % value
    if isinstance(value, list):
        each = ['"%s"' % it.decode() if isinstance(it, bytes) else str(it) for it in value]
        return "[" + ", ".join(each) + "]" if each else "<IGNORED>"
    meaning = {"c": {WORLD: " (MPI_COMM_WORLD)"}, "d": {INT: " (MPI_INT)"}, "o": {SUM: " (MPI_SUM)"}}
    return str(value) + meaning.get(letter, {}).get(value, "")


def text(rank):
    out = "version=7.1.0\nhostname=host\n"
    for at, (name, values) in enumerate(program(rank)):
        if name in ("enter", "exit"):
            continue
        when = "walltime 1000.%09d, cputime 0.%09d seconds in thread 0.\n"
        out += name + " entering at " + when % (at, at)
        _, letters, layout = N[name]
        for (letter, argument), value, there in zip(letters, values, here(name, layout, values)):
            if there:
                length = "[%d]" % len(value) if isinstance(value, list) and letter != "s" else ""
                kind = {"d": "MPI_Datatype", "c": "MPI_Comm", "r": "MPI_Request", "R": "MPI_Request", "s": "MPI_Status"}
                out += "%s %s%s=%s\n" % (kind.get(letter, "int"), argument, length, text_value(letter, value))
        out += name + " returning at " + when % (at, at + 1)
    for kind, size in enumerate(SIZES):
        out += "Datatype %d (%s) has size %d\n" % (kind, "user-defined" if kind >= 28 else "MPI", size)
    return out


def main():
    for form, write in (("program", binary), ("program-text", text)):
        folder = os.path.join(sys.argv[1], form)
        os.makedirs(folder, exist_ok=True)
        for rank in range(4):
            ending = "bin" if form == "program" else "txt"
            content = write(rank)
            with open(os.path.join(folder, "run-%04d.%s" % (rank, ending)), "wb") as file:
                file.write(content if isinstance(content, bytes) else content.encode())
        if form == "program":
            with open(os.path.join(folder, "run.meta"), "w") as file:
                file.write("hostname=host\nnumprocs=4\nfileprefix=run\nversion=7\n")


main()
