"""`mirador sim` reproduces the recorded numbers to the last bit.

With MIRADOR_RECORD=1 the numbers of the command are recorded anew: only when results are meant to change."""

import json
import os
import pathlib
import unittest

from command import CommandTest, run, without_speed

RECORD = pathlib.Path(__file__).parent / "data" / "recorded_sims.json"
EVERY_RULE = "lma,lma:L=0.01,lma:M=2,lmac,lmac:eta=3,bc,fw:forcing=none,dt,unif,rr"
CASES = [
    "--means 1,0.85,0.8,0.75 --rules ttts," + EVERY_RULE + " --runs 40",
    "--means 1,0.5,0.4 --rules ttts," + EVERY_RULE + " --runs 20 --backend reference",
    "--means 1,0.5,0.4 --rules lma,bc,dt,unif --runs 40 --stopping heuristic --lowest",
    "--means 1,0.5,0.4 --rules lma,rr --runs 10 --stopping menard",
    "--means 1,0.5,0.4 --rules lma,rr --runs 10 --stopping kaufmann-koolen",
    "--means 1,0.5,0.45 --rules " + EVERY_RULE + " --runs 10 --margin 0.2",
    "--means 0.8,0.5,0.4 --family bernoulli --rules " + EVERY_RULE + " --runs 20",
    "--means 0.8,0.5,0.4 --family bounded --rules lma,bc,dt --runs 10",
    "--means 3,1,2 --family poisson --rules lma,bc,dt --runs 10",
    "--means 3,1,2 --family exponential --rules lma,bc,dt --runs 10 --lowest",
    "--means 3,1,2 --family normal --sigma 1,2,0.5 --rules lma,bc,dt --runs 10",
    "--means 1,0.5,0,-0.5 --problem top-m --top 2 --rules lma,bc,dt --runs 10",
    "--means 0.9,0.7,0.4,0.2 --problem top-m --top 2 --family bernoulli --rules lma,bc --runs 5 --margin 0.1",
    "--means 1,0.5,-0.5 --problem thresholding --level 0.1 --rules lma,bc,dt,rr --runs 20",
    "--means 0.8,0.3,0.2 --problem thresholding --level 0.5 --family bernoulli --rules lma,bc --runs 20",
    "--means 4,1,2 --problem thresholding --level 3 --family poisson --margin 0.5 --rules lma,bc --runs 5",
    "--means 1,0.5,0.7 --problem signed --level 0 --rules lma,bc,dt --runs 20",
    "--means 2,1,3 --problem signed --level 0.5 --family exponential --rules lma --runs 10",
    "--means 0,0.4,1 --problem closest --level 0.5 --rules lma,bc,dt --runs 10",
    "--means 0.1,0.4,0.8 --problem closest --level 0.5 --family bernoulli --rules lma,bc --runs 5",
]
#: Words may become plainer and machines differ.
NOT_RECORDED = ("stopping", "backend")


def recorded_part(document):
    for name in NOT_RECORDED:
        document.pop(name)
    return without_speed(document)


class RecordedTest(CommandTest):
    def numbers(self, case):
        return recorded_part(json.loads(run("sim", *case.split(), "--format", "json").stdout))

    def test_the_numbers_are_those_that_were_recorded(self):
        if os.environ.get("MIRADOR_RECORD"):
            RECORD.write_text("\n".join(["["] + [json.dumps([case, self.numbers(case)]) + "," for case in CASES])[:-1] + "\n]\n")
        record = json.loads(RECORD.read_text())
        self.assertEqual([case for case, _ in record], CASES)
        for case, numbers in record:
            with self.subTest(case):
                self.assertEqual(self.numbers(case), numbers)


if __name__ == "__main__":
    unittest.main()
