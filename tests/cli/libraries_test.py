"""The libraries that the command loads: few at the start, others when they are needed."""

import os
import shutil
import subprocess
import unittest

from command import MIRADOR, CommandTest, run

MOST = 15
NEEDED_BY_FEW = ("libmpi", "libpq", "libcurl", "libldap", "libssl", "libkrb5")


class Libraries(CommandTest):
    def test_few_at_the_start(self):
        listing = subprocess.run(["ldd", MIRADOR], capture_output=True, text=True, check=True).stdout
        libraries = [line.split()[0] for line in listing.splitlines()]
        self.assertLessEqual(len(libraries), MOST, listing)
        for name in NEEDED_BY_FEW:
            self.assertFalse([library for library in libraries if name in library], listing)

    def test_a_missing_libpq_is_one_line(self):
        broken = self.file("libpq.so.5", "")  # found first, but not a library
        environment = {"LD_LIBRARY_PATH": os.path.dirname(broken)}
        self.refuse("list", "--store", "postgresql:///nowhere", env=environment, code=1, field="store: cannot load",
                    says=["libpq.so.5", "install the package libpq5"])
        self.succeed("list", "--store", self.file("a.db"), env=environment)

    def test_a_missing_libcurl_is_one_line(self):
        for name in ("libcurl.so.4", "libcurl-gnutls.so.4"):
            broken = self.file(name, "")
        environment = {"LD_LIBRARY_PATH": os.path.dirname(broken)}
        self.refuse("list", "--store", "http://127.0.0.1:9", env=environment, code=1, field="store: cannot load",
                    says=["libcurl.so.4", "install the package libcurl4"])
        self.succeed("list", "--store", self.file("a.db"), env=environment)

    def test_mpirun_without_mirador_mpi_is_one_line(self):
        lonely = shutil.copy(MIRADOR, self.file("mirador"))
        for rank, code, lines in (("0", 2, 1), ("1", 0, 0)):
            process = subprocess.run([lonely, "--version"], capture_output=True, text=True, encoding="utf-8", env=dict(
                os.environ, OMPI_COMM_WORLD_SIZE="2", OMPI_COMM_WORLD_RANK=rank))
            self.assertEqual((process.returncode, process.stdout, process.stderr.count("\n")), (code, "", lines))
            if lines:
                self.assertRegex(process.stderr, "mirador: mpirun: 2 processes .*/mirador-mpi, .* cannot be started")
        self.assertEqual(run("--version").returncode, 0)


if __name__ == "__main__":
    unittest.main()
