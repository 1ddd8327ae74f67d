"""Imports geography once: routes the borders along real lines, rounds the coast, selects the rivers. Writes data/*.json,
which all other steps read.

    python import_geography.py ATLAS NATURAL_EARTH

ATLAS: the unpacked npm package world-atlas 2.0.2 (its land-10m.json is Natural Earth's coast).
NATURAL_EARTH: a folder with Natural Earth's ne_10m_admin_0_boundary_lines_land, ne_10m_admin_1_states_provinces_lines
and ne_10m_rivers_lake_centerlines (.shp, .dbf, .shx), for example from the Debian package libmagics++-data.
Natural Earth is in the public domain.
"""
import collections
import heapq
import json
import math
import sys
from pathlib import Path

import numpy as np
import shapefile
import shapely
import shapely.affinity
from scipy.spatial import cKDTree
from shapely.geometry import LineString, Polygon, box, shape
from shapely.ops import linemerge, unary_union

from definition import BOTTOM, HERE, LEFT, RIGHT, TOP, parse_points, project_shape, read_definition, smooth

REGION = box(-60, 20, 85, 83)
FRONTIERS, ADMIN_1, RIVERS = 'ne_10m_admin_0_boundary_lines_land', 'ne_10m_admin_1_states_provinces_lines', 'ne_10m_rivers_lake_centerlines'
SMALL_RIVERS = {'Sava', 'Prut', 'Neman (Nemunas)', 'Guadalquivir', 'Guadiana', 'Tevere (Tiber)', 'Weser', 'Main', 'Mosel', 'Warta',
                'Pripyat', 'Desna', 'Oka', 'Donets', 'Kuban', 'Evros (Maritsa)', 'Morava', 'Adige', 'Sakarya', 'Garonne', 'Meuse',
                'Maas', 'Bug', 'Severn', 'Marne', 'Onega', 'Inn', 'Drau'}


def features(folder, name):
    reader = shapefile.Reader(str(Path(folder) / name), encoding='latin1')
    for i in range(len(reader)):
        found = reader.shape(i)
        if found.shapeType == 0 or not found.points:
            continue
        west, south, east, north = found.bbox
        record = reader.record(i).as_dict()
        # The Debian copy has additional features; their class names Magics.
        if east > -60 and west < 85 and north > 20 and south < 83 and 'Magics' not in record.get('featurecla', ''):
            yield shape(found.__geo_interface__), record


def make_coast(atlas, records):
    """Natural Earth's land in kilometres, rounded: fjords filled, small islands removed, straits closed as the rules need."""
    topology = json.loads((Path(atlas) / 'land-10m.json').read_text())
    (sx, sy), (tx, ty) = topology['transform']['scale'], topology['transform']['translate']
    arcs = []
    for arc in topology['arcs']:
        steps = np.cumsum(np.array(arc), axis=0)
        arcs.append([(x * sx + tx, y * sy + ty) for x, y in steps])

    def ring(indices):
        out = []
        for i in indices:
            arc = arcs[i] if i >= 0 else arcs[~i][::-1]
            out += arc if not out else arc[1:]
        unwrapped = [out[0]]  # Rings may cross the antimeridian.
        for x, y in out[1:]:
            while x - unwrapped[-1][0] > 180:
                x -= 360
            while x - unwrapped[-1][0] < -180:
                x += 360
            unwrapped.append((x, y))
        return unwrapped

    pieces = []
    for geometry in topology['objects']['land']['geometries']:
        for rings in geometry['arcs'] if geometry['type'] == 'MultiPolygon' else [geometry['arcs']]:
            polygon = shapely.make_valid(Polygon(ring(rings[0]), [ring(r) for r in rings[1:]]))
            for turn in (-360, 0, 360):
                piece = shapely.affinity.translate(polygon, turn, 0).intersection(REGION)
                if piece.area > 0:
                    pieces.append(piece)
    land = unary_union(pieces)
    for tokens in records['K'].values():
        land = land.union(Polygon(parse_points(tokens)).buffer(0))
    land = project_shape(shapely.make_valid(land).intersection(box(-58, 22, 84, 82)))
    land = shapely.make_valid(land).intersection(box(LEFT, BOTTOM, RIGHT, TOP).buffer(250))
    land = land.buffer(4.5).buffer(-8.0).buffer(3.5).simplify(0.4)
    flat = lambda ring: [round(v, 1) for point in ring.coords for v in point]
    return [[flat(p.exterior), *(flat(r) for r in p.interiors)] for p in land.geoms if p.area > 60]


