"""Programs from traces: they compile without warnings, run to the end, and their own trace has the model of the first.

    python3 programs.py PROGRAM TRACE..

PROGRAM is `loopscope`. Under SimGrid, where it is installed, the program and the expanded trace must last about equally long.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

RECORDER = pathlib.Path(__file__).parents[2] / "docs/recording/record_csv.c"
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


def model(program, trace):
    return subprocess.run([program, "model", "--locals", "drop", str(trace)], check=True, capture_output=True, text=True).stdout


def processes(text):
    last = re.match(r"processes (?:0-)?(\d+)", text).group(1)
    return int(last) + 1


def under_mpi(program, trace, folder, expected):
    source, binary, recorded = folder / "program.c", folder / "program", folder / "recorded"
    run(program, "skeleton", trace, "-o", source)
    run("mpicc", "-O2", *WARNINGS, source, "-o", binary)
    run("mpicc", "-O2", "-shared", "-fPIC", RECORDER, "-o", folder / "record.so")
    recorded.mkdir()
    count = processes(expected)
    run("mpirun", "-n", count, "-x", "RECORD_CSV", "env", f"LD_PRELOAD={folder}/record.so", binary, RECORD_CSV=str(recorded))
    found = model(program, recorded)
    if found != expected:
        import difflib

        lines = difflib.unified_diff(expected.splitlines(), found.splitlines(), "trace", "program", lineterm="")
        sys.exit(f"{trace}: the program has another model\n" + "\n".join(list(lines)[:40]))
    print(f"{trace}: {count} processes, {len(source.read_text().splitlines())} lines of C, the same model of {len(found.splitlines())} lines")


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
    for time in ["table", "median"]:
        source, binary = folder / f"{time}.c", folder / time
        run(program, "skeleton", "--time", time, trace, "-o", source)
        run("smpicc", "-O2", "-DSIMGRID", source, "-o", binary)
        ratios[time] = simulated(run("smpirun", *common, "--cfg=smpi/simulate-computation:no", binary)) / replayed
    print(f"{trace}: simulated {replayed} s; the program lasts {ratios['table']:.3f} (table) and {ratios['median']:.3f} (median) of that")
    # A model does not say which calls a message is made of, so nothing overlaps as in the trace.
    assert all(abs(ratio - 1) < 0.25 for ratio in ratios.values()), ratios


if __name__ == "__main__":
    program, *traces = sys.argv[1:]
    for trace in traces:
        expected = model(program, trace)
        with tempfile.TemporaryDirectory() as folder:
            under_mpi(program, trace, pathlib.Path(folder), expected)
            if shutil.which("smpirun"):
                under_simgrid(program, trace, pathlib.Path(folder), expected)
