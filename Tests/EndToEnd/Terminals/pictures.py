"""What the bytes to a terminal say of pictures, and what a screenshot shows of them."""
import math, re
from dataclasses import dataclass

import numpy
from PIL import Image, ImageOps

MOVE = re.compile(rb"\x1b\[(\d+)(?:;(\d+))?H")

PLACED = re.compile(
    rb"\x1b_G(?P<kitty>a=p[^\x1b]*)\x1b\\|\x1b\]1337;File=(?P<iterm>[^:]*):"
    rb"|\x1bP[0-9;]*q\"1;1;(?P<width>\d+);(?P<height>\d+)")


@dataclass(frozen=True)
class Shown:
    """Where a part of a picture was placed, in cells from 0."""
    column: int
    row: int
    columns: int
    rows: int


def protocol(data):
    """How the first picture was sent; None where there is none."""
    names = [("kitty", rb"\x1b_Ga=t"), ("sixel", rb"\x1bP[0-9;]*q[\"#]"), ("iterm", rb"\x1b\]1337;File=")]
    return next((name for name, pattern in names if re.search(pattern, data)), None)


def shown(data, cell):
    """Where pictures were placed, in order, including those that were removed again."""
    found = []
    for match in PLACED.finditer(data):
        moves = list(MOVE.finditer(data, max(0, match.start() - 40), match.start()))
        if not moves:
            continue
        row, column = int(moves[-1][1]) - 1, int(moves[-1][2] or 1) - 1
        if match["kitty"] or match["iterm"]:
            values = dict(re.findall(r"(\w+)=(\d+)", (match["kitty"] or match["iterm"]).decode()))
            columns, rows = (int(values[name]) for name in (("c", "r") if match["kitty"] else ("width", "height")))
        else:
            columns, rows = -(-int(match["width"]) // cell[0]), -(-int(match["height"]) // cell[1])
        found.append(Shown(column, row, columns, rows))
    return found


@dataclass
class Grid:
    """Where the cells are in a screenshot."""
    x: int
    y: int
    width: float
    height: float
    columns: int
    rows: int

    def crop(self, image, column, row, columns, rows):
        left, top = round(self.x + column * self.width), round(self.y + row * self.height)
        right, bottom = round(self.x + (column + columns) * self.width), round(self.y + (row + rows) * self.height)
        return image.crop((left, top, right, bottom))


def load(path):
    return Image.open(path).convert("RGB")


def grid(path, columns, rows):
    """From a screenshot in which every cell has one colour."""
    pixels = numpy.asarray(load(path)).astype(int)
    wanted = (abs(pixels - [255, 0, 255]).sum(axis=2) < 60)
    ys, xs = numpy.nonzero(wanted)
    if len(xs) == 0:
        return None
    width, height = (xs.max() - xs.min() + 1) / columns, (ys.max() - ys.min() + 1) / rows
    return Grid(int(xs.min()), int(ys.min()), width, height, columns, rows)


def psnr(first, second):
    first, second = (numpy.asarray(image).astype(float) for image in (first, second))
    error = ((first - second) ** 2).mean()
    return 99.0 if error == 0 else float(10 * numpy.log10(255 ** 2 / error))


def placed(original, columns, rows, cell):
    """Where a picture lies in so many cells, in pixels, by the program's rule: as large as fits as a whole, in the
    middle, with its edges on eighths of a cell."""
    def nearest(value):
        return math.floor(value + 0.5)

    width, height = cell
    aspect = height / width
    scale = min(columns * 8 / original.width, rows * 8 * aspect / original.height)
    box = []
    for length, room, side in ((original.width * scale, columns * 8, width),
                               (original.height * scale / aspect, rows * 8, height)):
        length = max(1, nearest(length))
        start = nearest((room - length) / 2)
        box.append((nearest(start * side / 8), nearest((start + length) * side / 8)))
    (left, right), (top, bottom) = box
    return left, top, right, bottom


def filled(original, size):
    """As large as fills the size, in the middle, without what goes beyond."""
    return ImageOps.fit(original, size, Image.LANCZOS)


def likeness(image, original, box, inner=None, grain=None):
    """PSNR of a picture, or of an inner part of it, in a screenshot where it has to lie to the pixel. With a grain, the
    means of so many areas are compared, since the eye blends shades."""
    inner = inner or box
    part = image.crop(inner)
    wanted = original.resize((box[2] - box[0], box[3] - box[1]), Image.LANCZOS)
    wanted = wanted.crop((inner[0] - box[0], inner[1] - box[1], inner[2] - box[0], inner[3] - box[1]))
    return psnr(part.resize(grain, Image.BOX), wanted.resize(grain, Image.BOX)) if grain else psnr(part, wanted)


def difference(first, second, area):
    """How many pixels differ visibly between two screenshots of the same screen, without lines of a single pixel's width:
    mlterm draws the soft edge of a glyph into the cell beside it, where it stays or goes as cells are drawn again."""
    first, second = (numpy.asarray(area.crop(load(path), 0, 0, area.columns, area.rows)).astype(int)
                     for path in (first, second))
    apart = abs(first - second).max(axis=2) > 24
    corners = apart[:-1, :-1] & apart[1:, :-1] & apart[:-1, 1:] & apart[1:, 1:]
    wide = numpy.zeros_like(apart)
    for down, right in ((0, 0), (0, 1), (1, 0), (1, 1)):
        wide[down:down + corners.shape[0], right:right + corners.shape[1]] |= corners
    return int(wide.sum())


def ink(path, area, first_row):
    """Pixels below a row that are not the terminal's ground."""
    part = numpy.asarray(area.crop(load(path), 0, first_row, area.columns, area.rows - first_row)).astype(int)
    return int((abs(part - part[-1, -1]).max(axis=2) > 24).sum())
