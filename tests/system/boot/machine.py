"""A container that is switched on and off as a computer is: its first process is the init of its Debian."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lab"))

from motleylab.system import LabError, children, identity, is_alive, run, wait_for

NAME = "box"
ACCOUNT = "ada"
HERE = "10.78.0.1"
BESIDE = "10.78.0.2"  # also here
THERE = "10.78.0.3"
CABLE = "cable"
SWITCH = "switch"  # this computer keeps its address while the cable is out


class Cgroups:
    """A cgroup for each boot, below which an init makes its own."""

    def __init__(self, mountpoint):
        mountpoint.mkdir()
        run("mount", "-t", "cgroup2", "cgroup", str(mountpoint))
        self.mountpoint = mountpoint
        for left in mountpoint.glob("motley-boot-*"):  # by a check that was killed; those of one that runs cannot be removed
            self.remove(left)

    def create(self):
        folder = self.mountpoint / f"motley-boot-{os.urandom(6).hex()}"
        folder.mkdir()
        return folder

    @staticmethod
    def remove(folder):
        for path, _, _ in os.walk(folder, topdown=False):
            try:
                os.rmdir(path)
            except OSError:
                return


class Machine:
    def __init__(self, root, kind, work):
        self.root = root
        self.init = "cron" if kind == "cron" else "systemd"
        self.starts_by = "systemd" if kind == "systemd" else "cron"
        self.work = work
        self.cgroups = Cgroups(work / "cgroup")
        self.cgroup = None
        self.holder = None
        self.first = None
        self.boots = 0
        (root / "etc/hostname").write_text(NAME + "\n")
        (root / "etc/hosts").write_text(f"127.0.0.1 localhost\n{HERE} here\n{THERE} {NAME}\n")
        run("ip", "link", "set", "lo", "up")
        run("ip", "link", "add", SWITCH, "type", "bridge")
        for address in (HERE, BESIDE):
            run("ip", "addr", "add", f"{address}/24", "dev", SWITCH)
        run("ip", "link", "set", SWITCH, "up")

    @property
    def home(self):
        return self.root / "home" / ACCOUNT

    @property
    def console(self):
        return self.work / f"console-{self.boots}.log"

    def power_on(self, cable=True):
        self.boots += 1
        self.cgroup = self.cgroups.create()
        with open(self.console, "wb") as console:
            self.holder = subprocess.Popen(
                ["unshare", "--mount", "--pid", "--uts", "--ipc", "--net", "--cgroup", "--fork", "--kill-child",
                 str(Path(__file__).with_name("bootup")), str(self.root), self.init, NAME],
                stdin=subprocess.PIPE, stdout=console, stderr=console, preexec_fn=self.join)
        wait_for(lambda: children(self.holder.pid) or self.holder.poll() is not None, "The start of a machine")
        if self.holder.poll() is not None:
            raise LabError(f"This system does not let us create a machine's namespaces: {self.console.read_text().strip()}")
        self.first = identity(children(self.holder.pid)[0])
        if cable:
            self.plug_in()
        self.holder.stdin.write(b"on\n")
        self.holder.stdin.close()
        return time.monotonic()

    def plug_in(self):
        inside = ["nsenter", "-t", str(self.first["pid"]), "--net", "ip"]
        run("ip", "link", "add", CABLE, "type", "veth", "peer", "name", "eth0", "netns", str(self.first["pid"]))
        run("ip", "link", "set", CABLE, "master", SWITCH, "up")
        run(*inside, "addr", "add", f"{THERE}/24", "dev", "eth0")
        run(*inside, "link", "set", "eth0", "up")
        run(*inside, "link", "set", "lo", "up")

    def cut_power(self):
        """The cable first: a machine without power says no farewell to anybody."""
        run("ip", "link", "del", CABLE)
        os.kill(self.first["pid"], signal.SIGKILL)
        self.is_off()

    def shut_down(self):
        """As its own systemd does it, which `systemctl poweroff` tells in the same way where it hears nothing else."""
        os.kill(self.first["pid"], signal.SIGRTMIN + 4)
        self.is_off()

    def is_off(self):
        try:
            self.holder.wait(timeout=120)
        except subprocess.TimeoutExpired:
            raise LabError("The machine did not shut down within 120 seconds.") from None
        wait_for(lambda: not is_alive(self.first), "The end of a machine")
        self.cgroups.remove(self.cgroup)
        if Path(f"/sys/class/net/{CABLE}").exists():
            wait_for(lambda: not Path(f"/sys/class/net/{CABLE}").exists(), "The end of the cable", 30)

    def join(self):
        """Makes a process about to start one of the machine's, where a login may move it on."""
        (self.cgroup / "cgroup.procs").write_text(str(os.getpid()))

    def execute(self, account, *words, limit=60):
        """As a login of this account: through PAM, with its variables alone."""
        return run("nsenter", "-t", str(self.first["pid"]), "--mount", "--uts", "--ipc", "--net", "--pid", "--cgroup", "--root",
                   "--wd", "env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "runuser", "-l", account, "-s", "/bin/sh", "-c",
                   'exec "$@"', "--", "sh", *words, limit=limit, preexec_fn=self.join)

    def is_booted(self):
        """Whether its init starts programs of accounts."""
        if self.init == "cron":
            return self.seen("/run/crond.pid")
        try:
            self.execute("root", "loginctl", "list-users")
            return True
        except LabError:
            return False

    def seen(self, path):
        """Whether there is this file, also on a file system of this boot alone."""
        return Path(f"/proc/{self.first['pid']}/root{path}").exists()
