"""Models, scores and logs: the tests of the suite that start PyTorch, transformers, sacreBLEU, seqeval or TensorBoard."""

import os
import subprocess
import sys

NEEDS = ("data",)
TESTS = "^(tst_(bert|bertoracle|gpt2|decoder|decodertasks|peftfolder|transformer|tensorboard|inference|tagging|elsewhere)|compare_smallest)$"


def compare(given, found):
    environment = os.environ | {"MOTLEY_REFERENCE_PYTHON": sys.executable, "MOTLEY_TEST_DATA": str(given.data)}
    command = ["ctest", "--test-dir", given.build, "--output-on-failure", "-R", TESTS]
    ended = subprocess.run(command, env=environment)
    found.equal("ctest", ended.returncode, 0)
