"""Adds to a geometry.json what pictures of orders need: the waypoints of fleets between adjacent places (`ways`), and the
places of dislodged units (`aside`).

`python fleet_waypoints.py [VARIANT]` reads geometry.json and board.toml of a variant and writes geometry.json again.
It needs only Python, so authors of other variants can use it too.
"""
import heapq
import json
import math
import sys
import tomllib
from pathlib import Path

# All lengths are in units of the board.
CELL = 6  # the side of a cell of the raster
SHORE_DISTANCE = 12  # fleets stay this far from land if they can
OWN_LAND, OTHER_SEA, OTHER_LAND = 3.0, 4.0, 25.0  # costs per unit of length
DISLODGED_DISTANCE = 33  # from a unit to the unit that it dislodged
# A line through a shorter border hides it. If two seas also share a longer border, fleets take that one.
MIN_BORDER_LENGTH = 12
MOVES = [(dx, dy) for dx in range(-2, 3) for dy in range(-2, 3) if math.gcd(dx, dy) == 1]


def points(steps):
    """Points from steps in tenths of a unit."""
    x = y = 0
    out = []
    for i in range(0, len(steps), 2):
        x, y = x + steps[i], y + steps[i + 1]
        out.append((x / 10, y / 10))
    return out


def outlines(drawing, rings):
    for ring in rings:
        line = []
        for number in ring:
            part = points(drawing['arcs'][number if number >= 0 else ~number][2])
            line += part if number >= 0 else part[::-1]
        yield line


