"""Adds to a drawing what pictures of orders need: how fleets sail from place to place, and where a dislodged unit stands.

`python ways.py [VARIANT]` reads geometry.json and board.toml of a variant and writes geometry.json again.
It needs nothing but Python, so authors of other variants can use it too.
"""
import heapq
import json
import math
import sys
import tomllib
from pathlib import Path

STEP = 6            # of the raster, in units of the board
SHORE = 12          # ships keep so far off if they can
OWN_LAND, OTHER_SEA, OTHER_LAND = 3.0, 4.0, 25.0
ASIDE = 33          # from a unit to the one that it drove out
CHINK = 12          # a shorter border is hidden by the line through it: where two seas share a longer one too, ships take that
MOVES = [(dx, dy) for dx in range(-2, 3) for dy in range(-2, 3) if math.gcd(dx, dy) == 1]


def points(steps):
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
    """Which province every cell belongs to, and how far it is from land."""

    def __init__(self, drawing, board):
        self.wide, self.high = (int(size / 10 / STEP) + 1 for size in drawing['size'])
        self.owner = [[None] * self.wide for _ in range(self.high)]
        places = {key: province['rings'] for key, province in drawing['provinces'].items()}
        for key, rings in sorted({**places, **drawing.get('nobodys', {})}.items()):
            self.fill(key, list(outlines(drawing, rings)))
        self.water = {key for key, province in board.items() if province['kind'] == 'water'}
        self.land_away = self.distances()
        self.chinks = self.hidden(drawing)

    def fill(self, key, lines):
        for row in range(self.high):
            y, cuts = (row + .5) * STEP, []
            for line in lines:
                for (ax, ay), (bx, by) in zip(line, line[1:] + line[:1]):
                    if (ay > y) != (by > y):
                        cuts.append(ax + (y - ay) / (by - ay) * (bx - ax))
            cuts.sort()
            for left, right in zip(cuts[::2], cuts[1::2]):
                for column in range(max(0, math.ceil(left / STEP - .5)), min(self.wide, math.ceil(right / STEP - .5))):
                    self.owner[row][column] = key

    def distances(self):
        away = [[math.inf] * self.wide for _ in range(self.high)]
        queue = [(0, x, y) for y in range(self.high) for x in range(self.wide) if self.owner[y][x] not in self.water]
        for _, x, y in queue:
            away[y][x] = 0
        while queue:
            done, x, y = heapq.heappop(queue)
            if done > min(away[y][x], SHORE):
                continue
            for dx, dy in MOVES:
                if 0 <= x + dx < self.wide and 0 <= y + dy < self.high:
                    now = done + math.hypot(dx, dy) * STEP
                    if now < away[y + dy][x + dx]:
                        away[y + dy][x + dx] = now
                        heapq.heappush(queue, (now, x + dx, y + dy))
        return away

    def hidden(self, drawing):
        """By pair of seas: the cells around borders that are too short to be seen, if the two have a longer one."""
        borders = {}
        for one, other, line in drawing['arcs']:
            if one in self.water and other in self.water:
                line = points(line)
                borders.setdefault(frozenset((one, other)), []).append((sum(map(math.dist, line, line[1:])), line))
        found = {}
        for pair, lines in borders.items():
            if max(length for length, _ in lines) > CHINK:
                spots = [spot for length, line in lines if length <= CHINK for spot in line]
                cells = {(x, y) for at in spots for y in range(self.high) for x in range(self.wide)
                         if math.dist(at, ((x + .5) * STEP, (y + .5) * STEP)) < CHINK}
                found[pair] = cells
        return found

    def cell(self, point):
        return min(self.wide - 1, int(point[0] / STEP)), min(self.high - 1, int(point[1] / STEP))

    def cost(self, cell, own, seas):
        owner = self.owner[cell[1]][cell[0]]
        if cell in self.chinks.get(frozenset(seas), ()):
            return OTHER_LAND
        if owner in seas:
            return 1 + max(0, 1 - self.land_away[cell[1]][cell[0]] / SHORE)
        if owner in own:
            return OWN_LAND
        return OTHER_SEA if owner in self.water else OTHER_LAND

    def walk(self, a, b, own, seas):
        """The price of a straight line."""
        length = math.dist(a, b)
        count = max(1, round(length / 2))
        spot = lambda k: (a[0] + (b[0] - a[0]) * (k + .5) / count, a[1] + (b[1] - a[1]) * (k + .5) / count)
        return sum(self.cost(self.cell(spot(k)), own, seas) for k in range(count)) * length / count

    def way(self, start, end, own, seas):
        first, last = self.cell(start), self.cell(end)
        best, before = {first: 0}, {}
        queue = [(math.dist(first, last) * STEP, first)]
        while queue:
            _, at = heapq.heappop(queue)
            if at == last:
                break
            for dx, dy in MOVES:
                to = at[0] + dx, at[1] + dy
                if 0 <= to[0] < self.wide and 0 <= to[1] < self.high:
                    price = (self.cost(at, own, seas) + self.cost(to, own, seas)) / 2
                    if dx * dx + dy * dy > 2:
                        between = at[0] + (dx + (dx > 0)) // 2, at[1] + (dy + (dy > 0)) // 2
                        price = max(price, self.cost(between, own, seas))
                    now = best[at] + price * math.hypot(dx, dy) * STEP
                    if now < best.get(to, math.inf) - 1e-9:
                        best[to], before[to] = now, at
                        heapq.heappush(queue, (now + math.dist(to, last) * STEP, to))
        cells = [last]
        while cells[-1] != first:
            cells.append(before[cells[-1]])
        middle = [((x + .5) * STEP, (y + .5) * STEP) for x, y in cells[::-1][1:-1]]
        return self.tight([start, *middle, end], own, seas)

    def tight(self, line, own, seas):
        """The corners that a taut rope would have."""
        out, i = [line[0]], 0
        while i < len(line) - 1:
            far, total = i + 1, 0
            for j in range(i + 1, len(line)):
                total += self.walk(line[j - 1], line[j], own, seas)
                if self.walk(line[i], line[j], own, seas) <= total * 1.06 + 2:
                    far = j
            out.append(line[far])
            i = far
        return out


