"""A link as across the world: each frame takes its time, some are lost, and few fit in a second. It is a bridge of our own between
two network devices, as `tc netem` needs a kernel module that many computers lack."""

import collections
import errno
import random
import select
import socket
import subprocess
import sys
import time
from pathlib import Path

from .system import LabError, end, processes_with_argument, run, wait_for

delay = 0.15  # seconds in one direction
lost = 0.02  # of the frames
rate = "1mbit"

all_protocols = 3  # ETH_P_ALL
packet_level, with_offload_header = 263, 15  # SOL_PACKET, PACKET_VNET_HDR: a frame's checksum may not be computed yet
largest_frame = 1 << 17


class FarLink:
    """Between a machine's port and the bridge, with a pair of devices of its own."""

    def __init__(self, port, bridge, folder):
        self.port = port
        self.bridge = bridge
        self.near, self.beyond = f"{port}n", f"{port}b"
        self.folder = str(folder)
        self.marker = f"{folder}/far"

    def lay(self):
        """The process that carries frames has the machine's folder among its arguments, by which it is ended with the machine."""
        run("ip", "link", "add", self.near, "type", "veth", "peer", "name", self.beyond)
        for device in (self.port, self.beyond):  # this computer must not answer there itself
            Path(f"/proc/sys/net/ipv4/conf/{device}/arp_ignore").write_text("8")
            Path(f"/proc/sys/net/ipv6/conf/{device}/disable_ipv6").write_text("1")
        run("ip", "link", "set", self.port, "nomaster", "up")
        run("ip", "link", "set", self.beyond, "up")
        run("ip", "link", "set", self.near, "master", self.bridge, "up")
        carrier = subprocess.Popen([sys.executable, "-B", "-m", __name__, self.folder, self.marker, self.port, self.beyond],
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                   cwd=Path(__file__).parents[1], start_new_session=True)
        if not carrier.stdout.readline():
            raise LabError("This system lets nobody carry frames between network devices.")

    def remove(self):
        for process in processes_with_argument(self.marker):
            end(process)
        if not Path(f"/sys/class/net/{self.near}").exists():
            return
        run("ip", "link", "del", self.near)
        wait_for(lambda: not Path(f"/sys/class/net/{self.near}").exists(), f"The end of {self.near}", 5)
        if Path(f"/sys/class/net/{self.port}").exists():
            run("ip", "link", "set", self.port, "master", self.bridge)


def tap(device):
    opened = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(all_protocols))
    opened.setsockopt(packet_level, with_offload_header, 1)
    opened.bind((device, all_protocols))
    return opened


def carry(one, other):
    """Does not return before one of the devices is gone."""
    opposite = {one: other, other: one}
    waiting = collections.deque()
    while True:
        while waiting and waiting[0][0] <= time.monotonic():
            _, out, frame = waiting.popleft()
            try:
                out.send(frame)
            except OSError as problem:
                if problem.errno != errno.ENOBUFS:  # a queue that is full loses it
                    raise
        pause = max(0, waiting[0][0] - time.monotonic()) if waiting else None
        for device in select.select([one, other], [], [], pause)[0]:
            frame, where = device.recvfrom(largest_frame)
            if where[2] != socket.PACKET_OUTGOING and random.random() >= lost:
                waiting.append((time.monotonic() + delay, opposite[device], frame))


if __name__ == "__main__":
    taps = [tap(device) for device in sys.argv[3:]]
    print("ready", flush=True)
    carry(*taps)
