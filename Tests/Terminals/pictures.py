"""What the bytes to a terminal say of pictures, and what a screenshot shows of them."""
import re
from dataclasses import dataclass

import numpy
from PIL import Image

MOVE = re.compile(rb"\x1b\[(\d+)(?:;(\d+))?H")


@dataclass(frozen=True)
class Shown:
    """A part of a picture that was sent to a place, in cells from 0."""
    column: int
    row: int
    columns: int
    rows: int


def protocol(data):
    """How the first picture was sent; None where there is none."""
    names = [("kitty", rb"\x1b_Ga=t"), ("sixel", rb"\x1bP[0-9;]*q[\"#]"), ("iterm", rb"\x1b\]1337;File=")]
    return next((name for name, pattern in names if re.search(pattern, data)), None)


def shown(data, cell):
    """Where pictures were placed, in their order; those that were removed again are in it, too."""
    found = []
    for match in re.finditer(rb"\x1b_G(a=p[^\x1b]*)\x1b\\|\x1bP[0-9;]*q\"1;1;(\d+);(\d+)", data):
        moves = list(MOVE.finditer(data, max(0, match.start() - 40), match.start()))
        if not moves:
            continue
        row, column = int(moves[-1][1]) - 1, int(moves[-1][2] or 1) - 1
        if match[1]:
            values = dict(part.split("=") for part in match[1].decode().rstrip(";").split(","))
            found.append(Shown(column, row, int(values["c"]), int(values["r"])))
        else:
            found.append(Shown(column, row, -(-int(match[2]) // cell[0]), -(-int(match[3]) // cell[1])))
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


def fitted(original, size, ground):
    """A picture in the middle of a room, as large as it goes in whole."""
    scale = min(size[0] / original.width, size[1] / original.height)
    inner = (max(1, round(original.width * scale)), max(1, round(original.height * scale)))
    room = Image.new("RGB", size, ground)
    room.paste(original.resize(inner, Image.LANCZOS), ((size[0] - inner[0]) // 2, (size[1] - inner[1]) // 2))
    return room


def likeness(image, original, ground):
    """PSNR of a screenshot's part; the best over a pixel's shift, since half a pixel's rounding is nobody's fault."""
    best = 0.0
    wanted = fitted(original, image.size, ground)
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            moved = image.transform(image.size, Image.AFFINE, (1, 0, dx, 0, 1, dy))
            inner = (2, 2, image.width - 2, image.height - 2)
            best = max(best, psnr(moved.crop(inner), wanted.crop(inner)))
    return best


def difference(first, second, area):
    """How many pixels differ visibly between two screenshots of the same screen."""
    first, second = (numpy.asarray(area.crop(load(path), 0, 0, area.columns, area.rows)).astype(int)
                     for path in (first, second))
    return int((abs(first - second).max(axis=2) > 24).sum())


def ink(path, area, first_row):
    """Pixels below a row that are not the terminal's ground."""
    part = numpy.asarray(area.crop(load(path), 0, first_row, area.columns, area.rows - first_row)).astype(int)
    return int((abs(part - part[-1, -1]).max(axis=2) > 24).sum())
