"""The lab of root: a machine is a set of namespaces on a bridge, with its own sshd, home, CPU quota and link speed."""

import json
import os
import signal
import subprocess
import sys
import uuid
from pathlib import Path

from . import farlink, sshd
from .farlink import FarLink
from .roots import root_of
from .system import CpuQuota, LabError, answers, below, children, end, identity, is_alive, processes_with_argument, run, send, wait_for

user = "ada"


class Namespaces:
    """Number n owns the bridge motley<n>, the network 10.77.n.0/24 and the cgroups motley-lab-<n>-<k>."""

    kind = "namespaces"

    def __init__(self, number, folder):
        self.number = number
        self.folder = folder
        self.bridge = f"motley{number}"

    def port_name(self, index):
        return f"mot{self.number}-{index + 1}"

    def quota(self, index):
        return CpuQuota(f"motley-lab-{self.number}-{index + 1}")

    def address(self, index):
        return f"10.77.{self.number}.{index + 1}"

    def machine(self, index, name, options):
        return {"name": name, "address": self.address(index), "port": 22, "user": user, "home": f"/home/{user}",
                "root": str(root_of(options.root[index])) if options.root[index] else "", "rate": options.rate[index]}

    def create(self, machines, options):
        # Else its address would be that of one of its ports, and change with them.
        run("ip", "link", "add", self.bridge, "address", f"02:00:0a:4d:{self.number:02x}:fe", "type", "bridge")
        run("ip", "addr", "add", f"10.77.{self.number}.254/24", "dev", self.bridge)
        run("ip", "link", "set", self.bridge, "up")
        password_hash = run("openssl", "passwd", "-6", "-stdin", input=options.password + "\n").strip()
        hosts = "".join(f"{machine['address']} {machine['name']}\n" for machine in machines)
        for index, machine in enumerate(machines):
            self.boot(index, machine, {"passwordHash": password_hash, "hosts": hosts, "shell": options.shell,
                                       "homeSize": options.home_size[index], "shared": options.shared}, options)
        for machine in machines:
            wait_for(lambda m=machine: answers(m["address"], 22), f"An answer of {machine['name']}'s sshd "
                     f"(see {self.folder / machine['name']})", 30)

    def boot(self, index, machine, inside, options):
        own = self.folder / machine["name"]
        (own / "sshd_config").write_text(sshd.server_config("/run/motley-lab", machine["address"], 22,
                                                           machine["environment"]))
        details = {**machine, **inside, "bootId": str(uuid.uuid4())}
        (own / "machine.json").write_text(json.dumps(details))
        os.chmod(own / "machine.json", 0o600)

        quota = self.quota(index)
        if options.cpu[index]:
            quota.create(options.cpu[index], options.period)
        pinned = ["taskset", "-c", options.pin[index]] if options.pin[index] else []
        with open(own / "console.log", "ab") as console:
            holder = subprocess.Popen(
                [*pinned, "unshare", "--net", "--mount", "--uts", "--ipc", "--pid", "--fork", "--kill-child",
                 sys.executable, str(Path(__file__).with_name("machine.py")), str(own),
                 "/usr/sbin/sshd" if machine["root"] else sshd.program()],
                stdin=subprocess.DEVNULL, stdout=console, stderr=console, start_new_session=True, preexec_fn=quota.join)
        machine["init"] = self.first_child(holder, own / "console.log")
        port = self.port_name(index)
        run("ip", "link", "add", port, "type", "veth", "peer", "name", "eth0", "netns", str(machine["init"]["pid"]))
        run("ip", "link", "set", port, "master", self.bridge, "up")
        if machine["rate"]:
            self.limit(machine, port, machine["rate"])

    @staticmethod
    def first_child(holder, console):
        found = []

        def has_child():
            if holder.poll() is not None:
                raise LabError(f"This system does not let us create a machine's namespaces: {console.read_text().strip()}")
            found[:] = children(holder.pid)
            return bool(found)
        wait_for(has_child, "The start of a machine")
        return identity(found[0])

    @staticmethod
    def limit(machine, port, rate, burst="256kb", latency="50ms"):
        """Both directions: what the machine sends, and what is sent to it. None: as fast as it can. A packet that is
        larger than a burst is lost."""
        # Without a limit a queue has to be set too: there is none to delete where there was no limit.
        shape = ("root", "tbf", "rate", rate, "burst", burst, "latency", latency) if rate else ("root", "pfifo")
        run("tc", "qdisc", "replace", "dev", port, *shape)
        run("nsenter", "-t", str(machine["init"]["pid"]), "--net", "tc", "qdisc", "replace", "dev", "eth0", *shape)

    def far_link(self, index, machine):
        return FarLink(self.port_name(index), self.bridge, self.folder / machine["name"])

    def set_link(self, index, machine, how):
        port = self.port_name(index)
        far = self.far_link(index, machine)
        far.remove()
        if how in ("up", "down"):
            run("ip", "link", "set", port, how)
        if how == "small":
            self.limit(machine, port, None)  # else larger ones that wait already would let none pass
            self.limit(machine, port, "100mbit", burst="1200")
        elif how == "far":
            self.limit(machine, port, None)
            far.lay()
            self.limit(machine, far.near, farlink.rate, burst="3000", latency="300ms")
        elif how != "down":
            self.limit(machine, port, machine["rate"] if how == "up" else how)

    def set_quota(self, index, percent):
        self.quota(index).set(percent)

    def command(self, index, machine, words, as_user):
        """The program that replaces this one, as at the machine's console."""
        if not is_alive(machine["init"]):
            raise LabError(f"{machine['name']} is off.")
        self.quota(index).join()
        enter = ["nsenter", "-t", str(machine["init"]["pid"]), "--mount", "--uts", "--ipc", "--net", "--pid", "--root"]
        if as_user:
            enter += ["runuser", "-u", machine["user"], "--", "env", f"HOME={machine['home']}"]
        return [*enter, *words], None

    def hang_up(self, machine):
        """Ends the SSH connections, as a cut network would for their peers; what they started detached lives on."""
        for process in below(self.server(machine)["pid"], sshd.programs(machine["root"])):
            send(process, signal.SIGKILL)

    def restart_sshd(self, machine):
        end(self.server(machine))
        wait_for(lambda: answers(machine["address"], machine["port"]), f"An answer of {machine['name']}'s sshd")

    @staticmethod
    def server(machine):
        """The sshd that listens: the child of the machine's first process."""
        if not is_alive(machine["init"]):
            raise LabError(f"{machine['name']} is off.")
        return below(machine["init"]["pid"], sshd.programs(machine["root"]))[0]

    def power_off(self, machine):
        for process in processes_with_argument(str(self.folder / machine["name"])):
            end(process)

    def remove(self, machines):
        for index, machine in enumerate(machines):
            self.power_off(machine)
            self.quota(index).remove()
            self.far_link(index, machine).remove()
            self.remove_link(self.port_name(index))
        self.remove_link(self.bridge)

    @staticmethod
    def remove_link(name):
        """The kernel removes a machine's link with its network, some time after the last process there has ended."""
        link = Path("/sys/class/net") / name
        if link.exists():
            try:
                run("ip", "link", "del", name)
            except LabError:
                wait_for(lambda: not link.exists(), f"The end of {name}", 5)
