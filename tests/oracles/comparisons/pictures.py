"""Pictures: the pixels of PNG and JPEG files of many kinds beside those of Pillow."""

import os
import subprocess
import sys

NEEDS = ()


def compare(given, found):
    environment = os.environ | {"MOTLEY_REFERENCE_PYTHON": sys.executable}
    ended = subprocess.run([given.build / "tests/engine/data/tst_picturefiles"], env=environment)
    found.equal("tst_picturefiles", ended.returncode, 0)
