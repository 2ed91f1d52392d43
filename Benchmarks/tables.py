"""Figures in aligned columns, and how sure they are."""

import math
import unicodedata


def wilson(successes, count, z=1.96):
    """The 95 % interval of a share, in percent. Edwin B. Wilson, JASA 22 (1927)."""
    share = successes / count
    centre = share + z * z / (2 * count)
    spread = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    scale = 1 + z * z / count
    return 100 * max(0, centre - spread) / scale, 100 * min(scale, centre + spread) / scale


def _width(text):
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def aligned(rows, left=1):
    """Lines of the rows' texts; the first `left` columns begin below each other, the others end so."""
    widths = [max(_width(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = []
        for column, text in enumerate(row):
            space = " " * (widths[column] - _width(text))
            cells.append(text + space if column < left else space + text)
        yield "  ".join(cells).rstrip()
