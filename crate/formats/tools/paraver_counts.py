#!/usr/bin/env python3
"""Counts what a Paraver trace says, straight from the text and apart from the reader in this crate.

Usage: paraver_counts.py NAME.prv [NAME.pcf]

Prints, sorted: `call RANK NAME COUNT` for calls of MPI that begin and end, and
`message SRC DST TAG COUNT BYTES` for each channel. Ranks count from 0 over one application.
"""
import collections
import re
import sys


def names(path):
    """Names of values of each type."""
    found, types, section = {}, [], None
    for line in open(path, encoding="utf-8", errors="replace"):
        words = line.split(None, 2)
        if not words:
            continue
        if len(words) == 1 and words[0].isupper():
            section = words[0]
            types = [] if section == "EVENT_TYPE" else types
        elif section == "EVENT_TYPE" and len(words) > 1 and words[1].isdigit():
            types.append(int(words[1]))
        elif section == "VALUES" and words[0].isdigit():
            for kind in types:
                found.setdefault(kind, {})[int(words[0])] = line.split(None, 1)[1].strip()
    return found


def main():
    labels = names(sys.argv[2]) if len(sys.argv) > 2 else {}
    calls, messages, size = collections.Counter(), collections.Counter(), collections.Counter()
    open_calls = {}
    for line in open(sys.argv[1], encoding="utf-8", errors="replace"):
        if not re.match(r"[23]:", line):
            continue
        words = [int(word) for word in line.strip().split(":")]
        if words[0] == 3:
            channel = (words[3] - 1, words[9] - 1, words[14])
            messages[channel] += 1
            size[channel] += words[13]
            continue
        rank = words[3] - 1
        for kind, value in zip(words[6::2], words[7::2]):
            if 50000001 <= kind <= 50000005:
                last = open_calls.pop((rank, kind), None)
                if last is not None:
                    calls[rank, labels.get(kind, {}).get(last, last)] += 1
                if value:
                    open_calls[rank, kind] = value
    for (rank, name), count in sorted(calls.items()):
        print("call", rank, name, count)
    for channel, count in sorted(messages.items()):
        print("message", *channel, count, size[channel])


main()
