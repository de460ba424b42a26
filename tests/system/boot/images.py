"""Images that a small network learns: the class of an image is the place of its bright bar. As IDX files."""

import random
import struct
from pathlib import Path

SIDE = 28
CLASSES = 10


def write(folder: Path, train=512, test=64):
    folder.mkdir(parents=True)
    numbers = random.Random(7)
    for name, count in (("train", train), ("t10k", test)):
        labels = [numbers.randrange(CLASSES) for _ in range(count)]
        pixels = b"".join(image(label, numbers) for label in labels)
        (folder / f"{name}-images-idx3-ubyte").write_bytes(struct.pack(">4I", 0x803, count, SIDE, SIDE) + pixels)
        (folder / f"{name}-labels-idx1-ubyte").write_bytes(struct.pack(">2I", 0x801, count) + bytes(labels))


def image(label, numbers):
    row = bytes(160 * (column // 2 == label + 2) + numbers.randrange(80) for column in range(SIDE))
    return row * SIDE
