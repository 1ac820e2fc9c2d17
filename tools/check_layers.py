#!/usr/bin/env python3
"""Checks that includes only point to lower layers, in the library and in the command. Fails if a file includes a layer that its own may not use."""

import pathlib
import re
import sys

# Each layer and what it may include besides itself. Order: bottom to top.
ALLOWED = {
    "core": set(),
    "simd": {"core"},
    "random": {"core"},
    "family": {"core", "simd"},
    "assumption": {"core", "simd", "random", "family"},
    "problem": {"core", "family"},
    "bound": {"core", "simd", "family", "problem"},
    "sampling": {"core", "simd", "random", "family", "problem", "bound"},
    "stopping": {"core", "random", "family", "problem", "bound"},
    "contract": {"core", "simd", "random", "family", "problem", "bound", "sampling", "stopping"},
    "rounds": {"core", "random"},
    "spec": {"core", "random", "family", "problem", "bound", "sampling", "stopping", "rounds"},
    "play": {"core", "random", "family", "problem", "sampling", "stopping", "spec"},
    "simulate": {"core", "simd", "random", "family", "problem", "bound", "sampling", "stopping", "rounds", "spec", "play"},
    "experiment": {"core", "random", "assumption", "family", "problem", "bound", "sampling", "stopping", "rounds", "spec", "play"},
    # Compiles simulate and experiment for every problem.
    "every_problem": {"problem", "spec", "simulate", "experiment"},
    "store": {"core", "experiment"},
    "live": {"core", "spec", "experiment", "store"},
    "race": {"core", "family", "problem", "assumption", "stopping", "spec", "simulate", "experiment", "store", "live"},
    # The Python module may use everything except what is only for commands.
    "python": {"contract", "core", "random", "family", "problem", "bound", "sampling", "stopping", "spec", "simulate", "experiment",
               "store", "live", "race"},
}
# The same for the folders of the command, apps/cli: first the folders, then the layers of the library. `main` is the files
# that lie in no folder; only mpi, a program of its own, is above it.
ROOMS = {
    "text": (set(), {"core", "spec", "experiment"}),
    "terminal": ({"text"}, {"core"}),
    "plot": (set(), {"core"}),
    "html": ({"plot"}, set()),
    "arguments": ({"text", "terminal"}, {"core", "spec", "stopping", "experiment", "store"}),
    "sim": ({"text", "terminal", "arguments"}, {"core", "spec", "stopping", "simulate"}),
    "live": ({"text", "terminal", "plot", "html", "arguments"}, {"core", "spec", "experiment", "store", "live"}),
    "race": ({"text", "terminal", "plot", "html", "arguments", "live"}, {"core", "experiment", "store", "race"}),
    "paper": ({"text", "terminal", "plot", "html", "arguments", "sim"},
              {"core", "random", "family", "problem", "bound", "sampling", "spec"}),
    "http": (set(), set()),
    "serve": ({"text", "terminal", "html", "arguments", "live", "race", "http"}, {"core", "experiment", "store", "live"}),
    "main": ({"terminal", "arguments", "sim", "live", "race", "paper", "serve"}, {"core"}),
    "mpi": ({"terminal", "arguments", "sim", "main"}, {"core", "simulate"}),
}
# Each folder comes after those that it may include, so that there is no cycle.
assert all(rooms <= set(list(ROOMS)[:place]) for place, (rooms, _) in enumerate(ROOMS.values()))
# Heavy headers of others, and the one place that may include each.
HEAVY = {"CLI/": "arguments/command_line.cpp", "toml": "arguments/guarded_toml.hpp", "mpi.h": "mpi/ranks.cpp"}
# Third-party headers a layer may use; the core uses only the standard library and Boost.Math.
# Only the sources of these layers use SQLite, libpq, libcurl and the JSON library, not their headers.
OUTSIDE = {"store": re.compile(r'#include\s*<(sqlite3|libpq-fe)\.h>'),
           "live": re.compile(r'#include\s*<(nlohmann/json\.hpp|curl/curl\.h)>'),
           "race": re.compile(r'#include\s*<nlohmann/json\.hpp>'),
           "python": re.compile(r'#include\s*<pybind11/')}
THIRD_PARTY = re.compile(r'#include\s*<(boost/(?!math)|CLI/|fmt/|nlohmann/|toml|sqlite|libpq|curl|gtest|pybind11)')
INCLUDE = re.compile(r'#include\s*"mirador/([a-z_]+)/')
ROOM_INCLUDE = re.compile(r'#include\s*"(?!mirador/)(?:([a-z_]+)/)?[a-z_]+\.hpp"')


def complaints(root: pathlib.Path):
    files = [*root.glob("include/mirador/**/*.hpp"), *root.glob("src/**/*.[ch]pp"),
             *root.glob("python/src/**/*.[ch]pp")]
    for path in sorted(files):
        parts = path.relative_to(root).parts
        if parts == ("include", "mirador", "mirador.hpp"):
            continue  # the one header that includes all
        layer = parts[2] if parts[0] == "include" else parts[1] if parts[0] == "src" else "python"
        if layer not in ALLOWED:
            yield f"{path}: folder {layer!r} is not in the table of {__file__}"
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            if match and match[1] != layer and match[1] not in ALLOWED[layer]:
                yield f"{path}:{number}: {layer} may not include {match[1]}"
            own = OUTSIDE.get(layer)
            if own and parts[0] != "include" and own.match(line):
                continue
            if THIRD_PARTY.match(line):
                yield f"{path}:{number}: the library may not use {line.strip()}"


def complaints_of_rooms(root: pathlib.Path):
    cli = root / "apps" / "cli"
    for path in sorted(cli.glob("**/*.[ch]pp")):
        parts = path.relative_to(cli).parts
        room = parts[0] if len(parts) > 1 else "main"
        if room not in ROOMS:
            yield f"{path}: folder {room!r} is not in the table of {__file__}"
            continue
        rooms, layers = ROOMS[room]
        for number, line in enumerate(path.read_text().splitlines(), 1):
            layer, other = INCLUDE.match(line), ROOM_INCLUDE.match(line)
            if layer and layer[1] not in layers:
                yield f"{path}:{number}: apps/cli/{room} may not include the layer {layer[1]}"
            if other and (other[1] or "main") not in rooms | {room}:
                yield f"{path}:{number}: apps/cli/{room} may not include apps/cli/{other[1] or 'main'}"
            for header, place in HEAVY.items():
                if re.match(rf'\s*#include\s*<{header}', line) and path != cli / place:
                    yield f"{path}:{number}: only apps/cli/{place} may include <{header}"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    found = [*complaints(root), *complaints_of_rooms(root)]
    print("\n".join(found) or "layers: ok")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
