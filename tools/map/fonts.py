"""Makes the fonts of the map: the Latin letters of EB Garamond, small enough to be embedded in the program.

    python fonts.py DEBIAN NPM

DEBIAN: a folder with EBGaramond08-Regular.otf and EBGaramond08-Italic.otf (Debian package fonts-ebgaramond 0.016).
NPM: a folder with eb-garamond-latin-700-normal.woff2 (npm package @fontsource/eb-garamond 5.3.0), because Debian's bold
font has no accented letters. Both are under the SIL Open Font License 1.1.

The family is renamed to "Detente Map", so that nobody takes the modified font for the original.
"""
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

OUT = Path(__file__).parent / '../../crates/picture/fonts'
CUTS = {'regular': (0, 'EBGaramond08-Regular.otf', 'otf'), 'italic': (0, 'EBGaramond08-Italic.otf', 'otf'),
        'bold': (1, 'eb-garamond-latin-700-normal.woff2', 'ttf')}
LETTERS = [*range(0x20, 0x7f), *range(0xa0, 0x100), 0x152, 0x153, 0x160, 0x161, 0x178, 0x2013, 0x2014, 0x2018, 0x2019, 0x201c, 0x201d, 0x2026]


def main(*folders):
    for name, (folder, file, kind) in CUTS.items():
        font = TTFont(Path(folders[folder]) / file, recalcTimestamp=False)
        font.flavor = None
        options = subset.Options(layout_features=['kern', 'liga'], hinting=False, notdef_outline=True, name_IDs=[0, 1, 2, 4, 6, 13, 14])
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=LETTERS)
        cutter.subset(font)
        style = name.capitalize()
        for record in font['name'].names:
            text = {1: 'Detente Map', 2: style, 4: f'Detente Map {style}', 6: f'DetenteMap-{style}'}.get(record.nameID)
            if text:
                record.string = text
        # Browsers and resvg choose regular, italic or bold by these fields.
        os2, head = font['OS/2'], font['head']
        os2.usWeightClass = 700 if name == 'bold' else 400
        os2.fsSelection = {'regular': 0x40, 'italic': 0x01, 'bold': 0x20}[name]
        head.macStyle = {'regular': 0, 'italic': 2, 'bold': 1}[name]
        if 'CFF ' in font:
            cff = font['CFF '].cff
            cff.fontNames[0] = f'DetenteMap-{style}'
            top = cff.topDictIndex[0]
            top.FamilyName, top.FullName = 'Detente Map', f'Detente Map {style}'
        font.save(OUT / f'{name}.{kind}')
        font.flavor = 'woff2'
        font.save(OUT / f'{name}.woff2')


main(*sys.argv[1:])
