"""Makes the text face of the pages: the letters of our languages from Inter, two weights.

    python make.py FOLDER

FOLDER: the folder `web` of the npm package inter-ui 4.1.1 (Inter is under the SIL Open Font License 1.1). Needs the
Python packages fonttools and brotli.
"""
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

OUT = Path(__file__).parent / '../../web/src/fonts'
WEIGHTS = {'inter-regular': 'Inter-Regular.woff2', 'inter-semibold': 'Inter-SemiBold.woff2'}
# Latin, punctuation and the few signs that the pages write: arrows, minus, tick, cross.
LETTERS = [*range(0x20, 0x7f), *range(0xa0, 0x100), 0x152, 0x153, 0x160, 0x161, 0x178, 0x2009, 0x2013, 0x2014, 0x2018, 0x2019,
           0x201a, 0x201c, 0x201d, 0x201e, 0x2022, 0x2026, 0x202f, 0x2039, 0x203a, 0x20ac, 0x2190, 0x2191, 0x2192, 0x2193, 0x2212,
           0x2713, 0x2717]


def main(folder):
    for name, file in WEIGHTS.items():
        font = TTFont(Path(folder) / file, recalcTimestamp=False)
        options = subset.Options(layout_features=['kern', 'tnum', 'ccmp', 'mark'], hinting=False, notdef_outline=True,
                                 name_IDs=[0, 1, 2, 4, 6, 13, 14])
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=LETTERS)
        cutter.subset(font)
        font.flavor = 'woff2'
        font.save(OUT / f'{name}.woff2')


main(sys.argv[1])