def fleet_borders(board):
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


def ways(drawing, board, raster):
    near, found = fleet_borders(board), []
    # An army that is carried leaves a province, not one of its coasts.
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
            line = raster.way(unit_place(drawing, one), unit_place(drawing, other), own, seas)
            if len(line) > 2:
                found.append([one, other, steps(line[1:-1])])
    return found


def steps(line):
    out, last = [], (0, 0)
    for point in line:
        now = tuple(round(v * 10) for v in point)
        out += [now[0] - last[0], now[1] - last[1]]
        last = now
    return out


def asides(drawing, raster):
    """By place: where a dislodged unit stands: beside its own place, in its province, clear of all else."""
    everywhere = [(f'{key}/{coast}' if coast else key) for key, province in drawing['provinces'].items()
                  for coast in ['', *province.get('coasts', {})]]
    spots = {place: unit_place(drawing, place) for place in everywhere}
    short = lambda wanted, found: max(0, wanted - found)
    for place in sorted(everywhere):
        key, _, coast = place.partition('/')
        province, here = drawing['provinces'][key], spots[place]
        label = drawing.get('labels', {}).get('en', {}).get(key)
        best = None
        for turn in range(24):
            angle = math.tau * turn / 24 + .55
            at = here[0] + ASIDE * math.cos(angle), here[1] + ASIDE * math.sin(angle)
            price = turn * .1
            for around in range(8):
                rim = at[0] + 13 * math.cos(around * math.tau / 8), at[1] + 13 * math.sin(around * math.tau / 8)
                inside = 0 <= rim[0] < drawing['size'][0] / 10 and 0 <= rim[1] < drawing['size'][1] / 10
                owner = raster.owner[raster.cell(rim)[1]][raster.cell(rim)[0]] if inside else '#'
                price += 0 if owner == key else 2 if inside else 12
            if 'centre' in province:
                price += short(22, math.dist(at, [v / 10 for v in province['centre']])) * .6
            price += sum(short(30, math.dist(at, spot)) for other, spot in spots.items() if other != place) * .8
            if label:
                wide, tall = max(map(len, label[3])) * label[2] * .25, len(label[3]) * label[2] * .5
                gap = math.hypot(short(abs(at[0] - label[0] / 10), wide), short(abs(at[1] - label[1] / 10), tall))
                price += short(15, gap) * .4
            if best is None or price < best[0]:
                best = price, at
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
    asides(drawing, raster)
    drawing['ways'] = ways(drawing, board, raster)
    path.write_text(written(drawing))
    print(f'{len(drawing["ways"])} ways, {len(path.read_bytes()) // 1000} kB')


def written(drawing):
    """One line a province, an arc, a way: differences can be read."""
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
