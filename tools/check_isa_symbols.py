#!/usr/bin/env python3
"""Checks that code compiled for one instruction set cannot replace code compiled for all.

Linkers keep one copy of an inline function or template. If that is the copy of an object file built with
-mavx512f, other files run it on machines without AVX-512. The arguments are "NAMESPACE: FILE...", once or
several times; fails if an object file defines such a function outside its namespace."""

import subprocess
import sys


def complaints(namespace: str, path: str):
    listing = subprocess.run(["nm", "-C", "--defined-only", path], check=True, text=True,
                             stdout=subprocess.PIPE).stdout
    for line in listing.splitlines():
        kind, name = line[17:].split(" ", 1)
        merged = kind in "WVu" and not name.startswith("DW.ref.")  # data, with a copy per file
        if merged and f"::{namespace}::" not in name:
            yield f"{path}: {name} is not in namespace {namespace}"


def main():
    found, namespace = [], ""
    for argument in sys.argv[1:]:
        if argument.endswith(":"):
            namespace = argument[:-1]
        else:
            found += complaints(namespace, argument)
    print("\n".join(found) or "isa symbols: ok")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
