"""One lab: its folder, its machines, and how it ends."""

import fcntl
import json
import os
import shutil
from pathlib import Path

from . import gpus, sshd
from .loopback import Loopback
from .namespaces import Namespaces
from .system import LabError, boot_id, identity, is_alive

carried = ("OMP_WAIT_POLICY",)  # settings of who makes the lab that hold in its machines too: they share the processors
backends = {backend.kind: backend for backend in (Namespaces, Loopback)}


def base_folder():
    """In /var/tmp, because a machine's home holds real engines; stale after a reboot, which boot ids tell."""
    return Path(os.environ.get("MOTLEY_LAB_FOLDER") or f"/var/tmp/motley-lab-{os.getuid()}")


class Lab:
    def __init__(self, number):
        self.number = number
        self.folder = base_folder() / str(number)
        self.state = json.loads((self.folder / "lab.json").read_text()) if (self.folder / "lab.json").exists() else {}
        self.backend = backends[self.state.get("kind", Namespaces.kind if os.getuid() == 0 else Loopback.kind)](
            number, self.folder)

    @property
    def machines(self):
        return self.state.get("machines", [])

    def save(self):
        part = self.folder / "lab.json.part"
        part.write_text(json.dumps(self.state, indent=1))
        os.replace(part, self.folder / "lab.json")

    def find(self, name):
        for index, machine in enumerate(self.machines):
            if machine["name"] == name:
                return index, machine
        raise LabError(f"Lab {self.number} has no machine {name}; it has {', '.join(m['name'] for m in self.machines)}.")

    def is_abandoned(self):
        """Whether the lab's owner has ended, or the computer was started anew since."""
        return not self.state or self.state["bootId"] != boot_id() or not is_alive(self.state["owner"])

    def create(self, options):
        sshd.make_key(self.folder / "identity", "motley-lab")
        os.chown(self.folder / "identity", int(os.environ.get("SUDO_UID", os.getuid())), -1)  # who calls sudo logs in with it
        for index, name in enumerate(options.names):
            own = self.folder / name
            (own / "home").mkdir(parents=True)
            sshd.make_key(own / "host_key", name)
            shutil.copy(self.folder / "identity.pub", own / "authorized_keys")
            machine = self.backend.machine(index, name, options)
            machine["environment"] = {name: os.environ[name] for name in carried if name in os.environ}
            if options.gpus[index]:
                gpus.install(own / "home", options.gpus[index], options.gpu_driver)
                machine["environment"] |= gpus.environment(options.gpus[index], machine["home"])
            machine["fingerprint"] = sshd.fingerprint(own / "host_key.pub")
            self.machines.append(machine)
        try:
            self.backend.create(self.machines, options)
        finally:
            self.save()
        self.write_client_files(options.known_hosts == "filled")

    def write_client_files(self, known):
        entries = "\n".join(sshd.client_entry(self.folder, machine) for machine in self.machines)
        (self.folder / "ssh_config").write_text(entries)
        hosts = [sshd.known_host(machine, self.folder / machine["name"] / "host_key.pub") for machine in self.machines]
        (self.folder / "known_hosts").write_text("".join(hosts) if known else "")

    def new_host_key(self, machine):
        own = self.folder / machine["name"]
        sshd.make_key(own / "host_key", machine["name"])
        machine["fingerprint"] = sshd.fingerprint(own / "host_key.pub")
        self.backend.restart_sshd(machine)
        self.save()

    def describe(self, password):
        keys = ("name", "address", "port", "user", "home", "fingerprint")
        return {"lab": self.number, "kind": self.backend.kind, "folder": str(self.folder),
                "sshConfig": str(self.folder / "ssh_config"), "knownHosts": str(self.folder / "known_hosts"),
                "identity": str(self.folder / "identity"), "password": password,
                "machines": [{key: machine[key] for key in keys} for machine in self.machines]}

    def remove(self):
        if not self.state or self.state["bootId"] == boot_id():
            self.backend.remove(self.machines)
        shutil.rmtree(self.folder)


class Registry:
    """The numbers of labs that are taken; a lock keeps two commands from deciding at once."""

    def __enter__(self):
        base_folder().mkdir(mode=0o711, parents=True, exist_ok=True)
        if base_folder().stat().st_uid != os.getuid():
            raise LabError(f"{base_folder()} belongs to somebody else; set MOTLEY_LAB_FOLDER.")
        self.lock = open(base_folder() / "lock", "w")
        fcntl.flock(self.lock, fcntl.LOCK_EX)
        return self

    def __exit__(self, *_):
        self.lock.close()

    def labs(self):
        numbers = sorted(int(path.name) for path in base_folder().iterdir() if path.name.isdecimal())
        return [Lab(number) for number in numbers]

    def claim(self, owner):
        taken = {lab.number for lab in self.labs()}
        number = next((n for n in range(250) if n not in taken), None)
        if number is None:
            raise LabError("250 labs are up; take one down with `lab down`.")
        (base_folder() / str(number)).mkdir(mode=0o711)
        lab = Lab(number)
        lab.state = {"kind": lab.backend.kind, "bootId": boot_id(), "owner": identity(owner), "machines": []}
        lab.save()
        return lab
