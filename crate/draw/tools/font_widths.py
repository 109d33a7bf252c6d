"""Writes src/scene/widths.rs: how wide every character of the bundled fonts is.

The worker has to know text widths before it draws and has no fonts to ask, so the widths are
taken from the font files once and compiled in. Run it again when a font's version changes:

    npm install @fontsource-variable/inter @fontsource/ibm-plex-mono
    pip install fonttools brotli
    python crate/draw/tools/font_widths.py node_modules > crate/draw/src/scene/widths.rs
    cargo fmt -p loopscope-draw

Inter is one variable font; it is cut at the weights 400, 500 and 600. Kerning is left out: it
makes the labels of the pictures up to one percent narrower, rows of ones up to three, and none
wider by more than a tenth of a percent; so labels err on the side of air.
"""

import sys
from pathlib import Path

from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

INTER = "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2"
MONO = "@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2"
WEIGHTS = (400, 500, 600)
FIRST, LAST = 0x20, 0xFF
# Characters past Latin-1 that labels use; the arrows are drawn as lines, being in neither font.
MORE = "–—‘’“”•…−"


def widths(font: TTFont) -> tuple[list[int], list[int]]:
    cmap, metrics, em = font.getBestCmap(), font["hmtx"], font["head"].unitsPerEm

    def width(code: int) -> int:
        # A control character is as wide as nothing; a missing one as the average letter.
        if 0x7F <= code < 0xA0:
            return 0
        name = cmap.get(code)
        return round((metrics[name][0] if name else font["OS/2"].xAvgCharWidth) * 2048 / em)

    return [width(c) for c in range(FIRST, LAST + 1)], [width(ord(c)) for c in MORE]


def array(numbers: list[int]) -> str:
    return "[" + ", ".join(map(str, numbers)) + "]"


def main() -> None:
    modules = Path(sys.argv[1])
    print("//! Widths of the bundled fonts' characters in 1/2048 em.")
    print("//!")
    print("//! Written by `tools/font_widths.py`; do not edit.\n")
    print("/// The characters past U+00FF that have a width of their own.")
    print(f"pub(super) const MORE: [char; {len(MORE)}] = {[c for c in MORE]};\n")
    rows = []
    for weight in WEIGHTS:
        font = TTFont(modules / INTER)
        rows.append(widths(instantiateVariableFont(font, {"wght": weight})))
    print(f"/// Inter at {', '.join(map(str, WEIGHTS))}: U+0020 to U+00FF.")
    print("#[rustfmt::skip]")
    print(f"pub(super) const INTER: [[u16; {LAST - FIRST + 1}]; {len(rows)}] = [")
    for latin, _ in rows:
        print(f"    {array(latin)},")
    print("];\n")
    print("/// Inter at the same weights: the characters of [`MORE`].")
    print(f"pub(super) const INTER_MORE: [[u16; {len(MORE)}]; {len(rows)}] = [")
    for _, more in rows:
        print(f"    {array(more)},")
    print("];\n")
    latin, more = widths(TTFont(modules / MONO))
    assert len({w for w in latin + more if w}) == 1, "IBM Plex Mono has one width"
    print("/// IBM Plex Mono at 400: every character.")
    print(f"pub(super) const MONO: u16 = {latin[0]};")


main()
