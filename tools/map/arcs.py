"""Makes the shared border lines (arcs): each once, simplified, in whole tenths of a unit. Provinces are rings of arcs."""
import heapq
from collections import defaultdict
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import LineString, Polygon
from shapely.ops import linemerge

from definition import distance

FRAME = '#'
# Simplifying removes triangles below this area, in square units: coasts keep more detail than borders.
MIN_TRIANGLE_AREA = dict(land=7.0, coast=1.1, sea=6.0)


@dataclass
class Arc:
    pair: tuple
    kind: str  # land, coast, sea or frame
    closed: bool
    points: list  # in whole tenths of a unit

    def curve(self, steps=4):
        """The drawn line: a quadratic B-spline with fixed ends, the same as crates/picture/src/curve.rs."""
        p = np.array(self.points, float) / 10
        if self.kind == 'frame' or len(p) < 3:
            return [tuple(q) for q in p]
        if self.closed:
            p = p[:-1]
            middle = (p + np.roll(p, -1, 0)) / 2
            pieces = [(middle[i - 1], p[i], middle[i]) for i in range(len(p))]
        else:
            ends = [p[0]] + [(p[i] + p[i + 1]) / 2 for i in range(1, len(p) - 2)] + [p[-1]]
            pieces = [(ends[i - 1], p[i], ends[i]) for i in range(1, len(p) - 1)]
        out = [tuple(pieces[0][0])]
        for a, c, b in pieces:
            out += [tuple((1 - t) ** 2 * a + 2 * t * (1 - t) * c + t * t * b) for t in np.linspace(0, 1, steps + 1)[1:]]
        return out

    def length(self):
        line = self.curve()
        return LineString(line).length if len(line) > 1 else 0


def simplify(points, threshold, closed=False):
    """Visvalingam: removes the vertex with the smallest triangle until none is below the threshold. The ends stay."""
    points, min_points = [tuple(p) for p in points], 4 if closed else 2
    count = len(points)
    before, after = list(range(-1, count - 1)), list(range(1, count + 1))
    alive, areas, queue = [True] * count, [1e18] * count, []

    def area(i):
        a, b, c = points[before[i]], points[i], points[after[i]]
        return abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2

    for i in range(1, count - 1):
        areas[i] = area(i)
        heapq.heappush(queue, (areas[i], i))
    left = count
    while queue and left > min_points:
        size, i = heapq.heappop(queue)
        if not alive[i] or size != areas[i]:
            continue
        if size > threshold:
            break
        alive[i] = False
        left -= 1
        p, q = before[i], after[i]
        after[p], before[q] = q, p
        for j in (p, q):
            if 0 < j < count - 1:
                areas[j] = max(area(j), size)
                heapq.heappush(queue, (areas[j], j))
    return [point for point, stays in zip(points, alive) if stays]


def ring_area(points):
    c = np.asarray(points)
    return 0.5 * np.sum(c[:-1, 0] * c[1:, 1] - c[1:, 0] * c[:-1, 1])


def shared_lines(faces, names):
    """The border lines between two different owners, merged."""
    sides = defaultdict(list)
    for face, name in zip(faces, names):
        for ring in (face.exterior, *face.interiors):
            corners = list(ring.coords)
            for a, b in zip(corners, corners[1:]):
                sides[min(a, b), max(a, b)].append(name)
    groups = defaultdict(list)
    for side, owners in sides.items():
        pair = tuple(sorted(set(owners) | ({FRAME} if len(owners) == 1 else set())))
        if len(pair) == 2:
            groups[pair].append(side)
    for pair in sorted(groups):
        merged = linemerge([LineString(side) for side in groups[pair]])
        for line in sorted(getattr(merged, 'geoms', [merged]), key=lambda g: list(g.coords)):
            yield pair, list(line.coords)


def make_arcs(faces, names, cartogram, waters):
    arcs = []
    for pair, line in shared_lines(faces, names):
        kind = 'frame' if FRAME in pair else ['land', 'coast', 'sea'][sum(key in waters for key in pair)]
        # Long sides are divided, so that the cartogram can bend them.
        fine = [line[0]]
        for a, b in zip(line, line[1:]):
            n = max(1, int(distance(a, b) / 12))
            fine += [(a[0] + (b[0] - a[0]) * i / n, a[1] + (b[1] - a[1]) * i / n) for i in range(1, n + 1)]
        warped = [tuple(map(float, p)) for p in cartogram(fine)]
        closed = line[0] == line[-1]
        if closed and abs(ring_area(warped)) < (16 if kind == 'coast' else 0):
            continue  # too small an island
        if kind == 'frame':
            warped = simplify(warped, 0.02)
        elif closed:
            # The first vertex always stays, so start at the one with the largest y.
            first = max(range(len(warped) - 1), key=lambda i: warped[i][1])
            warped = simplify(warped[first:-1] + warped[:first + 1], MIN_TRIANGLE_AREA[kind], closed=True)
        else:
            warped = simplify(warped, MIN_TRIANGLE_AREA[kind])
        tenths = []
        for x, y in warped:
            point = (round(x * 10), round(y * 10))
            if not tenths or point != tenths[-1]:
                tenths.append(point)
        if len(tenths) > (3 if closed else 1):
            arcs.append(Arc(pair, kind, closed, tenths))
    return arcs


def make_rings(arcs, log):
    """By owner: rings of arc numbers, ~n for an arc in reverse direction."""
    of = defaultdict(list)
    for n, arc in enumerate(arcs):
        for key in arc.pair:
            if key != FRAME:
                of[key].append(n)
    rings = {}
    for key in sorted(of):
        todo, ends, rings[key] = list(of[key]), defaultdict(list), []
        for n in todo:
            if not arcs[n].closed:
                ends[arcs[n].points[0]].append((n, True))
                ends[arcs[n].points[-1]].append((n, False))
        while todo:
            n = todo.pop(0)
            chain = [n]
            if not arcs[n].closed:
                start, now = arcs[n].points[0], arcs[n].points[-1]
                while now != start:
                    onward = [(m, forward) for m, forward in ends[now] if m in todo]
                    if not onward:
                        log.append(f'a ring of {key} is open at {now}')
                        break
                    m, forward = onward[0]
                    todo.remove(m)
                    chain.append(m if forward else ~m)
                    now = arcs[m].points[-1 if forward else 0]
            rings[key].append(chain)
    return rings


def polygon(arcs, chains):
    """The area inside rings, without holes."""
    pieces = []
    for chain in chains:
        line = []
        for n in chain:
            part = arcs[n].curve() if n >= 0 else arcs[~n].curve()[::-1]
            line += part if not line else part[1:]
        if len(line) > 3:
            pieces.append(Polygon(line).buffer(0))
    pieces.sort(key=lambda piece: -piece.area)
    whole = Polygon()
    for piece in pieces:
        whole = whole.symmetric_difference(piece)
    return whole