class Raster:
    """The province of every cell, and its distance from land."""

    def __init__(self, drawing, board):
        self.columns, self.rows = (int(size / 10 / CELL) + 1 for size in drawing['size'])
        self.owner = [[None] * self.columns for _ in range(self.rows)]
        places = {key: province['rings'] for key, province in drawing['provinces'].items()}
        for key, rings in sorted({**places, **drawing.get('nobodys', {})}.items()):
            self.fill(key, list(outlines(drawing, rings)))
        self.water = {key for key, province in board.items() if province['kind'] == 'water'}
        self.distance_from_land = self.distances()
        self.hidden_cells = self.find_hidden_cells(drawing)

    def fill(self, key, lines):
        for row in range(self.rows):
            y, cuts = (row + .5) * CELL, []
            for line in lines:
                for (ax, ay), (bx, by) in zip(line, line[1:] + line[:1]):
                    if (ay > y) != (by > y):
                        cuts.append(ax + (y - ay) / (by - ay) * (bx - ax))
            cuts.sort()
            for left, right in zip(cuts[::2], cuts[1::2]):
                for column in range(max(0, math.ceil(left / CELL - .5)), min(self.columns, math.ceil(right / CELL - .5))):
                    self.owner[row][column] = key

    def distances(self):
        """The distance of every cell from land, up to SHORE_DISTANCE."""
        away = [[math.inf] * self.columns for _ in range(self.rows)]
        queue = [(0, x, y) for y in range(self.rows) for x in range(self.columns) if self.owner[y][x] not in self.water]
        for _, x, y in queue:
            away[y][x] = 0
        while queue:
            done, x, y = heapq.heappop(queue)
            if done > min(away[y][x], SHORE_DISTANCE):
                continue
            for dx, dy in MOVES:
                if 0 <= x + dx < self.columns and 0 <= y + dy < self.rows:
                    now = done + math.hypot(dx, dy) * CELL
                    if now < away[y + dy][x + dx]:
                        away[y + dy][x + dx] = now
                        heapq.heappush(queue, (now, x + dx, y + dy))
        return away

    def find_hidden_cells(self, drawing):
        """By pair of seas: the cells around borders that are too short to be visible, if the two also have a longer one."""
        borders = {}
        for one, other, line in drawing['arcs']:
            if one in self.water and other in self.water:
                line = points(line)
                borders.setdefault(frozenset((one, other)), []).append((sum(map(math.dist, line, line[1:])), line))
        found = {}
        for pair, lines in borders.items():
            if max(length for length, _ in lines) > MIN_BORDER_LENGTH:
                spots = [spot for length, line in lines if length <= MIN_BORDER_LENGTH for spot in line]
                cells = {(x, y) for at in spots for y in range(self.rows) for x in range(self.columns)
                         if math.dist(at, ((x + .5) * CELL, (y + .5) * CELL)) < MIN_BORDER_LENGTH}
                found[pair] = cells
        return found

    def cell(self, point):
        return min(self.columns - 1, int(point[0] / CELL)), min(self.rows - 1, int(point[1] / CELL))

    def cost(self, cell, own, seas):
        owner = self.owner[cell[1]][cell[0]]
        if cell in self.hidden_cells.get(frozenset(seas), ()):
            return OTHER_LAND
        if owner in seas:
            return 1 + max(0, 1 - self.distance_from_land[cell[1]][cell[0]] / SHORE_DISTANCE)
        if owner in own:
            return OWN_LAND
        return OTHER_SEA if owner in self.water else OTHER_LAND

    def line_cost(self, a, b, own, seas):
        """The cost of a straight line."""
        length = math.dist(a, b)
        count = max(1, round(length / 2))
        spot = lambda k: (a[0] + (b[0] - a[0]) * (k + .5) / count, a[1] + (b[1] - a[1]) * (k + .5) / count)
        return sum(self.cost(self.cell(spot(k)), own, seas) for k in range(count)) * length / count

    def path(self, start, end, own, seas):
        """The cheapest path between two points (A*), as few points as possible."""
        first, last = self.cell(start), self.cell(end)
        best, before = {first: 0}, {}
        queue = [(math.dist(first, last) * CELL, first)]
        while queue:
            _, at = heapq.heappop(queue)
            if at == last:
                break
            for dx, dy in MOVES:
                to = at[0] + dx, at[1] + dy
                if 0 <= to[0] < self.columns and 0 <= to[1] < self.rows:
                    cost = (self.cost(at, own, seas) + self.cost(to, own, seas)) / 2
                    if dx * dx + dy * dy > 2:
                        between = at[0] + (dx + (dx > 0)) // 2, at[1] + (dy + (dy > 0)) // 2
                        cost = max(cost, self.cost(between, own, seas))
                    now = best[at] + cost * math.hypot(dx, dy) * CELL
                    if now < best.get(to, math.inf) - 1e-9:
                        best[to], before[to] = now, at
                        heapq.heappush(queue, (now + math.dist(to, last) * CELL, to))
        cells = [last]
        while cells[-1] != first:
            cells.append(before[cells[-1]])
        middle = [((x + .5) * CELL, (y + .5) * CELL) for x, y in cells[::-1][1:-1]]
        return self.straighten([start, *middle, end], own, seas)

    def straighten(self, line, own, seas):
        """Removes corners that a straight line can replace at nearly the same cost."""
        out, i = [line[0]], 0
        while i < len(line) - 1:
            far, total = i + 1, 0
            for j in range(i + 1, len(line)):
                total += self.line_cost(line[j - 1], line[j], own, seas)
                if self.line_cost(line[i], line[j], own, seas) <= total * 1.06 + 2:
                    far = j
            out.append(line[far])
            i = far
        return out


def fleet_borders(board):
    """By place: the places that a fleet can move to."""
    near = {}
    for key, province in board.items():
        fleets = province.get('fleets', '')
        by_coast = {key: fleets} if isinstance(fleets, str) else {f'{key}/{coast}': to for coast, to in fleets.items()}
        near |= {place: to.split() for place, to in by_coast.items()}
    return near


def unit_place(drawing, place):
    key, _, coast = place.partition('/')
    province = drawing['provinces'][key]
    return tuple(v / 10 for v in (province['coasts'][coast] if coast else province['unit']))


def fleet_waypoints(drawing, board, raster):
    """The paths of fleets that are not straight: two places, and the waypoints between them."""
    near, found = fleet_borders(board), []
    # A convoyed army leaves the province itself, not one of its coasts.
    for place in [place for place in near if '/' in place]:
        seas = [other for other in near[place] if other in raster.water]
        near.setdefault(place.split('/')[0], []).extend(seas)
        for sea in seas:
            near[sea] = sorted({*near[sea], place.split('/')[0]})
    for one in sorted(near):
        for other in sorted(near[one]):
            if one > other:
                continue
            own = {place.split('/')[0] for place in (one, other)}
            seas = own & raster.water or {sea for sea in near[one] + near[other] if sea in raster.water}
            line = raster.path(unit_place(drawing, one), unit_place(drawing, other), own, seas)
            if len(line) > 2:
                found.append([one, other, to_steps(line[1:-1])])
    return found


