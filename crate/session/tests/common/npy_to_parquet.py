"""Writes rank-P.parquet from the files rank-P.COLUMN.npy in a folder: small row groups, so that programs cross them."""

import array
import pathlib
import sys

import pyarrow
import pyarrow.parquet

folder = pathlib.Path(sys.argv[1])
processes = {}
for path in folder.glob("rank-*.*.npy"):
    rank, column, _ = path.name.split(".")
    data = path.read_bytes()
    values = array.array("q", data[10 + data[8] + 256 * data[9] :])
    processes.setdefault(rank, {})[column] = values.tolist()
for rank, columns in processes.items():
    table = pyarrow.table({name: pyarrow.array(values, pyarrow.int64()) for name, values in columns.items()})
    pyarrow.parquet.write_table(table, folder / f"{rank}.parquet", row_group_size=64)
