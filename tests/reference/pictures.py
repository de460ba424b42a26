#!/usr/bin/env python3
"""Writes pictures of many kinds and what Pillow makes of them: NAME.png or NAME.jpg beside NAME.rgb, its pixels in three bytes each.

    tests/reference/pictures.py FOLDER
"""

import pathlib
import struct
import sys
import zlib

import numpy
from PIL import Image

WIDTH, HEIGHT = 37, 23


def gradients(channels, most):
    y, x = numpy.mgrid[:HEIGHT, :WIDTH]
    return numpy.stack([(x * (3 + c) + y * (7 - c)) * most // 400 % (most + 1) for c in range(channels)], -1)


def png_of(samples, depth, colour, chunks=()):
    """A PNG as libpng would write it, of the kinds too that Pillow does not write."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    if depth < 8:
        bits = numpy.unpackbits(samples.astype("u1")[..., None], axis=-1)[..., -depth:].reshape(HEIGHT, -1)
        rows = [b"\0" + numpy.packbits(row).tobytes() for row in bits]
    else:
        rows = [b"\0" + row.astype(">u2" if depth == 16 else "u1").tobytes() for row in samples]
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", WIDTH, HEIGHT, depth, colour, 0, 0, 0))
            + b"".join(chunk(*one) for one in chunks) + chunk(b"IDAT", zlib.compress(b"".join(rows))) + chunk(b"IEND", b""))


def write(folder, name, picture):
    (folder / name).write_bytes(picture)
    opened = Image.open(folder / name)
    if opened.mode == "I;16": # which convert() would clip at 255; the same grey in 16-bit RGB keeps its upper byte
        pixels = numpy.repeat((numpy.asarray(opened) >> 8).astype("u1")[..., None], 3, -1)
    else:
        pixels = numpy.asarray(opened.convert("RGB"))
    (folder / (name + ".rgb")).write_bytes(pixels.tobytes())


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    gamma = {"plain": (), "linear": ((b"gAMA", struct.pack(">I", 100000)),), "srgb": ((b"sRGB", b"\0"),),
             "old": ((b"gAMA", struct.pack(">I", 45455)), (b"cHRM", struct.pack(">8I", 31270, 32900, 64000, 33000, 30000, 60000,
                                                                                15000, 6000)))}
    for said, chunks in gamma.items():
        for colour, channels in ((0, 1), (2, 3), (4, 2), (6, 4)):
            for depth in (8, 16):
                write(folder, f"{said}-{colour}-{depth}.png", png_of(gradients(channels, 2 ** depth - 1), depth, colour, chunks))
    for depth in (1, 2, 4):
        write(folder, f"grey-{depth}.png", png_of(gradients(1, 2 ** depth - 1), depth, 0))
    for depth in (1, 2, 4, 8):
        palette = (b"PLTE", bytes(range(0, 3 * 2 ** depth) if depth < 8 else [i % 256 for i in range(768)]))
        indices = gradients(1, 2 ** depth - 1)
        write(folder, f"palette-{depth}.png", png_of(indices, depth, 3, (palette,)))
        write(folder, f"palette-{depth}-clear.png", png_of(indices, depth, 3, (palette, (b"tRNS", bytes([0, 99])))))
    write(folder, "grey-clear.png", png_of(gradients(1, 255), 8, 0, ((b"tRNS", b"\0\x08"),)))

    colours = Image.fromarray(gradients(3, 255).astype("u1"))
    for mode in ("L", "RGB", "CMYK"):
        for progressive in (False, True):
            for quality, subsampling in ((95, 0), (60, 2)):
                path = folder / f"{mode}-{progressive:d}-{quality}.jpg"
                colours.convert(mode).save(path, quality=quality, subsampling=subsampling, progressive=progressive)
                write(folder, path.name, path.read_bytes())


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
