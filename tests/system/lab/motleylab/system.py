"""What the lab needs of the operating system: bounded commands, processes by pid and start time, CPU quotas."""

import os
import signal
import socket
import subprocess
import time
from pathlib import Path


class LabError(Exception):
    """One sentence for the person at the terminal."""


def run(*command, limit=20, **options):
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=False, **options)
    except FileNotFoundError:
        raise LabError(f"{command[0]} is not installed; `cmake/install-packages test` installs what the lab needs.") from None
    except subprocess.TimeoutExpired:
        raise LabError(f"`{' '.join(command)}` did not end within {limit} seconds.") from None
    if done.returncode != 0:
        raise LabError(f"`{' '.join(command)}` failed: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


def wait_for(condition, what, limit=15):
    end = time.monotonic() + limit
    while not condition():
        if time.monotonic() > end:
            raise LabError(f"{what} did not happen within {limit} seconds.")
        time.sleep(0.02)


def boot_id():
    return Path("/proc/sys/kernel/random/boot_id").read_text().strip()


def start_time(pid):
    """A process's start in clock ticks since boot; None: there is no such process, or it is a zombie."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return None if fields[0] == "Z" else int(fields[19])


def identity(pid):
    """A process that can be told apart from a later one with the same number."""
    return {"pid": pid, "startTime": start_time(pid)}


def is_alive(process):
    return process["startTime"] is not None and start_time(process["pid"]) == process["startTime"]


def send(process, number):
    if is_alive(process):
        try:
            os.kill(process["pid"], number)
        except ProcessLookupError:
            pass


def end(process):
    send(process, signal.SIGKILL)
    wait_for(lambda: not is_alive(process), f"The end of process {process['pid']}", 10)


def processes_with_argument(word):
    """Finds processes by an argument that no other program has, such as the path of a folder of our own."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdecimal() and word.encode() in (folder / "cmdline").read_bytes().split(b"\0"):
                found.append(identity(int(folder.name)))
        except OSError:
            continue
    return found


def children(pid):
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def below(pid, programs):
    """The descendants that run one of these programs, through such processes only."""
    found = []
    for child in children(pid):
        if any(runs(child, program) for program in programs):
            found += [identity(child), *below(child, programs)]
    return found


def runs(pid, program):
    # Programs are compared by file and not by name: where this computer is a chroot, names differ between mount namespaces.
    try:
        return os.path.samefile(f"/proc/{pid}/exe", program)
    except OSError:  # it has just ended
        return False


def answers(address, port):
    """Whether an SSH server greets there."""
    try:
        with socket.create_connection((address, port), timeout=1) as connection:
            return connection.recv(4) == b"SSH-"
    except OSError:
        return False


class CpuQuota:
    """A cgroup of either version whose processes get so many percent of one processor."""

    def __init__(self, name):
        self.unified = not Path("/sys/fs/cgroup/cpu").is_dir()
        self.folder = Path("/sys/fs/cgroup" if self.unified else "/sys/fs/cgroup/cpu") / name

    def create(self, percent, milliseconds):
        try:
            if self.unified:
                control = self.folder.parent / "cgroup.subtree_control"
                if "cpu" not in control.read_text().split():
                    control.write_text("+cpu")
            self.folder.mkdir()
        except OSError as error:
            raise LabError(f"This system lets nobody limit the CPU by cgroup: {error}") from None
        self.limit(percent, 1000 * milliseconds)

    def set(self, percent):
        """Another quota with the same period."""
        file = self.folder / ("cpu.max" if self.unified else "cpu.cfs_period_us")
        self.limit(percent, int(file.read_text().split()[-1]))

    def limit(self, percent, period):  # period: microseconds
        quota = percent * period // 100
        try:
            if self.unified:
                (self.folder / "cpu.max").write_text(f"{quota} {period}")
            else:
                (self.folder / "cpu.cfs_period_us").write_text(str(period))
                (self.folder / "cpu.cfs_quota_us").write_text(str(quota))
        except OSError as error:
            raise LabError(f"This system lets nobody limit the CPU by cgroup: {error}") from None

    def join(self):
        if self.folder.is_dir():
            (self.folder / "cgroup.procs").write_text(str(os.getpid()))

    def remove(self):
        if not self.folder.is_dir():
            return
        wait_for(lambda: not (self.folder / "cgroup.procs").read_text().strip(), f"The end of all in {self.folder}", 10)
        self.folder.rmdir()
