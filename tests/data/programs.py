"""Programs from traces: they compile without warnings, run to the end, and their own trace has the model of the first, as text and
as JSON, and the same bytes between processes. Those that are made from the calls make the same calls, with the same sizes.

    python3 programs.py PROGRAM TRACE..

PROGRAM is `loopscope`. Under SimGrid, where it is installed, the program and the expanded trace must last equally long.
"""

import csv
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

RECORDER = pathlib.Path(__file__).parents[2] / "docs/recording/record_csv.c"
MIXED = pathlib.Path(__file__).parent / "mixed.c"
WARNINGS = ["-Wall", "-Wextra", "-Werror"]
# Any user, any number of cores, no network but this machine.
MPI = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_btl": "self,vader,tcp",
    "OMPI_MCA_mpi_yield_when_idle": "1",
}
PLATFORM = """<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="c" prefix="h" suffix="" radical="0-{last}" speed="1Gf" bw="1.25GBps" lat="5us"/>
</platform>
"""


def run(*command, folder=None, **more):
    environment = {**os.environ, **MPI, **more}
    done = subprocess.run([str(word) for word in command], cwd=folder, env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}"
    return done.stdout + done.stderr


ORDERS = re.compile(r"^# Receives that take whoever comes first .*\n", re.MULTILINE)


def raw(program, what, trace):
    return subprocess.run([program, *what, str(trace)], check=True, capture_output=True, text=True).stdout


def said(program, what, trace):
    """What a command says of a trace, but for the orders in which receives came: a program names its senders."""
    return ORDERS.sub("", raw(program, what, trace))


def whoever_comes_first(program, trace):
    """Whether receives of a trace came in another order than its model has."""
    return ORDERS.search(raw(program, TEXT, trace)) is not None


TEXT = ["model", "--locals", "drop"]
# What must be the same of both: the model with all it holds, and the messages and bytes between processes.
SAME = [[*TEXT, "--format", "json"], ["matrix", "--format", "json"]]


def model(program, trace):
    return said(program, TEXT, trace)


def processes(text):
    last = re.match(r"processes (?:0-)?(\d+)", text).group(1)
    return int(last) + 1


def record(binary, count, folder):
    """Runs a program under the recorder; the folder of its tables."""
    library = folder / "record.so"
    if not library.exists():
        run("mpicc", "-O2", "-shared", "-fPIC", RECORDER, "-o", library)
    recorded = folder / f"recorded-{binary.name}"
    recorded.mkdir()
    run("mpirun", "-n", count, "-x", "RECORD_CSV", "env", f"LD_PRELOAD={library}", binary, RECORD_CSV=str(recorded))
    return recorded


# What a program calls instead of what the trace has, and what neither the recorder nor the program has.
INSTEAD = {"Waitany": "Wait", "Test": "Wait", "Testany": "Wait", "Waitsome": "Waitall", "Testall": "Waitall", "Testsome": "Waitall", "Init_thread": "Init"}
UNSEEN = {"Comm_rank", "Comm_size", "Get_count", "Wtime"}


def calls(folder):
    """By process, its calls: name, peer, tag, bytes, root, what it received. Receives count by what came, not by what they asked for."""
    found = {}
    for path in sorted(folder.rglob("rank-*.csv")):
        rows = []
        for row in csv.DictReader(path.open()):
            name = row["call"].removeprefix("MPI_")
            waits = name.startswith(("Wait", "Test"))
            name = INSTEAD.get(name, name)
            received = row["matched"] or ""
            # What a posted receive is from is told by the call that completes it.
            named = "" if waits or name in ("Irecv", "Recv") else f"{row['peer']},{row['tag']}"
            size = "" if waits or name.startswith(("Comm_", "Cart_")) else row["bytes"] or "0"
            # Waitall always returns, be it over null requests; a test or a wait for one may find nothing.
            done = row["call"] == "MPI_Waitall" or row["req"] or received or int(row.get("nreq") or 0) > 1
            if name not in UNSEEN and not (waits and not done):
                rows.append((name, named, size, row["root"] or "", received))
        found[path.name] = rows
    assert found, folder
    return found


def same_calls(trace, first, second):
    """Compares the calls of two folders; what each has received may come in another order within a call."""
    ordered = lambda row: (*row[:-1], sorted(row[-1].split(";")))
    for name, rows in first.items():
        for at, (left, right) in enumerate(zip(rows, second[name])):
            assert ordered(left) == ordered(right), f"{trace}: {name}, call {at}: the trace has {left}, the program {right}"
        assert len(rows) == len(second[name]), f"{trace}: {name}: {len(rows)} calls, the program makes {len(second[name])}"
    return sum(map(len, first.values()))


