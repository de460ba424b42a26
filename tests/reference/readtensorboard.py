#!/usr/bin/env python3
"""Prints the curves in a folder as TensorBoard itself reads them: tag, step, value, time.

    readtensorboard.py FOLDER     needs the package tensorboard
"""

import sys

from tensorboard.backend.event_processing.event_accumulator import EventAccumulator


def main(folder):
    curves = EventAccumulator(folder)
    curves.Reload()
    for tag in sorted(curves.Tags()["scalars"]):
        for point in curves.Scalars(tag):
            print(tag, point.step, point.value, point.wall_time)


main(sys.argv[1])
