"""Finds places in a province for the unit and the name, on a raster of distances to its border."""
import math
from itertools import combinations

import numpy as np
import shapely
from fontTools.ttLib import TTFont
from scipy.ndimage import distance_transform_edt, map_coordinates

from definition import HEIGHT, HERE, WIDTH

FONTS = HERE / '../../crates/picture/fonts'
UNIT_RADIUS = 15.5  # with its edge
CELL = 1.5
_fonts = {}


def text_width(text, size, cut, spacing):
    if cut not in _fonts:
        font = TTFont(next(FONTS.glob(f'{cut}.[ot]tf')))
        _fonts[cut] = font.getBestCmap(), font['hmtx'], font['head'].unitsPerEm
    letters, widths, em = _fonts[cut]
    return sum(widths[letters.get(ord(c), 'space')][0] for c in text) / em * size + spacing * size * len(text)


def line_breaks(name):
    """All divisions of a name into one, two or three lines."""
    words = name.replace('-', '-\0').replace(' ', ' \0').split('\0')
    for cuts in range(min(3, len(words))):
        for places in combinations(range(1, len(words)), cuts):
            ends = [0, *places, len(words)]
            yield [''.join(words[a:b]).strip() for a, b in zip(ends, ends[1:])]


class ProvinceRoom:
    """The free space of one province."""

    def __init__(self, shape, at_sea, centre, blocked):
        self.at_sea, self.centre, self.blocked = at_sea, centre, blocked
        self.main = max(getattr(shape, 'geoms', [shape]), key=lambda piece: piece.area)
        left, top, right, bottom = self.main.bounds
        pad = 60
        self.xs, self.ys = np.arange(left - pad, right + pad, CELL), np.arange(top - pad, bottom + pad, CELL)
        gx, gy = np.meshgrid(self.xs, self.ys)
        inside = shapely.contains_xy(self.main, gx.ravel(), gy.ravel()).reshape(gx.shape)
        self.border_distance = (distance_transform_edt(inside) - distance_transform_edt(~inside)) * CELL
        step = max(2.5, math.sqrt(self.main.area) / 42)
        x, y = (a.ravel() for a in np.meshgrid(np.arange(left + 2, right - 1, step), np.arange(top + 2, bottom - 1, step)))
        clear = self.clearance(x, y)
        self.spots, self.spot_clearance = np.c_[x[clear > 0], y[clear > 0]], clear[clear > 0]
        self.middle = np.array(self.main.centroid.coords[0])

    def clearance(self, x, y, margin=7):
        to_border = map_coordinates(self.border_distance, [(np.asarray(y) - self.ys[0]) / CELL, (np.asarray(x) - self.xs[0]) / CELL], order=1, mode='nearest')
        return np.minimum.reduce([to_border, x - margin, y - margin, WIDTH - margin - x, HEIGHT - margin - y])

    def unit_candidates(self, fixed):
        if fixed is not None:
            return np.array([fixed]), np.zeros(1)
        keep = self.spot_clearance > min(UNIT_RADIUS * 0.8, self.spot_clearance.max() * 0.75)
        spots, clear = self.spots[keep], self.spot_clearance[keep]
        score = -2.2 * np.maximum(0, UNIT_RADIUS + 1.5 - clear) + 0.25 * np.minimum(clear, UNIT_RADIUS * 2.2) - 0.012 * np.hypot(*(spots - self.middle).T)
        for point, reach in [(self.centre, UNIT_RADIUS + 7)] * (self.centre is not None) + [(p, 2 * UNIT_RADIUS + 3) for p in self.blocked]:
            score -= 3.0 * np.maximum(0, reach - np.hypot(*(spots - point).T))
        if self.centre is not None:
            score -= 0.01 * np.hypot(*(spots - self.centre).T)
        best = np.argsort(-score, kind='stable')[:260]
        return spots[best], score[best]

    def place(self, layouts, cut, spacing, unit=None, label=None):
        """The best (unit, label, lines, size, clearance, gap). `layouts` are the (lines, size, score) to try."""
        units, unit_score = self.unit_candidates(unit)
        best = None
        for lines, size, score in layouts:
            width = max(text_width(line, size, cut, spacing) for line in lines)
            height = size * 0.98 * (len(lines) - 1) + size * 0.68
            spots = np.array([label]) if label is not None else self.spots[self.spot_clearance > height * 0.45]
            if len(spots) == 0:
                continue
            clear = np.full(len(spots), 1e9)
            for fx in (-1, -.5, 0, .5, 1):
                for fy in (-1, 0, 1):
                    clear = np.minimum(clear, self.clearance(spots[:, 0] + fx * width / 2, spots[:, 1] + fy * height / 2, 8))
            gap_to = lambda p: np.hypot(np.maximum(0, abs(spots[:, 0] - p[0]) - width / 2), np.maximum(0, abs(spots[:, 1] - p[1]) - height / 2))
            value = -3.0 * np.maximum(0, 2.5 - clear) + 0.12 * np.minimum(clear, 14) - 0.015 * np.hypot(*(spots - self.middle).T)
            if self.centre is not None:
                value -= 2.2 * np.maximum(0, 7 - gap_to(self.centre))
            for point in self.blocked:
                value -= 2.2 * np.maximum(0, UNIT_RADIUS + 1 - gap_to(point))
            order = np.argsort(-value, kind='stable')[:500]
            spots, value, clear = spots[order], value[order], clear[order]
            dx, dy = units[:, None, 0] - spots[None, :, 0], units[:, None, 1] - spots[None, :, 1]
            gap = np.hypot(np.maximum(0, abs(dx) - width / 2), np.maximum(0, abs(dy) - height / 2))
            total = unit_score[:, None] + value[None, :] - 2.2 * np.maximum(0, UNIT_RADIUS + 2 - gap) - 0.02 * np.hypot(dx, dy) - 0.006 * abs(dx)
            total += score + 0.25 * (dy < 0)
            i, j = np.unravel_index(np.argmax(total), total.shape)
            if best is None or total[i, j] > best[0] + 1e-9:
                best = (total[i, j], tuple(units[i]), tuple(spots[j]), lines, size, clear[j], gap[i, j])
        return best[1:]


def name_layouts(name, at_sea, area):
    sizes = [18, 17, 16, 15, 14, 13, 12, 11] if at_sea else [16, 15, 14, 13, 12, 11, 10]
    sizes = ([22, 20] if area > 60000 else [18] if area > 28000 and not at_sea else []) + sizes
    for size in sizes:
        for lines in line_breaks(name):
            yield lines, size, 1.15 * (size - 11) - (0.8 * (len(lines) - 1) if not at_sea else 0.3 * max(0, len(lines) - 2))


def short_layouts(text):
    for size in range(30, 11, -1):
        yield [text], size, 0.8 * (size - 11)
