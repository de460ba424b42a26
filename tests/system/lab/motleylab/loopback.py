"""The lab of an ordinary user: several sshd on 127.0.<n>.<k>, all on this computer and this account, with homes of their
own. No quota, no link speed, one host name."""

import os
import pwd
import signal
import socket
import subprocess
from pathlib import Path

from . import sshd
from .system import LabError, answers, below, end, identity, send, wait_for

marker = "MOTLEY_LAB"


class Loopback:
    kind = "loopback"

    def __init__(self, number, folder):
        self.number = number
        self.folder = folder

    def address(self, index):
        return f"127.0.{self.number + 1}.{index + 2}"

    def machine(self, index, name, options):
        with socket.socket() as probe:
            probe.bind((self.address(index), 0))
            port = probe.getsockname()[1]
        return {"name": name, "address": self.address(index), "port": port, "user": pwd.getpwuid(os.getuid()).pw_name,
                "home": str(self.folder / name / "home")}

    def create(self, machines, options):
        if any(options.cpu) or any(options.rate) or any(options.home_size) or any(options.pin) or any(options.root):
            raise LabError("Quotas, pinning, link speeds, small homes and other Debians need root; without it the lab is sshd on loopback.")
        for machine in machines:
            own = self.folder / machine["name"]
            (own / "sshd_config").write_text(sshd.server_config(own, machine["address"], machine["port"],
                                                                self.environment(machine)))
            self.start(machine)

    def environment(self, machine):
        return {"HOME": machine["home"], marker: self.mark(machine), **machine["environment"]}

    def mark(self, machine):
        return str(self.folder / machine["name"])

    def start(self, machine):
        own = self.folder / machine["name"]
        with open(own / "sshd.log", "ab") as log:
            server = subprocess.Popen([sshd.program(), "-D", "-e", "-f", str(own / "sshd_config")],
                                      env={**os.environ, **self.environment(machine)}, stdin=subprocess.DEVNULL,
                                      stdout=subprocess.DEVNULL, stderr=log, start_new_session=True)
        machine["init"] = identity(server.pid)
        wait_for(lambda: answers(machine["address"], machine["port"]), f"An answer of {machine['name']}'s sshd (see {own})")

    def set_link(self, index, machine, how):
        raise LabError("Changing a link needs root.")

    def set_quota(self, index, percent):
        raise LabError("Changing a quota needs root.")

    def command(self, index, machine, words, as_user):
        return words, {**os.environ, **self.environment(machine)}

    def processes(self, machine):
        """Everything that was started in this machine: the mark travels with the environment."""
        mark = f"{marker}={self.mark(machine)}".encode()
        found = []
        for folder in Path("/proc").iterdir():
            if not folder.name.isdecimal() or int(folder.name) == os.getpid():
                continue
            try:
                if mark in (folder / "environ").read_bytes().split(b"\0"):
                    found.append(identity(int(folder.name)))
            except OSError:
                continue
        return found

    def hang_up(self, machine):
        for process in below(machine["init"]["pid"], sshd.programs()):
            send(process, signal.SIGKILL)

    def restart_sshd(self, machine):
        end(machine["init"])
        self.start(machine)

    def power_off(self, machine):
        if "init" in machine:
            end(machine["init"])
        for process in self.processes(machine):
            end(process)

    def remove(self, machines):
        for machine in machines:
            self.power_off(machine)
