"""Chooses the places of units, centres and names, and writes geometry.json."""
import json

import numpy as np
import shapely
import shapely.ops
from shapely.geometry import LineString, Point
from shapely.ops import unary_union

from arcs import simplify
from cut_faces import IMPASSABLE_WATER
from definition import BOTTOM, HEIGHT, HERE, LANGUAGES, LEFT, RIGHT, TOP, VARIANT, WIDTH, parse_points, project, read_labels, smooth
from label_placement import ProvinceRoom, name_layouts, short_layouts, text_width

SEA_FONT, LAND_FONT, SHORT_FONT = ('italic', 0.06), ('regular', 0.02), ('bold', 0.0)
tenths = lambda point: [round(float(v) * 10) for v in point]


def to_steps(line):
    """In whole tenths: the first point, then the step from each point to the next."""
    whole = [tuple(tenths(p)) for p in line]
    out, last = [], (0, 0)
    for x, y in whole:
        out += [x - last[0], y - last[1]]
        last = (x, y)
    return out


def read_places(cartogram):
    """The centres, coastal units and names that are placed by hand, in units of the board."""
    found = {letter: {} for letter in 'CUT'}
    for line in (HERE / 'data/places.def').read_text().splitlines():
        words = line.split('#')[0].split()
        if words:
            at = tuple(map(float, cartogram(project(parse_points([words[2]])))[0]))
            found[words[0]][words[1]] = at
    return found['C'], found['U'], found['T']


def inset(shape, point, depth):
    """The nearest point that is `depth` inside the shape, or as deep as possible."""
    for part in (1, .85, .7, .4, .1):
        inner = shape.buffer(-depth * part)
        if not inner.is_empty:
            spot = shapely.ops.nearest_points(inner, Point(point))[0]
            return spot.x, spot.y
    return point


def choose_places(board, cartogram, shapes, lakes):
    centres, coasts, words = read_places(cartogram)
    labels = read_labels()
    lake = unary_union([shapely.transform(water, cartogram).buffer(0) for water in lakes.values()])
    provinces, named = {}, {lang: {} for lang in LANGUAGES}
    for key in sorted(board):
        at_sea = board[key]['kind'] == 'water'
        shape = shapes[key] if at_sea else shapes[key].difference(lake)
        centre = inset(shape, centres[key], 8) if key in centres else None
        own = {place.split('/')[1]: inset(shape, at, 16) for place, at in coasts.items() if place.startswith(key + '/')}
        room = ProvinceRoom(shape, at_sea, centre, list(own.values()))
        font = SEA_FONT if at_sea else LAND_FONT
        unit = None
        for lang in LANGUAGES:
            layouts = name_layouts(labels[lang][key]['name'], at_sea, shape.area)
            unit, at, lines, size, clear, gap = room.place(layouts, *font, unit, words.get(key))
            named[lang][key] = [*tenths(at), size, lines]
            if clear < 0 or gap < 13:
                print(f'tight: {lang} {key} {" / ".join(lines)} size {size}, {clear:.1f} from the border, {gap:.1f} from the unit')
        widest = max((labels[lang][key]['short'] for lang in LANGUAGES), key=lambda text: text_width(text, 10, *SHORT_FONT))
        _, at, _, size, _, _ = room.place(short_layouts(widest), *SHORT_FONT, unit)
        provinces[key] = {'unit': tenths(unit), 'short': [*tenths(at), size]}
        if centre:
            provinces[key]['centre'] = tenths(centre)
        if own:
            provinces[key]['coasts'] = {coast: tenths(at) for coast, at in own.items()}
    return provinces, named


def lines_of(shape):
    return [g for g in getattr(shape, 'geoms', [shape]) if g.geom_type == 'LineString' and not g.is_empty]


def decoration(records, board, cartogram, shapes, lakes):
    land = unary_union([shapes[key] for key in shapes if board.get(key, {}).get('kind') != 'water' and key != IMPASSABLE_WATER])
    drawn = {'lakes': [], 'straits': [], 'graticule': []}
    for name in sorted(lakes):
        ring = [tuple(map(float, p)) for p in cartogram(list(lakes[name].exterior.coords))]
        drawn['lakes'].append(to_steps(simplify(ring, 1.6, closed=True)))
    for tokens in records['V'].values():
        water = LineString(cartogram(project(smooth(parse_points(tokens))))).intersection(land.buffer(1.2))
        drawn['straits'] += [to_steps(line.coords) for line in lines_of(water) if line.length > 2]
    drawn['rivers'] = {}
    for kind, lines in json.loads((HERE / 'data/rivers.json').read_text()).items():
        drawn['rivers'][kind] = []
        for line in lines:
            for inside in lines_of(LineString(project(line)).intersection(shapely.box(LEFT, BOTTOM, RIGHT, TOP))):
                for piece in lines_of(LineString(cartogram(list(inside.coords))).intersection(land)):
                    if piece.length > 14:
                        drawn['rivers'][kind].append(to_steps(simplify(piece.coords, 4.0)))
    circles = [[(lon, lat) for lat in np.arange(24, 82, 2.)] for lon in range(-60, 90, 10)]
    circles += [[(lon, lat) for lon in np.arange(-60, 90, 2.)] for lat in range(25, 85, 5)]
    for circle in circles:
        on_map = project(circle)
        inside = on_map[(on_map[:, 0] > LEFT) & (on_map[:, 0] < RIGHT) & (on_map[:, 1] > BOTTOM) & (on_map[:, 1] < TOP)]
        if len(inside) > 2:
            drawn['graticule'].append(to_steps(cartogram(inside)))
    return drawn


def write_geometry(records, board, cartogram, arcs, rings, shapes, lakes):
    provinces, labels = choose_places(board, cartogram, shapes, lakes)
    nation = {key: power for power, keys in records['N'].items() for key in keys}
    for key in provinces:
        homeland = {'nation': nation[key]} if key in nation else {}
        provinces[key] = {'rings': rings[key], **homeland, **provinces[key]}
    impassable = {key: rings[key] for key in sorted(rings) if key not in board}
    compact = lambda value: json.dumps(value, separators=(',', ':'), ensure_ascii=False)
    rows = lambda items: ',\n'.join(items)
    table = lambda things: rows(f'{compact(key)}:{compact(value)}' for key, value in things.items())
    text = '{\n' + f'"size":{compact(tenths((WIDTH, HEIGHT)))},\n'
    text += '"arcs":[\n' + rows(compact([*arc.pair, to_steps([(x / 10, y / 10) for x, y in arc.points])]) for arc in arcs) + '\n],\n'
    text += '"provinces":{\n' + table(provinces) + '\n},\n'
    text += '"nobodys":{\n' + table(impassable) + '\n},\n'
    text += f'"nobodys_water":{compact([IMPASSABLE_WATER])},\n'
    text += '"labels":{\n' + table(labels) + '\n},\n'
    text += table(decoration(records, board, cartogram, shapes, lakes)) + '\n}\n'
    (VARIANT / 'geometry.json').write_text(text)
    print(f'{len(arcs)} arcs, {sum(len(arc.points) for arc in arcs)} points, {len(text.encode()) // 1000} kB')
