"""Makes the board: `python make.py` writes variants/standard/geometry.json, or says what is wrong and writes nothing."""
import sys

import ways
from arcs import make_arcs, make_rings, polygon
from cut import NOBODYS_WATER, cut, name_faces
from definition import VARIANT, read_board, read_definition
from measure import compare, contacts, near_misses
from product import write
from warp import Warp


def main():
    log = []
    board, army, fleet = read_board()
    waters = {key for key, province in board.items() if province['kind'] == 'water'} | {NOBODYS_WATER}
    records = read_definition()
    dry, wet, lakes = cut(records, log)
    faces, names = name_faces(records, board, dry, wet, log)
    warp = Warp(faces, names, board)
    arcs = make_arcs(faces, names, warp, waters)
    rings = make_rings(arcs, log)
    shapes = {key: polygon(arcs, chains) for key, chains in rings.items()}
    on_land, at_sea = contacts(arcs, board, waters)
    compare('army', army, on_land, log)
    compare('fleet', fleet, at_sea, log)
    near_misses(shapes, board, army, fleet)
    if log:
        sys.exit('\n'.join(log))
    write(records, board, warp, arcs, rings, shapes, lakes)
    ways.main(VARIANT)


if __name__ == '__main__':
    main()