class Network:
    """All real lines (frontiers, admin-1 lines, rivers) as one graph, and paths along it."""

    def __init__(self, folder):
        lines = [g.intersection(REGION) for name in (FRONTIERS, ADMIN_1, RIVERS) for g, _ in features(folder, name)]
        self.neighbours = collections.defaultdict(dict)
        for line in unary_union([line for line in lines if not line.is_empty]).geoms:
            corners = [(round(x, 4), round(y, 4)) for x, y in line.coords]
            for a, b in zip(corners, corners[1:]):
                if a != b:
                    self.neighbours[a][b] = self.neighbours[b][a] = self.length(a, b)
        self.nodes = list(self.neighbours)
        self.tree = cKDTree(np.array(self.nodes) * [0.64, 1])
        # Line ends that nearly meet are connected, at a higher cost.
        pairs = self.tree.query_pairs(0.035, output_type='ndarray')
        loose = np.array([len(self.neighbours[node]) == 1 for node in self.nodes])
        for i, j in pairs[loose[pairs[:, 0]] | loose[pairs[:, 1]]]:
            a, b = self.nodes[i], self.nodes[j]
            if b not in self.neighbours[a]:
                self.neighbours[a][b] = self.neighbours[b][a] = 4 * self.length(a, b)
        self.component = {}
        for number, start in enumerate(self.nodes):
            todo = [] if start in self.component else [start]
            while todo:
                node = todo.pop()
                if node not in self.component:
                    self.component[node] = number
                    todo += self.neighbours[node]
        self.component_size = collections.Counter(self.component.values())

    @staticmethod
    def length(a, b):
        return math.hypot((a[0] - b[0]) * math.cos(math.radians((a[1] + b[1]) / 2)), a[1] - b[1])

    def nearest_node(self, point):
        for i in self.tree.query([point[0] * 0.64, point[1]], k=400)[1]:
            if self.component_size[self.component[self.nodes[i]]] > 12:
                return self.nodes[i]
        raise SystemExit(f'no line near {point}')

    def shortest_path(self, start, goal):
        cost, before, queue, done = {start: 0}, {}, [(0, start)], set()
        while queue:
            _, node = heapq.heappop(queue)
            if node == goal:
                break
            if node in done:
                continue
            done.add(node)
            for other, length in self.neighbours[node].items():
                total = cost[node] + length
                if total < cost.get(other, 1e9):
                    cost[other], before[other] = total, node
                    heapq.heappush(queue, (total + 0.98 * self.length(other, goal), other))
        path = [goal]
        while path[-1] != start:
            path.append(before[path[-1]])
        return path[::-1]

    def route(self, name, tokens):
        """`~` tokens follow the network from one to the next; sequences of other tokens are smoothed."""
        out, run, last = [], [], None

        def flush():
            if len(run) > 1:
                curve = smooth(run)
                out.extend(curve if not out else curve[1:])

        for token in tokens:
            point = parse_points([token])[0]
            if not token.startswith('~'):
                run.append(point)
                last = None
                continue
            node = self.nearest_node(point)
            if last is None:
                run.append(node)
                flush()
            else:
                if self.component[node] != self.component[last]:
                    print(f'{name}: no line from {last} to {node}, straight')
                path = self.shortest_path(last, node) if self.component[node] == self.component[last] else [last, node]
                out.extend(path if not out else path[1:])
            run, last = [node], node
        flush()
        line = LineString(out).simplify(0.01)
        return [[round(x, 3), round(y, 3)] for x, y in line.coords]


def make_rivers(folder):
    """Large and small rivers, in degrees."""
    kinds = {'large': [], 'small': []}
    for line, record in features(folder, RIVERS):
        rank, name = record.get('scalerank') or 99, str(record.get('name'))
        if 'anal' in name or name in ('Ferenc Csatorna', 'Soroksari Duna', 'Gharraf Canal', 'Shatt al Hillah'):
            continue
        if rank <= 6 or name in SMALL_RIVERS:
            kinds['large' if rank <= 5 else 'small'].append(line.intersection(REGION))
    merged = {}
    for kind, lines in kinds.items():
        pieces = [g for line in lines for g in getattr(line, 'geoms', [line]) if g.geom_type == 'LineString']
        whole = linemerge(pieces)
        merged[kind] = [[[round(x, 3), round(y, 3)] for x, y in g.simplify(0.01).coords] for g in getattr(whole, 'geoms', [whole])
                        if g.length > 0.1]
    return merged


def main(atlas, folder):
    records = read_definition()
    network = Network(folder)
    routes = {}
    for letter in 'BS':
        for name, tokens in records[letter].items():
            if any(token.startswith('~') for token in tokens):
                routes[name] = {'by': ' '.join(tokens), 'line': network.route(name, tokens)}
    for file, value in (('routes', routes), ('coast', make_coast(atlas, records)), ('rivers', make_rivers(folder))):
        (HERE / f'data/{file}.json').write_text(json.dumps(value, separators=(',', ':')) + '\n')


if __name__ == '__main__':
    main(*sys.argv[1:])
