#!/usr/bin/env python3
"""Holds what the zip judge accepted against Python's zipfile: the same entries, at the same places, with the same bytes.

    check-accepted.py FOLDER    as ZipJudgeFuzzer.swift fills it
"""
import pathlib
import struct
import sys
import zipfile
import zlib


def content(archive, method, packed, size, crc, offset):
    """What Foyer would unpack; None where it would refuse."""
    raw = archive[offset : offset + packed]
    if method == 8:
        inflater = zlib.decompressobj(-15)
        try:
            raw = inflater.decompress(raw, size + 1)
        except zlib.error:
            return None
        if not inflater.eof or inflater.unused_data or inflater.unconsumed_tail:
            return None
    return raw if len(raw) == size and zlib.crc32(raw) == crc else None


def judged(path):
    for line in path.read_text().splitlines():
        folder, method, packed, size, crc, offset, name = line.split(",")
        text = bytes(int(byte, 16) for byte in name.split()).decode()
        yield text + "/" * int(folder), int(method), int(packed), int(size), int(crc), int(offset)


def check(path):
    """'' where both agree, 'refused' where unpacking would refuse the content, else what differs."""
    archive = path.read_bytes()
    with zipfile.ZipFile(path) as other:
        theirs = {info.filename: info for info in other.infolist()}
        ours = list(judged(path.with_suffix(".txt")))
        if len(theirs) != len(ours) or len(other.infolist()) != len(ours):
            return "other entries"
        contents = {entry[0]: content(archive, *entry[1:]) for entry in ours}
        if None in contents.values():
            return "refused"
        for name, method, packed, size, crc, offset in ours:
            info = theirs.get(name)
            if info is None:
                return f"no {name!r} among {list(theirs)!r}"
            fields = (info.compress_type, info.compress_size, info.file_size, info.CRC)
            if fields != (method, packed, size, crc):
                return f"{name!r} has other fields"
            name_length, extra = struct.unpack_from("<HH", archive, info.header_offset + 26)
            if info.header_offset + 30 + name_length + extra != offset:
                return f"{name!r} begins elsewhere"
            if other.read(info) != contents[name]:
                return f"{name!r} has other bytes"
    return ""


def main():
    counts = {"same": 0, "refused": 0}
    differ = 0
    for path in sorted(pathlib.Path(sys.argv[1]).glob("*.zip")):
        try:
            verdict = check(path)
        except Exception as error:  # Whatever another reader stumbles over is to be seen.
            verdict = f"{type(error).__name__}: {error}"
        if verdict in ("", "refused"):
            counts[verdict or "same"] += 1
        else:
            differ += 1
            print(f"{path.name}: {verdict}")
    print(f"{counts['same']} the same, {counts['refused']} that unpacking refuses, {differ} different")
    sys.exit(1 if differ else 0)


main()
