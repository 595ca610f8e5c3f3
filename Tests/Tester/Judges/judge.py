"""Shows pages in four other terminal emulators (tui-test), and says where their screens differ from libvterm's.

    judge.py FOLDER

FOLDER has, for each page, NAME.bytes, all that a program has written, and NAME.cells, libvterm's screen: a line with the
columns and rows, then a line a cell (text, foreground, background, flags, parted by tabs). One line is printed for each page
and emulator: the page, the emulator, the number of cells, and how many of them differ; below it the first differences. The
emulator's own screen goes into NAME.EMULATOR, in the form of NAME.cells.
"""

import asyncio
import pathlib
import sys

from tui_test import TuiTest

EMULATORS = ["alacritty", "ghostty", "rio", "xtermjs"]
# Foyer has closed its last sequence by then, so the title is no part of the page.
END = "foyer-judge-end"
# As they are, on a terminal that changes no line ends; then it stays, so that the screen is not cleared.
SHOW = f"stty raw -echo; cat \"$1\"; printf '\\033]2;{END}\\007'; exec sleep 600"


def color(value):
    return str(value).lower()


def visible(text, foreground, background, flags):
    """Of a blank only the ground is seen: what is erased keeps the colour and weight of its text here, and not there.

    The right half of a wide character looks as the left half does, whatever a terminal keeps for it.
    """
    if text == "":
        return (text, "", "", "")
    if text == " " and "u" not in flags and "r" not in flags:
        return (text, "", background, "")
    return (text, foreground, background, flags)


def raw(cell):
    flags = "".join(
        letter
        for letter, is_set in zip("biur", (cell.bold, cell.italic, cell.underline, cell.inverse))
        if is_set
    )
    return (cell.char, color(cell.fg), color(cell.bg), flags)


async def screen(emulator, path, columns, rows):
    async with TuiTest.ephemeral(backend=emulator) as terminal:
        await terminal.run("/bin/sh", "-c", SHOW, "sh", str(path), cols=columns, rows=rows, wait_ready=False)
        await terminal.wait_title(END, timeout=60_000)
        return [raw(cell) for cell in await terminal.cells(0, 0, columns, rows)]


async def main(folder):
    for page in sorted(pathlib.Path(folder).glob("*.cells")):
        head, *lines = page.read_text().split("\n")
        columns, rows = map(int, head.split())
        wanted = [visible(*line.split("\t")) for line in lines if line]
        path = page.with_suffix(".bytes")
        screens = await asyncio.gather(*(screen(emulator, path, columns, rows) for emulator in EMULATORS))
        for emulator, cells in zip(EMULATORS, screens):
            lines = [head] + ["\t".join(cell) for cell in cells]
            page.with_suffix("." + emulator).write_text("\n".join(lines) + "\n")
            found = [visible(*cell) for cell in cells]
            different = [index for index in range(columns * rows) if found[index] != wanted[index]]
            print(page.stem, emulator, len(found), len(different), flush=True)
            for index in different[:8]:
                print(f"  column {index % columns}, row {index // columns}: {found[index]}, libvterm {wanted[index]}")


asyncio.run(main(sys.argv[1]))
