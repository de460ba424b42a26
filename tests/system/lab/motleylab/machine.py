"""The first process of a lab machine, inside its own network, mount, UTS and PID namespaces. When it ends, the kernel
ends everything in the machine, detached or not."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

uid = 10077


def mount(*arguments):
    subprocess.run(["mount", *arguments], check=True)


def give_own_etc(root):
    """A copy of /etc to change. Mounts upon single files of it would not last: where a program replaces such a file by a
    rename, as useradd does with /etc/passwd, Linux removes the mounts upon it from all machines."""
    copy = root + "/run/motley-lab/etc"
    subprocess.run(["cp", "-a", root + "/etc", copy], check=True)
    mount("--bind", copy, root + "/etc")


def replace_text(path, text, mode=0o644):
    file = Path(path)
    file.unlink(missing_ok=True)
    file.write_text(text)
    file.chmod(mode)


def prepare_root(machine, folder):
    """Where the machine's file system begins: "" is this computer's own, else that of another Debian."""
    if not machine["root"]:
        return ""
    root = folder / "root"
    root.mkdir()
    mount("--bind", machine["root"], str(root))
    mount("--rbind", "/dev", f"{root}/dev")
    return str(root)


def prepare_mounts(machine, folder, root):
    """An empty /tmp, /var/tmp, /run and /home, but for what is shared; /proc and /sys of this machine's own namespaces, and
    an /etc of its own."""
    mount("-t", "proc", "proc", root + "/proc")
    mount("-t", "tmpfs", "-o", "mode=755", "tmpfs", root + "/mnt")
    Path(root + "/mnt/cgroup").mkdir()
    mount("--rbind", "/sys/fs/cgroup", root + "/mnt/cgroup")
    mount("-t", "sysfs", "sysfs", root + "/sys")
    mount("--rbind", root + "/mnt/cgroup", root + "/sys/fs/cgroup")

    home = root + machine["home"]
    mount("-t", "tmpfs", "-o", "mode=755", "tmpfs", root + "/home")
    os.mkdir(home, 0o700)
    if machine["homeSize"]:
        mount("-t", "tmpfs", "-o", f"size={machine['homeSize']},mode=700,uid={uid},gid={uid}", "tmpfs", home)
    else:
        mount("--bind", str(folder / "home"), home)
        os.chown(home, uid, uid)

    keep = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    shared = [(f"{root}/mnt/shared-{number}", path) for number, path in enumerate(machine["shared"])]
    for aside, path in shared:
        os.mkdir(aside)
        mount("--bind", path, aside)
    mount("-t", "tmpfs", "-o", "mode=755", "tmpfs", root + "/run")
    for public in ("/tmp", "/var/tmp", "/dev/shm"):
        mount("-t", "tmpfs", "-o", "mode=1777", "tmpfs", root + public)
    for aside, path in shared:
        os.makedirs(root + path, exist_ok=True)
        mount("--bind", aside, root + path)
    os.mkdir(root + "/run/sshd", 0o755)
    os.mkdir(root + "/run/motley-lab", 0o711)
    give_own_etc(root)
    return keep


def prepare_names(machine, root):
    subprocess.run(["hostname", machine["name"]], check=True)
    user, shell = machine["user"], machine["shell"]
    system = ("root", "daemon", "sshd", "nobody")
    replace_text(root + "/etc/hostname", machine["name"] + "\n")
    replace_text(root + "/etc/hosts", "127.0.0.1 localhost\n::1 localhost\n" + machine["hosts"])
    for path, entry, mode in (("/etc/passwd", f"{user}:x:{uid}:{uid}::{machine['home']}:{shell}", 0o644),
                              ("/etc/group", f"{user}:x:{uid}:", 0o644),
                              ("/etc/shadow", f"{user}:{machine['passwordHash']}:19000:0:99999:7:::", 0o600)):
        lines = [line for line in Path(root + path).read_text().splitlines()
                 if path == "/etc/group" or line.split(":")[0] in system]
        if path == "/etc/passwd" and not any(line.startswith("sshd:") for line in lines):
            lines.append("sshd:x:10022:65534::/run/sshd:/usr/sbin/nologin")
        replace_text(root + path, "\n".join([*lines, entry]) + "\n", mode)
    # A boot id of its own, as of another machine: an agent's identity includes it.
    boot_id = root + "/run/motley-lab/boot_id"
    replace_text(boot_id, machine["bootId"] + "\n", 0o444)
    mount("--bind", boot_id, root + "/proc/sys/kernel/random/boot_id")


def prepare_network(machine, root):
    while not Path(root + "/sys/class/net/eth0").exists():
        time.sleep(0.01)
    for command in (("link", "set", "lo", "up"), ("addr", "add", f"{machine['address']}/24", "brd", "+", "dev", "eth0"),
                    ("link", "set", "eth0", "up")):
        subprocess.run(["ip", *command], check=True)


def copy_keys(keep):
    """Called before every start of sshd, so that a changed key takes effect."""
    def opener(path, flags):
        return os.open(path, flags, dir_fd=keep)
    for name in ("sshd_config", "host_key", "authorized_keys"):
        with open(name, "rb", opener=opener) as source:
            copy = Path("/run/motley-lab") / name
            copy.write_bytes(source.read())
            copy.chmod(0o600 if name == "host_key" else 0o644)


def serve(program, keep):
    """sshd is started again whenever it ends; orphans are reaped, as the first process must."""
    log = os.open("sshd.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600, dir_fd=keep)
    os.set_inheritable(log, False)
    while True:
        copy_keys(keep)
        server = subprocess.Popen([program, "-D", "-e", "-f", "/run/motley-lab/sshd_config"],
                                  stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log)
        while os.wait()[0] != server.pid:
            pass
        server.returncode = 0
        time.sleep(0.05)


def main():
    folder, program = Path(sys.argv[1]), sys.argv[2]
    machine = json.loads((folder / "machine.json").read_text())
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: os._exit(0))
    root = prepare_root(machine, folder)
    keep = prepare_mounts(machine, folder, root)
    prepare_names(machine, root)
    prepare_network(machine, root)
    if root:
        os.chroot(root)
        os.chdir("/")
    serve(program, keep)


if __name__ == "__main__":
    main()
