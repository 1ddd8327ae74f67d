"""Cuts land and sea along the border lines into faces, and says which province each face belongs to."""
import json
from collections import Counter

import shapely
import shapely.ops
from shapely.geometry import LineString, MultiPolygon, Point, Polygon, box
from shapely.ops import polygonize, unary_union
from shapely.strtree import STRtree

from definition import BOTTOM, HERE, LEFT, RIGHT, TOP, distance, points, project, project_shape, read_lines

FRAME = box(LEFT, BOTTOM, RIGHT, TOP)
# Water that nobody enters: the Caspian and the Red Sea.
NOBODYS_WATER = 'cas'


def read_land(records):
    """The rounded coast with closed and open straits, and the inland waters to draw."""
    pairs = lambda flat: list(zip(flat[::2], flat[1::2]))
    frozen = json.loads((HERE / 'data/coast.json').read_text())
    land = unary_union([Polygon(pairs(rings[0]), [pairs(r) for r in rings[1:]]).buffer(0) for rings in frozen])
    ring = lambda tokens: project_shape(Polygon(points(tokens))).buffer(0)
    for tokens in records['K'].values():
        land = land.union(ring(tokens).buffer(1))
    for tokens in records['W'].values():
        land = land.difference(ring(tokens))
    lakes, whole = {}, []
    drawn = {name: tokens for name, tokens in records['L'].items() if len(tokens) > 1}
    for name, tokens in drawn.items():
        lakes[name] = project_shape(Polygon(points(tokens))).buffer(0)
    waters = {name: Point(project(points(tokens))[0]) for name, tokens in records['L'].items() if len(tokens) == 1}
    for piece in land.geoms:
        keep = []
        for hole in piece.interiors:
            water = Polygon(hole)
            name = next((name for name, seed in waters.items() if water.buffer(6).contains(seed)), None)
            if name:
                lakes[name] = water
            elif water.area > 60000:
                keep.append(hole)
        whole.append(Polygon(piece.exterior, keep))
    land = unary_union([piece for piece in whole if piece.area > 110]).simplify(0.6).intersection(FRAME)
    return MultiPolygon([g for g in land.geoms if g.geom_type == 'Polygon' and g.area > 110]), lakes


def dense(line, step=0.3):
    out = [line[0]]
    for a, b in zip(line, line[1:]):
        n = max(1, int(distance(a, b) / step))
        out += [(a[0] + (b[0] - a[0]) * i / n, a[1] + (b[1] - a[1]) * i / n) for i in range(1, n + 1)]
    return out


def joined(names, lines, shore, inside, log):
    """Ends that stop short of everything are led to the nearest line when it is close, and told otherwise."""
    out = list(lines)
    for k, (name, line) in enumerate(zip(names, lines)):
        others = [other for j, other in enumerate(lines) if j != k] + [shore]
        for end in (0, -1):
            tip = Point(line.coords[end])
            if not inside.contains(tip) or min(other.distance(tip) for other in others) < 1e-6:
                continue
            tail_length = min(70, line.length / 2)
            tail = shapely.ops.substring(line, 0, tail_length) if end == 0 else shapely.ops.substring(line, line.length - tail_length, line.length)
            if any(tail.intersects(other) for other in others):
                continue
            gap, i = min((other.distance(tip), i) for i, other in enumerate(others))
            if gap >= 30:
                log.append(f'{name} stops {gap:.0f} km short')
                continue
            goal = shapely.ops.nearest_points(tip, others[i])[1]
            tip = (tip.x + (goal.x - tip.x) * 1.02, tip.y + (goal.y - tip.y) * 1.02)
            coords = list(out[k].coords)
            out[k] = LineString([tip] + coords if end == 0 else coords + [tip])
    return out


def cut(records, log):
    """Faces of land, faces of sea, lakes. Land and sea are noded together, or their corners would differ."""
    land, lakes = read_land(records)
    sea = FRAME.difference(land)
    on_land, at_sea = read_lines(records, 'B'), read_lines(records, 'S')
    land_lines = [LineString(project(line)) for line in on_land.values()]
    sea_lines = [LineString(project(dense(line))) for line in at_sea.values()]
    land_lines = joined(on_land, land_lines, land.boundary, land.buffer(-0.01), log)
    sea_lines = joined(at_sea, sea_lines, land.boundary.union(FRAME.boundary), sea, log)
    work = [FRAME.boundary]
    for piece in land.geoms:
        work += [piece.exterior, *piece.interiors]
    # A little overlap, so that borders really cross the shore.
    work += [line.intersection(land.buffer(0.05)) for line in land_lines]
    work += [line.intersection(sea.buffer(0.05)) for line in sea_lines]
    faces = [face for face in polygonize(unary_union(work)) if face.area > 0.02]
    ashore = [land.contains(face.representative_point()) for face in faces]
    return [f for f, dry in zip(faces, ashore) if dry], [f for f, dry in zip(faces, ashore) if not dry], lakes


def name_faces(records, board, dry, wet, log):
    """The owner of each face: by seed, slivers by their longest side, islands by the nearest province."""
    faces, names = dry + wet, [None] * (len(dry) + len(wet))
    tree = STRtree(faces)
    for letter in 'PX':
        for key, tokens in records[letter].items():
            at_sea = letter == 'P' and board[key]['kind'] == 'water'
            for seed in points(tokens):
                seed = Point(project([seed])[0])
                hit = [k for k in tree.query(seed) if faces[k].contains(seed)]
                if not hit:
                    gap, k = min((faces[k].distance(seed), k) for k in range(len(faces)) if (k >= len(dry)) == at_sea)
                    if gap > 25:
                        continue
                    hit = [k]
                if (hit[0] >= len(dry)) != at_sea:
                    log.append(f'a seed of {key} is in the wrong element')
                elif names[hit[0]] not in (None, key):
                    log.append(f'{key} and {names[hit[0]]} share a face: a border leaks')
                else:
                    names[hit[0]] = key
    log += [f'{key} has no face' for key in records['P'] if key not in names]
    left = [k for k, name in enumerate(names) if name is None]
    for _ in range(4):
        for k in list(left):
            sides = Counter()
            for j in sorted(tree.query(faces[k].buffer(0.01))):
                if j != k and names[j] and (j < len(dry)) == (k < len(dry)):
                    length = faces[k].boundary.intersection(faces[j].boundary).length
                    if length > 0.01:
                        sides[names[j]] += length
            if sides:
                names[k] = sides.most_common(1)[0][0]
                left.remove(k)
    for k in left:
        if k >= len(dry):
            far_east = faces[k].representative_point().x > 2000 and faces[k].area > 500
            near = min((faces[k].distance(faces[j]), names[j]) for j in range(len(dry), len(faces)) if names[j] in board)
            names[k] = NOBODYS_WATER if far_east else near[1]
            continue
        mainland = [j for j in range(len(dry)) if names[j] and j not in left and faces[j].area > 2500]
        gap, name = min((faces[k].distance(faces[j]), names[j]) for j in mainland)
        names[k] = name if gap < 140 else 'isl'
    return faces, names
