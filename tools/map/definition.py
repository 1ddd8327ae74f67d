"""Reads the inputs that are written by hand: `data/europe1901.def`, `board.toml` and the labels. Map projection."""
import json
import math
import tomllib
from pathlib import Path

import numpy as np
import shapely
from pyproj import Transformer

HERE = Path(__file__).parent
VARIANT = HERE / '../../variants/standard'
LANGUAGES = ['en', 'nl', 'fr', 'es', 'de']

# The frame in kilometres of the projection, and the width of the board in its own units.
LEFT, RIGHT, BOTTOM, TOP = -2640., 2790., -2060., 2680.
WIDTH = 1500.
HEIGHT = WIDTH * (TOP - BOTTOM) / (RIGHT - LEFT)

_lambert = Transformer.from_crs('EPSG:4326', '+proj=lcc +lat_1=40 +lat_2=60 +lat_0=50 +lon_0=12 +ellps=WGS84', always_xy=True)


def project(points):
    """Degrees to kilometres."""
    a = np.asarray(points, float)[:, :2]
    x, y = _lambert.transform(a[:, 0], a[:, 1])
    return np.c_[x / 1000, y / 1000]


def project_shape(shape):
    return shapely.transform(shape, project)


def read_board():
    """The provinces of board.toml, and the pairs of neighbours for armies and for fleets."""
    board = tomllib.loads((VARIANT / 'board.toml').read_text())['provinces']
    army, fleet = set(), set()
    for key, province in board.items():
        army |= {frozenset((key, other)) for other in province.get('armies', '').split()}
        fleets = province.get('fleets', '')
        by_coast = {key: fleets} if isinstance(fleets, str) else {f'{key}/{coast}': near for coast, near in fleets.items()}
        for place, near in by_coast.items():
            fleet |= {frozenset((place, other)) for other in near.split()}
    return board, army, fleet


def read_labels():
    return {lang: tomllib.loads((VARIANT / f'labels/{lang}.toml').read_text())['provinces'] for lang in LANGUAGES}


def read_definition():
    """The tokens of each record, by letter and name."""
    records = {letter: {} for letter in 'PXNKBSWLV'}
    for line in (HERE / 'data/europe1901.def').read_text().splitlines():
        line = line.split('#')[0].strip()
        if line:
            head, tokens = line.split(':', 1)
            letter, name = head.split()
            records[letter][name] = tokens.split()
    return records


def parse_points(tokens):
    return [tuple(map(float, token.lstrip('~').split(','))) for token in tokens]


def smooth(run, steps=6):
    """A Catmull-Rom curve through points. The ends stay exactly where they are, or border lines would have gaps."""
    if len(run) < 3:
        return list(run)
    padded = [run[0], *run, run[-1]]
    out = [run[0]]
    for i in range(1, len(padded) - 2):
        p0, p1, p2, p3 = map(np.array, padded[i - 1:i + 3])
        for t in np.linspace(0, 1, steps + 1)[1:]:
            q = 0.5 * (2 * p1 + (p2 - p0) * t + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t * t + (3 * p1 - p0 - 3 * p2 + p3) * t ** 3)
            out.append(tuple(map(float, q)))
        out[-1] = tuple(padded[i + 1])
    return out


def read_lines(records, letter):
    """Border lines in degrees: routed lines from data/routes.json, the others from the definition."""
    frozen = json.loads((HERE / 'data/routes.json').read_text())
    lines = {}
    for name, tokens in records[letter].items():
        if not any(token.startswith('~') for token in tokens):
            lines[name] = smooth(parse_points(tokens))
            continue
        route = frozen.get(name)
        if not route or route['by'] != ' '.join(tokens):
            raise SystemExit(f'the route of {name} has changed: run import_geography.py (see README.md)')
        lines[name] = [tuple(p) for p in route['line']]
    return lines


def distance(a, b):
    return math.hypot(a[0] - b[0], a[1] - b[1])
