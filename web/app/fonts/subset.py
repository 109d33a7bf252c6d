"""Writes the page's fonts: Inter and IBM Plex Mono with the characters that the page uses, and the weights.

    npm ci && pip install fonttools==4.68.0 brotli==1.2.1 && python web/app/fonts/subset.py

Needed again where tests/house says that a character is missing, or where a font of package.json changes. A subset of
IBM Plex must not bear its reserved name (its licence says so), hence the name inside the file.
"""

from io import BytesIO
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

HERE = Path(__file__).parent
PACKAGES = HERE.parents[2] / "node_modules"
# Latin-1, dashes, quotation marks, the bullet, the ellipsis, angle quotation marks, two arrows, minus.
CHARACTERS = [*range(0x20, 0x100), *map(ord, "–—‘’“”•…‹›↑↓−")]


def write(source, target, features, weights=None, name=None):
    font = TTFont(PACKAGES / source, recalcTimestamp=False)
    if weights:
        # Read anew: the subsetter expects tables as they stand in a file.
        limited = BytesIO()
        instantiateVariableFont(font, {"wght": weights}).save(limited)
        font = TTFont(limited, recalcTimestamp=False)
    options = Options()
    options.layout_features = features
    options.hinting = False
    options.flavor = "woff2"
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=CHARACTERS)
    subsetter.subset(font)
    if name:
        for record in font["name"].names:
            if record.nameID in (1, 3, 4, 6, 16):
                record.string = name if record.nameID != 6 else name.replace(" ", "")
    font.flavor = "woff2"
    font.save(HERE / target)


write(
    "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
    "inter.woff2",
    ["calt", "ccmp", "kern", "locl", "mark", "mkmk", "tnum"],
    weights=(400, 620),
)
write("@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2", "mono.woff2", ["kern", "mark"], name="Loopscope Mono")