def to_steps(line):
    out, last = [], (0, 0)
    for point in line:
        now = tuple(round(v * 10) for v in point)
        out += [now[0] - last[0], now[1] - last[1]]
        last = now
    return out


def place_dislodged_units(drawing, raster):
    """Adds the place of a dislodged unit for every place: beside its own place, in its province, away from everything else."""
    everywhere = [(f'{key}/{coast}' if coast else key) for key, province in drawing['provinces'].items()
                  for coast in ['', *province.get('coasts', {})]]
    spots = {place: unit_place(drawing, place) for place in everywhere}
    missing = lambda wanted, found: max(0, wanted - found)
    for place in sorted(everywhere):
        key, _, coast = place.partition('/')
        province, here = drawing['provinces'][key], spots[place]
        label = drawing.get('labels', {}).get('en', {}).get(key)
        best = None
        for turn in range(24):
            angle = math.tau * turn / 24 + .55
            at = here[0] + DISLODGED_DISTANCE * math.cos(angle), here[1] + DISLODGED_DISTANCE * math.sin(angle)
            cost = turn * .1
            for around in range(8):
                rim = at[0] + 13 * math.cos(around * math.tau / 8), at[1] + 13 * math.sin(around * math.tau / 8)
                inside = 0 <= rim[0] < drawing['size'][0] / 10 and 0 <= rim[1] < drawing['size'][1] / 10
                owner = raster.owner[raster.cell(rim)[1]][raster.cell(rim)[0]] if inside else '#'
                cost += 0 if owner == key else 2 if inside else 12
            if 'centre' in province:
                cost += missing(22, math.dist(at, [v / 10 for v in province['centre']])) * .6
            cost += sum(missing(30, math.dist(at, spot)) for other, spot in spots.items() if other != place) * .8
            if label:
                wide, tall = max(map(len, label[3])) * label[2] * .25, len(label[3]) * label[2] * .5
                gap = math.hypot(missing(abs(at[0] - label[0] / 10), wide), missing(abs(at[1] - label[1] / 10), tall))
                cost += missing(15, gap) * .4
            if best is None or cost < best[0]:
                best = cost, at
        tenths = [round(v * 10) for v in best[1]]
        if coast:
            province.setdefault('coasts_aside', {})[coast] = tenths
        else:
            province['aside'] = tenths


def main(variant):
    path = variant / 'geometry.json'
    lines = path.read_text().splitlines()
    drawing = json.loads('\n'.join(lines))
    board = tomllib.loads((variant / 'board.toml').read_text())['provinces']
    drawing.pop('ways', None)
    raster = Raster(drawing, board)
    place_dislodged_units(drawing, raster)
    drawing['ways'] = fleet_waypoints(drawing, board, raster)
    path.write_text(to_text(drawing))
    print(f'{len(drawing["ways"])} ways, {len(path.read_bytes()) // 1000} kB')


def to_text(drawing):
    """The JSON text, with one line per province, arc and fleet path, so that differences are readable."""
    compact = lambda value: json.dumps(value, separators=(',', ':'), ensure_ascii=False)
    parts = []
    for key, value in drawing.items():
        if key in ('arcs', 'ways'):
            parts.append(f'"{key}":[\n' + ',\n'.join(map(compact, value)) + '\n]')
        elif key in ('provinces', 'nobodys', 'labels'):
            parts.append(f'"{key}":{{\n' + ',\n'.join(f'{compact(k)}:{compact(v)}' for k, v in value.items()) + '\n}')
        else:
            parts.append(f'"{key}":{compact(value)}')
    return '{\n' + ',\n'.join(parts) + '\n}\n'


if __name__ == '__main__':
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / '../../variants/standard')
