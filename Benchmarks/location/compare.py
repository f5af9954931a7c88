"""Finds the circles whose bounding boxes contain a point, with PyPI's rtree (libspatialindex). usage: compare.py FOLDER

The folder contains the circles and points that LocationBenchmark wrote. Prints `key value` lines, in microseconds of processor time.
"""

import os
import sys
import time

import numpy
from rtree import index


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")


def main():
    folder = sys.argv[1]
    for area in ("country", "city"):
        circles = numpy.fromfile(os.path.join(folder, area + ".circles")).reshape(-1, 3)
        places = numpy.fromfile(os.path.join(folder, area + ".places")).reshape(-1, 2)
        latitude, longitude, radius = circles.T
        height = radius / 110_500
        width = height / numpy.cos(numpy.radians(latitude))
        before = resident()
        # The packed tree, built in bulk, which is faster for queries.
        boxes = numpy.stack([longitude - width, latitude - height, longitude + width, latitude + height], axis=1)
        tree = index.Index((number, tuple(box), None) for number, box in enumerate(boxes.tolist()))
        if area == "country":
            print("rtree.bytes", (resident() - before) / len(circles))
        times, found = [], 0
        for y, x in places.tolist():
            start = time.process_time()
            hits = list(tree.intersection((x, y, x, y)))
            times.append((time.process_time() - start) * 1e6)
            found += len(hits)
        times.sort()
        print(area + ".rtree", times[len(times) // 2])
        if hasattr(tree, "intersection_v"):
            points = numpy.ascontiguousarray(places[:, ::-1])
            start = time.process_time()
            tree.intersection_v(points, points)
            print(area + ".bulk", (time.process_time() - start) * 1e6 / len(places))
        print(area + ".boxes", found / len(places))


if __name__ == "__main__":
    main()
