"""Enlarges small provinces with a diffusion cartogram (Gastner and Newman) of the whole frame."""
from collections import Counter

import numpy as np
import shapely
from scipy.fft import dctn, idctn
from scipy.ndimage import gaussian_filter, map_coordinates
from shapely.strtree import STRtree

from definition import BOTTOM, HEIGHT, HERE, LEFT, RIGHT, TOP, WIDTH

CELL_KM, BLUR_KM = 16., 62.
# The target area of an average land or sea province, in square kilometres.
LAND_KM2, SEA_KM2 = 165000., 210000.
# The density of land that no unit can enter.
IMPASSABLE_DENSITY = dict(ire=1.5, swi=0.9, sar=0.9, crs=0.9, cre=0.9, cyp=0.7, ice=0.7)


def read_weights():
    words = [line.split('#')[0].split() for line in (HERE / 'data/weights.def').read_text().splitlines()]
    return {key: float(value) for line in words for key, value in (word.split('=') for word in line)}


class Cartogram:
    """Transforms kilometres to units of the board."""

    def __init__(self, faces, names, board):
        nx, ny = int((RIGHT - LEFT) / CELL_KM), int((TOP - BOTTOM) / CELL_KM)
        self.nx, self.ny = nx, ny
        self.cell = (RIGHT - LEFT) / nx, (TOP - BOTTOM) / ny
        rho = gaussian_filter(self.density(faces, names, board).reshape(ny, nx), BLUR_KM / CELL_KM, mode='nearest')
        waves = dctn(rho / rho.mean(), norm='ortho')
        k2 = (np.pi * np.arange(nx) / nx)[None, :] ** 2 + (np.pi * np.arange(ny) / ny)[:, None] ** 2

        def flow(time):
            r = idctn(waves * np.exp(-k2 * time), norm='ortho')
            down, right = np.gradient(r)
            right[:, 0] = right[:, -1] = 0
            down[0] = down[-1] = 0
            return -right / r, -down / r

        def at(field, x, y):
            return map_coordinates(field, [np.clip(y - .5, 0, ny - 1), np.clip(x - .5, 0, nx - 1)], order=1, mode='nearest')

        px, py = np.meshgrid(np.arange(nx + 1.), np.arange(ny + 1.))
        times = np.concatenate([[0], np.geomspace(0.3, max(nx, ny) ** 2 * 1.2, 150)])
        for now, then in zip(times, times[1:]):
            (vx, vy), (wx, wy), dt = flow(now), flow(then), then - now
            u, v = at(vx, px, py), at(vy, px, py)
            u2, v2 = at(wx, px + u * dt, py + v * dt), at(wy, px + u * dt, py + v * dt)
            px, py = np.clip(px + (u + u2) / 2 * dt, 0, nx), np.clip(py + (v + v2) / 2 * dt, 0, ny)
            px[:, 0], px[:, -1], py[0], py[-1] = 0, nx, 0, ny
        self.px, self.py = px, py

    def density(self, faces, names, board):
        area, weights = Counter(), read_weights()
        for face, name in zip(faces, names):
            area[name] += face.area
        target = {}
        for name, size in area.items():
            if name in board:
                usual = SEA_KM2 if board[name]['kind'] == 'water' else LAND_KM2
                target[name] = np.clip((usual / size) ** 0.5 * weights.get(name, 1.0), 0.42, 6.0)
            else:
                target[name] = IMPASSABLE_DENSITY.get(name, 0.45)
        gx, gy = np.meshgrid(LEFT + (np.arange(self.nx) + .5) * self.cell[0], BOTTOM + (np.arange(self.ny) + .5) * self.cell[1])
        point, face = STRtree(faces).query(shapely.points(gx.ravel(), gy.ravel()), predicate='within')
        rho = np.ones(self.nx * self.ny)
        rho[point] = np.array([target[name] for name in names])[face]
        return rho

    def __call__(self, points):
        c = np.asarray(points, float)[:, :2]
        where = [(c[:, 1] - BOTTOM) / self.cell[1], (c[:, 0] - LEFT) / self.cell[0]]
        x = map_coordinates(self.px, where, order=1, mode='nearest')
        y = map_coordinates(self.py, where, order=1, mode='nearest')
        return np.c_[x / self.nx * WIDTH, (1 - y / self.ny) * HEIGHT]
