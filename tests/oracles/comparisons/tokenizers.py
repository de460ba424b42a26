"""Tokenizers: the ids that transformers gives with folders of many kinds, and with what is saved of them."""

import os
import subprocess
import sys

NEEDS = ()


def compare(given, found):
    environment = os.environ | {"MOTLEY_REFERENCE_PYTHON": sys.executable}
    ended = subprocess.run([given.build / "tests/engine/tasks/tst_tokenizerfolders"], env=environment)
    found.equal("tst_tokenizerfolders", ended.returncode, 0)
