"""The cells that the program says it draws, painted as by a terminal that is exact to the pixel."""
import os, re, subprocess

from PIL import Image, ImageDraw

HERE = os.path.dirname(os.path.abspath(__file__))
STYLE = re.compile(r"\x1b\[([0-9;]*)m")
# Parts of a cell that glyphs fill, in eighths from its upper left corner.
HALVES = {"▘": [(0, 0, 4, 4)], "▝": [(4, 0, 8, 4)], "▖": [(0, 4, 4, 8)], "▗": [(4, 4, 8, 8)], "▐": [(4, 0, 8, 8)],
          "▀": [(0, 0, 8, 4)], "▚": [(0, 0, 4, 4), (4, 4, 8, 8)], "▞": [(4, 0, 8, 4), (0, 4, 4, 8)],
          "▙": [(0, 0, 4, 8), (4, 4, 8, 8)], "▛": [(0, 0, 8, 4), (0, 4, 4, 8)], "▜": [(0, 0, 8, 4), (4, 4, 8, 8)],
          "▟": [(4, 0, 8, 4), (0, 4, 8, 8)]}
LOWER = {sign: [(0, 7 - index, 8, 8)] for index, sign in enumerate("▁▂▃▄▅▆▇█")}
LEFT = {sign: [(0, 0, 7 - index, 8)] for index, sign in enumerate("▉▊▋▌▍▎▏")}
PARTS = {**HALVES, **LOWER, **LEFT}
SHADES = {"░": 0.25, "▒": 0.5, "▓": 0.75}


def color(numbers):
    """`2;R;G;B` or `5;N`."""
    if numbers[0] == 2:
        return tuple(numbers[1:4])
    number = numbers[1]
    if number >= 232:
        return (number * 10 - 2312,) * 3
    steps = (0, 95, 135, 175, 215, 255)
    return tuple(steps[(number - 16) // part % 6] for part in (36, 6, 1))


def snapshot(programs, folder, columns, rows, theme, colours):
    """Rows of cells, each with its sign and both colours."""
    scenario = f"{folder}/program.yaml"
    with open(HERE + "/program.yaml") as source, open(scenario, "w") as file:
        file.write(source.read().replace("24-bit", colours))
    lines = subprocess.run(
        [f"{programs}/foyer", "snapshot", scenario, "--at", "page", "--size", f"{columns}x{rows}", "--theme", theme,
         "--format", "ansi"], check=True, stdout=subprocess.PIPE, text=True, timeout=60).stdout.split("\n")
    os.remove(scenario)
    return [read(line) for line in lines[:rows]]


def read(line):
    cells, at, front, back = [], 0, (0, 0, 0), (0, 0, 0)
    while at < len(line):
        style = STYLE.match(line, at)
        if not style:
            cells.append((line[at], front, back))
            at += 1
            continue
        numbers = [int(number or 0) for number in style[1].split(";")]
        for index, number in enumerate(numbers):
            if number in (38, 48) and index + 2 < len(numbers) and numbers[index + 1] in (2, 5):
                if number == 38 and 48 not in numbers[:index]:
                    front = color(numbers[index + 1:])
                elif number == 48:
                    back = color(numbers[index + 1:])
                    break
        at = style.end()
    return cells


def painted(cells, place, size):
    """An image of the cells of a place, of so many pixels."""
    image = Image.new("RGB", size)
    draw = ImageDraw.Draw(image)

    def fill(column, row, part, colour):
        left, top, right, bottom = (
            round((start + eighths / 8) * length / count) for start, eighths, length, count in (
                (column, part[0], size[0], place.columns), (row, part[1], size[1], place.rows),
                (column, part[2], size[0], place.columns), (row, part[3], size[1], place.rows)))
        if right > left and bottom > top:
            draw.rectangle((left, top, right - 1, bottom - 1), fill=colour)

    for row in range(place.rows):
        for column in range(place.columns):
            sign, front, back = cells[place.row + row][place.column + column]
            if sign in SHADES:
                back = tuple(round(b + (f - b) * SHADES[sign]) for f, b in zip(front, back))
            fill(column, row, (0, 0, 8, 8), back)
            for part in PARTS.get(sign, []):
                fill(column, row, part, front)
    return image
