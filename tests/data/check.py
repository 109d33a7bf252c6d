"""Data traces in other programs: every value that pyarrow, pandas, polars and DuckDB read is the one in the files of NumPy.

    python3 check.py PROGRAM TRACE NOTEBOOK

PROGRAM is `loopscope`; TRACE a trace with times. Then the code of the notebook is run on the data of that trace.
"""

import contextlib
import io
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile

import duckdb
import pandas
import polars
import pyarrow.parquet


def numbers(path):
    """The numbers of a file of NumPy, without NumPy."""
    data = path.read_bytes()
    assert data[:6] == b"\x93NUMPY", path
    begin = 10 + struct.unpack("<H", data[8:10])[0]
    assert begin % 64 == 0, f"{path}: the numbers begin at byte {begin}"
    return [number for (number,) in struct.iter_unpack("<q", data[begin:])]


def statistics(path, columns):
    """The least and the largest value of each column in each group, as the file says and as they are."""
    metadata = pyarrow.parquet.ParquetFile(path).metadata
    first = 0
    for at in range(metadata.num_row_groups):
        group = metadata.row_group(at)
        for place in range(group.num_columns):
            said = group.column(place).statistics
            own = columns[group.column(place).path_in_schema][first : first + group.num_rows]
            assert said is not None and (said.min, said.max, said.null_count) == (min(own), max(own), 0), path
        first += group.num_rows
    assert first == metadata.num_rows


def compare(program, trace, folder):
    def split(*arguments):
        subprocess.run([program, "split", trace, *arguments], check=True)

    split("--to", "columns", "-o", f"{folder}/columns/")
    split("--rows", "300", "-o", f"{folder}/data/")
    split("-o", f"{folder}/one.parquet")
    values, seen = 0, []
    for path in sorted(pathlib.Path(folder, "data").iterdir()):
        parts = pathlib.Path(folder, "columns").glob(f"{path.stem}.*.npy")
        expected = {part.suffixes[-2][1:]: numbers(part) for part in parts}
        table = pyarrow.parquet.read_table(path)
        readers = {
            "pyarrow": table.to_pydict(),
            "pandas": pandas.read_parquet(path).to_dict("list"),
            "polars": polars.read_parquet(path).to_dict(as_series=False),
            "DuckDB": duckdb.sql(f"SELECT * FROM '{path}' ORDER BY position").df().to_dict("list"),
        }
        for name, columns in readers.items():
            assert list(columns) == table.column_names, name
            for column, found in columns.items():
                assert found == expected[column], f"{path}: {name} reads {column} otherwise"
                values += len(found)
        statistics(path, expected)
        seen.append((int(path.stem.split("-")[1]), expected))
    one = pandas.read_parquet(f"{folder}/one.parquet")
    for process, expected in seen:
        rows = one[one["process"] == process]
        for column, found in expected.items():
            assert rows[column].tolist() == found, f"one.parquet: process {process}, {column}"
    query = f"SELECT i0, median(\"end\" - start) FROM '{folder}/one.parquet' WHERE i0 >= 0 GROUP BY i0 ORDER BY i0"
    assert len(duckdb.sql(query).fetchall()) > 1
    assert values > 10_000, values
    print(f"{values:,} values of {len(seen)} processes are the same in pyarrow, pandas, polars and DuckDB")


def run_notebook(path, data):
    cells = json.loads(pathlib.Path(path).read_text())["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    assert len(code) == 6, "a cell that reads, and one for each of five questions"
    os.environ["DATA"] = data
    names, said = {}, []
    for cell in code:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(cell, str(path), "exec"), names)
        said.append(out.getvalue())
        assert said[-1].strip(), f"nothing is printed by\n{cell}"
    pairs, sends, receives = (len(names[name]) for name in ("pairs", "sends", "receives"))
    assert pairs == sends == receives > 0, said[4]
    # All iterations together are the loop.
    begin, period = names["begin"], names["period"]
    for process, own in begin.groupby("process"):
        assert period[process].sum() == own.iloc[-1] - own.iloc[0], process
    print("the notebook answers its five questions:\n" + "".join(said))


if __name__ == "__main__":
    program, trace, notebook = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        compare(program, trace, folder)
        run_notebook(notebook, f"{folder}/one.parquet")
