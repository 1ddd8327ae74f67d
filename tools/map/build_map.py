"""Builds the map: `python build_map.py` writes variants/standard/geometry.json, or reports what is wrong and writes nothing."""
import sys

import fleet_waypoints
from arcs import make_arcs, make_rings, polygon
from cartogram import Cartogram
from check_adjacency import compare, contacts, near_misses
from cut_faces import IMPASSABLE_WATER, cut_faces, name_faces
from definition import VARIANT, read_board, read_definition
from write_geometry import write_geometry


def main():
    log = []
    board, army, fleet = read_board()
    waters = {key for key, province in board.items() if province['kind'] == 'water'} | {IMPASSABLE_WATER}
    records = read_definition()
    land_faces, sea_faces, lakes = cut_faces(records, log)
    faces, names = name_faces(records, board, land_faces, sea_faces, log)
    cartogram = Cartogram(faces, names, board)
    arcs = make_arcs(faces, names, cartogram, waters)
    rings = make_rings(arcs, log)
    shapes = {key: polygon(arcs, chains) for key, chains in rings.items()}
    on_land, at_sea = contacts(arcs, board, waters)
    compare('army', army, on_land, log)
    compare('fleet', fleet, at_sea, log)
    near_misses(shapes, board, army, fleet)
    if log:
        sys.exit('\n'.join(log))
    write_geometry(records, board, cartogram, arcs, rings, shapes, lakes)
    fleet_waypoints.main(VARIANT)


if __name__ == '__main__':
    main()
