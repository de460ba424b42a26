"""File systems of other Debians for lab machines: debootstrapped once, kept in the cache of this account."""

import os
import shutil
import sys
from pathlib import Path

from .system import LabError, run

sources = Path(__file__).resolve().parents[4]
suites = ("bullseye", "bookworm", "trixie")


def root_of(suite):
    """The folder of its root; made where it is missing, which takes half a minute and needs root."""
    if suite not in suites:
        raise LabError(f"There is no root of {suite!r}; say one of {', '.join(suites)}.")
    if os.getuid() != 0:
        raise LabError("Only root can make machines with another Debian.")
    root = Path.home() / ".cache" / "motley" / "lab-roots" / suite
    if not root.exists():
        part = root.with_name(f"{suite}.part.{os.getpid()}")
        part.parent.mkdir(parents=True, exist_ok=True)
        print(f"Installing Debian {suite} into {root}.", file=sys.stderr, flush=True)
        # debootstrap has a default mirror of its own, and cannot read all kinds of mirrors that apt can.
        mirror = [uri for uri in run(str(sources / "cmake" / "debian-mirror"), limit=120).split() if uri.startswith("http")]
        try:
            run("debootstrap", "--variant=minbase", "--include=openssh-server", suite, str(part), *mirror, limit=600)
            for name in ("hosts", "hostname"):
                (part / "etc" / name).touch()
            if not root.exists():  # another lab may have been faster
                os.rename(part, root)
        finally:
            shutil.rmtree(part, ignore_errors=True)
    return root
