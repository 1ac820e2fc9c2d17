"""Files: unusual, large or invalid TOML, and outputs that would overwrite each other."""

import os
import subprocess
import unittest

from command import MIRADOR, PATIENCE, CommandTest, run

SETS = ('[[set]]\nname = "a"\nrows = [[1, -1]]\nbounds = [0]\n'
        '[[set]]\nname = "b"\nrows = [[-1, 1]]\nbounds = [0]\n')


class FilesTest(CommandTest):
    def refuse_spec(self, contents, field, *says):
        path = self.file("spec.toml", contents)
        for command in ("bound", "sim"):
            self.refuse(command, "--spec", path, field=field, says=says)

    def test_no_end_and_too_much(self):
        large = self.file("large.toml", "# " + "x" * (17 << 20))
        for path in ("/dev/zero", "/dev/null", large):
            self.refuse("bound", "--spec", path, field="spec", says=[path, "give a TOML file"])
            self.refuse("bound", "--problem", "polyhedral", "--means", "1,0", "--sets", path,
                        field="sets", says=path)

    def test_a_pipe(self):
        text = "means = [1, 0]\n"
        process = subprocess.run([MIRADOR, "bound", "--spec", "/dev/stdin"], input=text, text=True,
                                 encoding="utf-8", stdout=subprocess.PIPE, timeout=PATIENCE)
        self.assertEqual(process.returncode, 0)
        self.assertIn("arm 1", process.stdout)

    def test_depth(self):
        deep = "a." * 50000
        for contents in (f"{deep}b = 1\n", f"[{deep}b]\n", f"[[{deep}b]]\n", f"x = {{{deep}b = 1}}\n",
                         deep.replace("a", '"a"') + "b = 1\n", deep.replace("a", "'a' ") + "b = 1\n",
                         f"x = '#'\ny = \"\\\"\" # '\nz = ''' ' '''\n{deep}b = 1\n",
                         "x = [\n1,\n2]\n" + deep + "b = 1\n"):
            self.refuse_spec(contents, "spec", "spec.toml:", "dots")
        part = ".".join("a" * 9)
        for contents in ("a = " + "[" * 50000, "a = " + "{b = " * 50000,
                         "a = " + f"{{{part} = " * 50000):
            self.refuse_spec(contents, "spec", "spec.toml:1", "; check the TOML")
        self.refuse_spec("a = " + f"{{{part} = " * 255 + "1" + "}" * 255, "spec", "unknown key")

    def test_dots_that_are_no_depth(self):
        dots = "." * 100
        path = self.file("spec.toml", f"# {dots}\nmeans = [0.1, 0.2, # {dots}\n 0.3,\n"
                                      + "0.4, " * 50 + "0.5]\nproblem = \"\"\"best-arm\"\"\"\n")
        self.assertEqual(self.json("bound", "--spec", path)["answer"], "arm 54")
        self.refuse_spec(f"means = [1, 2]\nproblem = '{dots}'\n", "problem", dots[:60])
        self.refuse_spec(f"means = [1, 2]\nproblem = '''\n{dots}'''\n", "problem", dots[:60])

    def test_errors_of_the_parser_have_a_remedy(self):
        for contents in ("means = [1,\n", "x = = 1\n", "a = " + "[" * 300, 'x = "\n', "x\n", "[a\n"):
            self.refuse_spec(contents, "spec", "spec.toml:", "; check the TOML")
            process = run("bound", "--spec", self.file("spec.toml", contents))
            self.assertNotIn("TOML_", process.stderr)

    def test_wrong_values_are_located(self):
        for contents, place in [
            ('means = [1, "x"]\n', "means (in {}:1): \"x\""), ("\nmeans = [1, 1]\n", "means (in {}:2)"),
            ("means = [1, 2]\ndelta = 2\n", "delta (in {}:2): 2"),
            ("means = [1, 2]\nsigma = -1\n", "sigma (in {}:2): -1"),
            ('means = [1, 2]\nproblem = "x"\n', "problem (in {}:2)"),
            ('means = [1, 2]\nproblem = "top-m"\ntop = 2\n', "top (in {}:3): \"2\""),
            ("means = [1, 2]\n" + SETS, "sets (in {})"),
            ('means = [1, 2, 3]\nproblem = "polyhedral"\n' + SETS, "sets (in {})"),
        ]:
            self.refuse_spec(contents, place.format(self.file("spec.toml")))
        # An option on the command line does not come from the file.
        path = self.file("spec.toml", "means = [1, 2]\ndelta = 0.1\n")
        self.refuse("bound", "--spec", path, "--delta", "2", field="delta: 2")

    def test_sets_are_located(self):
        sets = self.file("sets.toml", SETS.replace("-1, 1", "1, 0"))
        spec = self.file("spec.toml", 'problem = "polyhedral"\nmeans = [1, 0]\nsets = "sets.toml"\n')
        typed = ("--problem", "polyhedral", "--means", "1,0", "--sets", sets)
        for words in (("--spec", spec), typed):
            self.refuse("bound", *words, field=f"sets (in {sets}): ", says="overlap")
        self.refuse("bound", "--means", "1,0", "--sets", sets, field="sets: best-arm")

    def test_no_sets(self):
        self.refuse_spec('problem = "polyhedral"\nmeans = [1, 0]\nset = []\n', "sets", "spec.toml:3",
                         "[[set]]")
        path = self.file("sets.toml", "set = []\n")
        self.refuse("bound", "--problem", "polyhedral", "--means", "1,0", "--sets", path,
                    field="sets", says=["sets.toml:1", "[[set]]"])

    def test_names_of_sets(self):
        for name in ("", "\\n", "a\\tb", "\\u007f", "\\u001b[1m"):
            contents = SETS.replace('"b"', f'"{name}"')
            path = self.file("sets.toml", contents)
            self.refuse("bound", "--problem", "polyhedral", "--means", "1,0", "--sets", path,
                        field="sets", says=["sets.toml:6", "name"])
            self.refuse_spec('problem = "polyhedral"\nmeans = [1, 0]\n' + contents, "sets",
                             "spec.toml:8", "name")

    def test_a_key_in_both_forms(self):
        self.refuse_spec("means = [1, 0]\nmax-samples = 5\nmax_samples = 5\n", "spec", "max", "twice")

    def test_runs_do_not_overwrite_what_describes_the_problem(self):
        spec = self.file("spec.toml", "means = [1, 0]\n")
        sets = self.file("sets.toml", SETS)
        for words in (("--spec", spec), ("--problem", "polyhedral", "--means", "1,0", "--sets", sets)):
            target = os.path.join(os.path.dirname(words[-1]), ".", os.path.basename(words[-1]))
            before = open(words[-1], encoding="utf-8").read()
            self.refuse("sim", *words, "--runs", "3", "--csv-runs", target, field="csv-runs",
                        says=[words[-2], "give another"])
            self.assertEqual(open(words[-1], encoding="utf-8").read(), before)

    def test_runs_do_not_overwrite_the_report(self):
        words = [MIRADOR, "sim", "--means", "3,0", "--runs", "5", "--rules", "bc", "--csv-runs"]
        path = self.file("report.txt")
        for name in ("/dev/stdout", path):
            for mode in ("w", "a"):
                with open(path, mode, encoding="utf-8") as out:
                    process = subprocess.run([*words, name], stdout=out, stderr=subprocess.PIPE,
                                             text=True, timeout=PATIENCE)
                self.assertEqual(process.returncode, 2)
                self.assertRegex(process.stderr, "^mirador: csv-runs: [^\n]*another\n$")
                self.assertEqual(os.path.getsize(path), 0)
        self.assertIn("replication", self.succeed(*words[1:], "/dev/stdout"))  # a pipe can take both


if __name__ == "__main__":
    unittest.main()
