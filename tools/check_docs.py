#!/usr/bin/env python3
"""Runs the code blocks of the README and of docs/*.md against an installed mirador.

usage: check_docs.py SOURCE_DIR PREFIX
Blocks marked ```sh are run by sh -e with PREFIX/bin in front of PATH; blocks marked ```cpp are
built with find_package(mirador) and run. A block followed by a ```text block must print what that
block shows, except for the column ns/step. Other blocks are not touched.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MUST_RUN = ("README.md", "docs/compare-commands.md", "docs/run-an-experiment.md", "docs/evaluate-models.md",
            "docs/simulate-rules.md", "docs/bring-your-own-problem.md", "docs/service.md")
CONSUMER = """cmake_minimum_required(VERSION 3.25)
project(readme_example CXX)
find_package(mirador REQUIRED)
add_executable(example example.cpp)
target_link_libraries(example PRIVATE mirador::mirador)
"""


def run(command, **options):
    result = subprocess.run(command, capture_output=True, text=True, timeout=600, **options)
    if result.returncode != 0:
        sys.exit(f"failed ({result.returncode}): {command}\n{result.stdout}{result.stderr}")
    return result.stdout


def run_shell(code, folder, prefix):
    environment = dict(os.environ, PATH=f"{prefix}/bin:{os.environ['PATH']}", NO_COLOR="1",
                       COLUMNS="80", LC_ALL="C.UTF-8")
    return run(["sh", "-e", "-c", code], cwd=folder, env=environment)


def run_cpp(code, folder, prefix):
    (folder / "example.cpp").write_text(code)
    (folder / "CMakeLists.txt").write_text(CONSUMER)
    build = folder / "build"
    run(["cmake", "-S", folder, "-B", build, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}",
         "-DCMAKE_BUILD_TYPE=Release"])
    run(["cmake", "--build", build])
    return run([build / "example"])


def without_times(text):
    """Removes what differs between machines: the last column of a table headed ns/step, and the name of the
    SIMD backend."""
    lines, timed = [], False
    for line in re.sub(r"\blanes-(plain|avx2|avx512)\b", "lanes", text).strip().splitlines():
        timed = line.endswith("ns/step") or (timed and bool(line.strip()))
        lines.append(re.sub(r"\s+\d+$", "", line) if timed else line.rstrip())
    return lines


def check(page, prefix):
    """Runs the blocks of a page and returns their number."""
    blocks = BLOCK.findall(page.read_text())
    ran = 0
    for number, (language, code) in enumerate(blocks):
        if language not in ("sh", "cpp"):
            continue
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            shown = (run_shell if language == "sh" else run_cpp)(code, folder, prefix)
        ran += 1
        following = blocks[number + 1] if number + 1 < len(blocks) else ("", "")
        if following[0] == "text" and without_times(following[1]) != without_times(shown):
            sys.exit(f"{page.name}, block {number + 2} shows\n{following[1]}\nbut the run printed\n{shown}")
    return ran


def main():
    source, prefix = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    for page in (source / "README.md", *sorted(source.glob("docs/*.md"))):
        name, ran = page.relative_to(source).as_posix(), check(page, prefix)
        if ran > 0:
            print(f"{name}: {ran} blocks run")
        elif name in MUST_RUN:
            sys.exit(f"{name} has no sh or cpp blocks to run")


if __name__ == "__main__":
    main()
