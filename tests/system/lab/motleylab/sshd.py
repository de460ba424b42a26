"""Keys and configuration: a real sshd for a machine, and the ssh client's side of it."""

import shutil
from pathlib import Path

from .system import LabError, run


def program():
    path = shutil.which("sshd", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
    if not path:
        raise LabError("There is no sshd; install openssh-server to use the lab.")
    return path


def programs(root=""):
    """What a server and its connections run: since OpenSSH 9.8 each connection is a program of its own."""
    return [root + "/usr/sbin/sshd" if root else program(), root + "/usr/lib/openssh/sshd-session"]


def make_key(path, comment):
    path.unlink(missing_ok=True)
    run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", comment, "-f", str(path))


def fingerprint(public_key):
    return run("ssh-keygen", "-l", "-f", str(public_key)).split()[1]


def server_config(folder, address, port, environment=None):
    """folder holds host_key and authorized_keys."""
    lines = [
        f"ListenAddress {address}",
        f"Port {port}",
        f"HostKey {folder}/host_key",
        f"AuthorizedKeysFile {folder}/authorized_keys",
        f"PidFile {folder}/sshd.pid",
        "UsePAM no",
        "StrictModes no",
        "PasswordAuthentication yes",
        "KbdInteractiveAuthentication no",
        "PermitRootLogin no",
        "UseDNS no",
        "PrintMotd no",
        "PrintLastLog no",
        "MaxStartups 100",
        "MaxSessions 100",
        "LogLevel VERBOSE",
        "Subsystem sftp internal-sftp",
    ]
    if environment:
        lines.append("SetEnv " + " ".join(f'"{name}={value}"' for name, value in environment.items()))
    return "\n".join(lines) + "\n"


def client_entry(folder, machine):
    return "\n".join([
        f"Host {machine['name']}",
        f"    HostName {machine['address']}",
        f"    Port {machine['port']}",
        f"    User {machine['user']}",
        f"    IdentityFile {folder}/identity",
        "    IdentitiesOnly yes",
        f"    UserKnownHostsFile {folder}/known_hosts",
        "    GlobalKnownHostsFile /dev/null",
    ]) + "\n"


def known_host(machine, public_key):
    address, port = machine["address"], machine["port"]
    host = address if port == 22 else f"[{address}]:{port}"
    return f"{host} {' '.join(Path(public_key).read_text().split()[:2])}\n"
