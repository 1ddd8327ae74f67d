"""Cuts land and sea along the border lines into faces, and says which province each face belongs to."""
import json
from collections import Counter

import shapely
import shapely.ops
from shapely.geometry import LineString, MultiPolygon, Point, Polygon, box
from shapely.ops import polygonize, unary_union
from shapely.strtree import STRtree

from definition import BOTTOM, HERE, LEFT, RIGHT, TOP, distance, parse_points, project, project_shape, read_lines

FRAME = box(LEFT, BOTTOM, RIGHT, TOP)
# Water that no unit can enter: the Caspian Sea and the Red Sea.
IMPASSABLE_WATER = 'cas'


def read_land(records):
    """The rounded land with closed and open straits, and the lakes to draw."""
    pairs = lambda flat: list(zip(flat[::2], flat[1::2]))
    frozen = json.loads((HERE / 'data/coast.json').read_text())
    land = unary_union([Polygon(pairs(rings[0]), [pairs(r) for r in rings[1:]]).buffer(0) for rings in frozen])
    ring = lambda tokens: project_shape(Polygon(parse_points(tokens))).buffer(0)
    for tokens in records['K'].values():
        land = land.union(ring(tokens).buffer(1))
    for tokens in records['W'].values():
        land = land.difference(ring(tokens))
    lakes, whole = {}, []
    drawn = {name: tokens for name, tokens in records['L'].items() if len(tokens) > 1}
    for name, tokens in drawn.items():
        lakes[name] = project_shape(Polygon(parse_points(tokens))).buffer(0)
    waters = {name: Point(project(parse_points(tokens))[0]) for name, tokens in records['L'].items() if len(tokens) == 1}
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


def densify(line, step=0.3):
    """Adds points, so that no side is longer than `step` degrees."""
    out = [line[0]]
    for a, b in zip(line, line[1:]):
        n = max(1, int(distance(a, b) / step))
        out += [(a[0] + (b[0] - a[0]) * i / n, a[1] + (b[1] - a[1]) * i / n) for i in range(1, n + 1)]
    return out


def join_loose_ends(names, lines, shore, inside, log):
    """Extends loose ends of lines to the nearest line if it is close. Reports the others in `log`."""
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


def cut_faces(records, log):
    """The faces of land, the faces of sea, and the lakes. All lines are noded together, so that land and sea have the same corners."""
    land, lakes = read_land(records)
    sea = FRAME.difference(land)
    on_land, at_sea = read_lines(records, 'B'), read_lines(records, 'S')
    land_lines = [LineString(project(line)) for line in on_land.values()]
    sea_lines = [LineString(project(densify(line))) for line in at_sea.values()]
    land_lines = join_loose_ends(on_land, land_lines, land.boundary, land.buffer(-0.01), log)
    sea_lines = join_loose_ends(at_sea, sea_lines, land.boundary.union(FRAME.boundary), sea, log)
    work = [FRAME.boundary]
    for piece in land.geoms:
        work += [piece.exterior, *piece.interiors]
    # A small overlap, so that borders really cross the coast.
    work += [line.intersection(land.buffer(0.05)) for line in land_lines]
    work += [line.intersection(sea.buffer(0.05)) for line in sea_lines]
    faces = [face for face in polygonize(unary_union(work)) if face.area > 0.02]
    is_land = [land.contains(face.representative_point()) for face in faces]
    return [f for f, dry in zip(faces, is_land) if dry], [f for f, dry in zip(faces, is_land) if not dry], lakes


def name_faces(records, board, land_faces, sea_faces, log):
    """The owner of each face: by seed; slivers by their longest common border; islands by the nearest province."""
    faces, names = land_faces + sea_faces, [None] * (len(land_faces) + len(sea_faces))
    tree = STRtree(faces)
    for letter in 'PX':
        for key, tokens in records[letter].items():
            at_sea = letter == 'P' and board[key]['kind'] == 'water'
            for seed in parse_points(tokens):
                seed = Point(project([seed])[0])
                hit = [k for k in tree.query(seed) if faces[k].contains(seed)]
                if not hit:
                    gap, k = min((faces[k].distance(seed), k) for k in range(len(faces)) if (k >= len(land_faces)) == at_sea)
                    if gap > 25:
                        continue
                    hit = [k]
                if (hit[0] >= len(land_faces)) != at_sea:
                    log.append(f'a seed of {key} is on land instead of sea, or the reverse')
                elif names[hit[0]] not in (None, key):
                    log.append(f'{key} and {names[hit[0]]} share a face: a border line has a gap')
                else:
                    names[hit[0]] = key
    log += [f'{key} has no face' for key in records['P'] if key not in names]
    unnamed = [k for k, name in enumerate(names) if name is None]
    for _ in range(4):
        for k in list(unnamed):
            sides = Counter()
            for j in sorted(tree.query(faces[k].buffer(0.01))):
                if j != k and names[j] and (j < len(land_faces)) == (k < len(land_faces)):
                    length = faces[k].boundary.intersection(faces[j].boundary).length
                    if length > 0.01:
                        sides[names[j]] += length
            if sides:
                names[k] = sides.most_common(1)[0][0]
                unnamed.remove(k)
    for k in unnamed:
        if k >= len(land_faces):
            far_east = faces[k].representative_point().x > 2000 and faces[k].area > 500
            near = min((faces[k].distance(faces[j]), names[j]) for j in range(len(land_faces), len(faces)) if names[j] in board)
            names[k] = IMPASSABLE_WATER if far_east else near[1]
            continue
        mainland = [j for j in range(len(land_faces)) if names[j] and j not in unnamed and faces[j].area > 2500]
        gap, name = min((faces[k].distance(faces[j]), names[j]) for j in mainland)
        names[k] = name if gap < 140 else 'isl'
    return faces, names