def under_mpi(program, trace, folder, expected, source):
    """A program from the model and one from the calls: compiled, run, recorded, compared."""
    count = processes(expected)
    for way in ["model", "calls"]:
        code, binary = folder / f"{way}.c", folder / way
        run(program, "skeleton", "--from", way, trace, "-o", code)
        run("mpicc", "-O2", *WARNINGS, code, "-o", binary)
        recorded = record(binary, count, folder)
        found = model(program, recorded)
        if found != expected:
            import difflib

            lines = difflib.unified_diff(expected.splitlines(), found.splitlines(), "trace", "program", lineterm="")
            sys.exit(f"{trace}: the program from the {way} has another model\n" + "\n".join(list(lines)[:40]))
        # A program from a model takes messages in its order, so its trace names events in another one and has no orders to keep.
        reordered = way == "model" and whoever_comes_first(program, trace)
        for what in SAME[1:] if reordered else SAME:
            assert said(program, what, recorded) == said(program, what, trace), f"{trace}: the program from the {way} has another {' '.join(what)}"
        equal = f", the same {same_calls(trace, calls(source), calls(recorded))} calls" if way == "calls" else ""
        print(f"{trace}, from the {way}: {count} processes, {len(code.read_text().splitlines())} lines of C, the same model of {len(found.splitlines())} lines{equal}")


def simulated(output):
    return float(re.search(r"Simulated time: ([0-9.e+-]+)", output).group(1))


def under_simgrid(program, trace, folder, expected):
    count = processes(expected)
    platform, hosts, actions = folder / "platform.xml", folder / "hosts.txt", folder / "actions"
    platform.write_text(PLATFORM.format(last=count - 1))
    hosts.write_text("".join(f"h{rank}\n" for rank in range(count)))
    run(program, "convert", "--to", "simgrid", trace, "-o", f"{actions}/")
    assert model(program, actions).splitlines()[0] == expected.splitlines()[0]
    common = ["-np", count, "-platform", platform, "-hostfile", hosts, "--log=smpi_config.thres:warning", "--cfg=smpi/display-timing:yes"]
    replayed = simulated(run("smpirun", *common, "-replay", "ranks.txt", folder=actions))
    ratios = {}
    for way, time in [("model", "table"), ("model", "median"), ("calls", "table"), ("calls", "median")]:
        source, binary = folder / f"{way}-{time}.c", folder / f"{way}-{time}"
        run(program, "skeleton", "--from", way, "--time", time, trace, "-o", source)
        run("smpicc", "-O2", "-DSIMGRID", source, "-o", binary)
        ratios[way, time] = simulated(run("smpirun", *common, "--cfg=smpi/simulate-computation:no", binary)) / replayed
    texts = ", ".join(f"{ratio:.3f} ({way}, {time})" for (way, time), ratio in ratios.items())
    print(f"{trace}: simulated {replayed} s; the program lasts {texts} of that")
    # A model does not say which calls a message is made of, so nothing overlaps as in the trace. From the calls everything does, and
    # with all times it is the same to a few calls of the clock. Medians lose what is not typical: how much depends on the trace.
    limits = {("calls", "table"): 0.01}
    if any(name in str(trace) for name in ["lu.S", "cg.S", "bt.S", "mg.S"]):
        limits["calls", "median"] = 0.15
    assert all(abs(ratio - 1) < limits.get(how, 0.5) for how, ratio in ratios.items()), ratios


def unpacked(trace, folder):
    """The folder with the tables of a trace."""
    trace = pathlib.Path(trace)
    if trace.is_dir():
        return trace
    run("tar", "--zstd", "-xf", trace, "-C", folder)
    return folder


if __name__ == "__main__":
    program, *traces = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        # A program whose calls depend on identity of communicators, order of requests and sources that are known later.
        mixed = pathlib.Path(folder) / "mixed"
        run("mpicc", "-O2", *WARNINGS, MIXED, "-o", mixed)
        own = record(mixed, 4, pathlib.Path(folder))
        with tempfile.TemporaryDirectory() as second:
            under_mpi(program, own, pathlib.Path(second), model(program, own), own)
    for trace in traces:
        expected = model(program, trace)
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as tables:
            under_mpi(program, trace, pathlib.Path(folder), expected, unpacked(trace, pathlib.Path(tables)))
            if shutil.which("smpirun"):
                under_simgrid(program, trace, pathlib.Path(folder), expected)
