"""Builds the Python package: CMake makes the module, setuptools packs it. All that is written lies below build/.

MIRADOR_BUILD_DIR names a CMake tree that is already configured (with MIRADOR_BUILD_PYTHON=ON), to build there.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).parent
GIVEN = os.environ.get("MIRADOR_BUILD_DIR")
TREE = pathlib.Path(GIVEN).absolute() if GIVEN else ROOT / "build/python"
PACKED = TREE / "packed"
VERSION = re.search(r"project\(mirador VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]


def cmake(*words):
    if subprocess.run(["cmake", *map(str, words)], stdout=sys.stderr).returncode:
        sys.exit("mirador: the module could not be built; CMake says why above")


class Module(build_ext):
    def build_extension(self, extension):
        for program in ("cmake", "c++") if GIVEN else ("cmake", "ninja", "c++"):
            if not shutil.which(program):
                sys.exit(f"mirador: {program} is missing; tools/install_dependencies.sh python installs it")
        if not GIVEN:
            cmake("-S", ROOT, "-B", TREE, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                  f"-DPython3_EXECUTABLE={sys.executable}", "-DMIRADOR_BUILD_PYTHON=ON", "-DMIRADOR_BUILD_CLI=OFF",
                  "-DMIRADOR_BUILD_TESTS=OFF", "-DMIRADOR_BUILD_BENCH=OFF")
        cmake("--build", TREE, "--target", "mirador_python")
        place = pathlib.Path(self.get_ext_fullpath(extension.name))
        built = TREE / "python/mirador" / place.name
        if not built.exists():
            sys.exit(f"mirador: {TREE} was configured for another Python; there is no {built}")
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(built, place)


if GIVEN and not (TREE / "CMakeCache.txt").exists():
    sys.exit(f"mirador: MIRADOR_BUILD_DIR is {GIVEN}, which is no CMake tree")
# Made anew each time, so that no file of an older package is packed.
shutil.rmtree(PACKED, ignore_errors=True)
PACKED.mkdir(parents=True)
setup(
    version=VERSION,
    packages=["mirador"],
    package_dir={"": "python"},
    package_data={"mirador": ["py.typed", "*.pyi"]},
    ext_modules=[Extension("mirador._core", sources=[])],
    cmdclass={"build_ext": Module},
    options={"build": {"build_base": str(PACKED)}, "egg_info": {"egg_base": str(PACKED)}},
)
