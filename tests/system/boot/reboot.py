"""reboot.py ROOT KIND BUILDFOLDER, inside the namespaces of `check`, which says what it is for."""

import json
import os
import shutil
import sys
import time
from pathlib import Path

from leftovers import OTHER_LINES, entries, nothing_is_left, processes_of_ours
from machine import ACCOUNT, NAME, Machine
from motleylab.system import LabError, run, wait_for
from run import INSTALLED, Run

PACE = "12mbit"  # of the link between the two machines here: some steps a second at most, however fast this computer is
OFF_FOR = 5  # seconds
LATE = 15  # seconds from the first program to the network


def suite_of(root):
    release = dict(line.split("=", 1) for line in (root / "etc/os-release").read_text().splitlines() if "=" in line)
    return release["VERSION_CODENAME"].strip('"')


def held(what, **figures):
    print(what + "".join(f"  {name} {value:.1f} s" for name, value in figures.items()), flush=True)


def install(machine, build):
    """An account with the engine in the folder to which Motley sends it, and with the crontab and the locale that people have."""
    root = str(machine.root)
    shutil.rmtree(machine.home, ignore_errors=True)
    (machine.root / "etc/default/locale").write_text("LANG=C.UTF-8\n")
    if f"\n{ACCOUNT}:" not in (machine.root / "etc/passwd").read_text():
        run("chroot", root, "useradd", "--uid", "1000", "--shell", "/bin/sh", ACCOUNT)
    engine = Path(f"{root}{INSTALLED}/engine/tried")
    beside = [folder for folder in ("torch/lib", "nvidia") if (build / folder).exists()]
    for folder in ("bin", *beside):
        (engine / folder).mkdir(parents=True)
    shutil.copy(build / "bin/motley-engine", engine / "bin")
    run("chroot", root, "chown", "-R", f"{ACCOUNT}:", f"/home/{ACCOUNT}")
    for folder in beside:
        run("mount", "--bind", "-o", "ro", str((build / folder).resolve()), str(engine / folder))
    if machine.starts_by == "cron":
        (machine.root / "tmp/crontab").write_bytes(OTHER_LINES)
        run("chroot", root, "crontab", "-u", ACCOUNT, "/tmp/crontab")


def boot(machine, late=False):
    begin = machine.power_on(cable=not late)
    wait_for(machine.is_booted, f"The boot by {machine.init}", 120)
    if late:
        time.sleep(max(0.0, begin + LATE - time.monotonic()))
        machine.plug_in()
    return begin


def takes_part_again(machine, comes, how, switch_off, late=False):
    comings, losses = len(comes.changes("came")), len(comes.changes("lost"))
    switched_off = time.monotonic()
    switch_off()
    comes.wait_until(lambda: len(comes.changes("lost")) > losses, "the loss in the log", 120)
    lost = time.monotonic()
    comes.goes_on(ranks=2)
    time.sleep(OFF_FOR)
    begin = boot(machine, late)
    booted = time.monotonic()
    comes.wait_until(lambda: len(comes.changes("came")) > comings, "the return of the machine", 240)
    came = time.monotonic()
    change = comes.changes("came")[-1]
    if change["came"] != [comes.rebooted] or sorted(change["ranks"]) != [0, 1, 2]:
        raise LabError(f"This is no coming back of {NAME}: {change}")
    comes.goes_on(ranks=3)
    figures = {"loss": lost - switched_off, "boot": booted - begin, "back": came - begin}
    held(how, **figures)
    return {name: round(value, 1) for name, value in figures.items()}


def check(machine, engine, work):
    found = {}
    boot(machine)
    if machine.starts_by == "systemd":
        machine.execute("root", "loginctl", "enable-linger", ACCOUNT)
        wait_for(lambda: machine.seen("/run/user/1000/bus"), "The start of the account's own systemd", 60)

    ended, removed, other = (Run(name, engine, machine, work, steps=1000000) for name in ("ended", "removed", "removed-too"))
    comes = Run("comes-back", engine, machine, work, steps=300)
    comes.start()
    comes.goes_on(ranks=3)
    if entries(machine) != ["comes-back-there"]:
        raise LabError(f"The machine has the entries {entries(machine)}: {comes.events('warning') + comes.events('note')}")
    held("an entry for a run")
    found["power cut"] = takes_part_again(machine, comes, "back after a power cut", machine.cut_power)
    found["late network"] = takes_part_again(machine, comes, "back with a late network", machine.cut_power, late=True)
    if machine.init == "systemd":
        found["shut down"] = takes_part_again(machine, comes, "back after it was shut down", machine.shut_down)
    wait_for(lambda: comes.events("finished"), "The end of the run", 600)
    if comes.events("finished")[0]["outcome"] != "completed":
        raise LabError(f"The run ended otherwise: {comes.events('finished')[0]}")
    wait_for(lambda: not processes_of_ours(machine), f"The end of Motley's processes on {NAME}", 60)
    nothing_is_left(machine)
    held("nothing left after the run was completed")

    led = Run("led", engine, machine, work, steps=1000000, machines=(NAME, "here", "beside"))
    led.start()
    led.goes_on(ranks=3)
    found["led before"] = takes_part_again(machine, led, "back after a power cut while it led", machine.cut_power)
    led.stop()
    wait_for(lambda: not entries(machine) and not processes_of_ours(machine), f"The end of Motley's processes on {NAME}", 60)
    nothing_is_left(machine)

    for one in (ended, removed, other):
        one.start()
        one.goes_on(ranks=3)
    machine.cut_power()
    for one in (ended, removed, other):
        one.stop()
    for one in (removed, other):
        shutil.rmtree(one.seen_there)
    if entries(machine) != ["ended-there", "removed-there", "removed-too-there"]:
        raise LabError(f"The machine has the entries {entries(machine)}, not those of three runs that ended meanwhile.")
    begin = boot(machine)
    wait_for(lambda: not entries(machine) and not processes_of_ours(machine), f"The end of Motley's entries on {NAME}", 180)
    found["gone"] = round(time.monotonic() - begin, 1)
    nothing_is_left(machine)
    held("nothing left after runs ended while it was off", gone=found["gone"])
    machine.cut_power()
    return found


def main():
    root, kind, build = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
    work = Path("/mnt")
    run("mount", "-t", "tmpfs", "tmpfs", str(work))  # in the mounts of the check alone
    os.environ["HOME"] = str(work)
    machine = Machine(root, kind, work)
    run("ip", "link", "set", "lo", "mtu", "1500")
    run("tc", "qdisc", "replace", "dev", "lo", "root", "tbf", "rate", PACE, "burst", "64kb", "latency", "2s")
    try:
        install(machine, build)
        print(json.dumps({"debian": suite_of(root), "kind": kind, **check(machine, str(build / "bin/motley-engine"), work)}))
    except LabError as error:
        for log in [*sorted(work.glob("console-*.log")), *sorted(work.glob("runs/*/agent.log")),
                    *sorted(Path(f"{root}{INSTALLED}/runs").glob("*/agent.log"))]:
            print(f"--- {log}", *log.read_text(errors="replace").splitlines()[-40:], sep="\n", file=sys.stderr)
        sys.exit(f"check: {error}")


if __name__ == "__main__":
    main()
