"""Starts Foyer in real terminals, takes screenshots, and holds them against what they should show."""
import argparse, dataclasses, os, re, signal, sys, time
from subprocess import SubprocessError

import cells, pictures
from kinds import KINDS
from results import Result, table
from session import Failure, Session, sixel_output
from surroundings import start_display, start_stage

ROOT = os.path.abspath(os.path.dirname(__file__) + "/../../..")
PANORAMA = ROOT + "/Assets/programs/com.example.lighthouse/common/panorama.png"
CARD = ROOT + "/Assets/images/market.jpg"
# The least PSNR of a picture in pixels, in dB.
LIKENESS = 30.0
# How long a picture may take from its page's last cells to its last pixel, in ms.
SHARP = 300
# How far a picture in cells may fall short of the program's own figure, in dB: fonts draw blocks only nearly exactly.
FONTS = 0.5
# Columns and rows of the smaller window.
SMALLER = (84, 26)
# Rows at the top that the shell's own lines may fill.
SHELL_ROWS = 8
# So few pixels are a cursor or the end of a glyph, not a part of a picture: a cell has over a hundred.
TOLERANCE = 16


class Check:
    def __init__(self, kind, theme, display, programs, folder, stage):
        self.session = Session(kind, display, programs)
        self.kind, self.theme, self.folder, self.stage = kind, theme, folder, stage
        self.result = Result(kind.name, theme)
        self.options = f"--theme {theme} {kind.options}".strip()

    def picture(self, name):
        path = f"{self.folder}/{self.kind.name}-{self.theme}-{name}.png"
        self.session.screenshot(path)
        return path

    def run(self):
        try:
            self.find_cells()
            self.ask()
            self.program()
            self.error()
            self.card()
            self.home()
            self.crash()
        except (Failure, SubprocessError) as failure:
            self.result.faults.append(str(failure))
            try:
                self.picture("failure")
            except Exception:
                pass
        finally:
            if self.result.faults:
                self.session.keep_log(f"{self.folder}/{self.kind.name}-{self.theme}.log")
            self.session.close()
        return self.result

    # Steps

    def find_cells(self):
        session = self.session
        session.run(f"/usr/bin/python3 {ROOT}/Tests/EndToEnd/Terminals/fill.py")
        self.grid = pictures.grid(self.picture("cells"), session.columns, session.rows)
        os.remove(f"{self.folder}/{self.kind.name}-{self.theme}-cells.png")
        if not self.grid:
            raise Failure("its cells were not found in the screenshot")
        session.settle(after=session.keys("x"))

    def ask(self):
        """What the diagnosis says."""
        when = self.session.run("clear; foyer doctor")
        text = re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", self.session.output(when)).decode(errors="replace")

        def line(name):
            found = re.search(rf"^{name}\s+(.*?)\r?$", text, re.M)
            return found[1].strip() if found else "?"

        self.result.facts["colours"] = line("colou?rs")
        self.result.facts["ground"] = line("answered ground")
        self.picture("doctor")
        self.session.run("clear")

    def program(self):
        session = self.session
        start = session.run(f"foyer launch com.example.lighthouse --server {self.stage} {self.options}")
        data = session.output(start)
        self.result.facts["first frame"] = self.first_frame(start)
        self.result.facts["protocol"] = pictures.protocol(data) or "cells"
        self.result.expect(
            pictures.protocol(data) == self.kind.protocol,
            f"pictures were sent as {pictures.protocol(data)}, not as {self.kind.protocol}")
        path = self.picture("program")
        self.facts_of_picture(path, start)
        self.resized(path)
        if self.kind.zoom:
            self.zoomed(path)
        self.leave(lambda: session.keys("q"), "q")

    def facts_of_picture(self, path, start, suffix=""):
        if self.kind.protocol:
            self.sharpness(start, "sharp" + suffix)
        self.likeness(path, self.session.output(start), "PSNR" + suffix)

    def resized(self, before):
        """A smaller window, and the former one again."""
        session = self.session
        size, cell = (session.columns, session.rows), (self.grid.width, self.grid.height)
        start = session.resize(*SMALLER, cell)
        path = self.picture("smaller")
        self.facts_of_picture(path, start, " (smaller)")
        # Drawn anew, it shows nothing of what was there before.
        session.stop_and_continue()
        self.same(path, self.picture("again"), "a smaller window differs from one drawn anew")
        session.resize(*size, cell)
        self.same(before, self.picture("again"), "after two resizes the screen differs")

    def first_frame(self, start):
        for when, direction, data in self.session.records(start):
            if direction == "o" and b"\x1b[?1049h" in data:
                return f"{(when - start) * 1000:.0f} ms"
        return "?"

    def zoomed(self, before):
        """A larger font, and the former one again."""
        session, grid = self.session, self.grid
        start, (width, height) = session.zoom(self.kind.zoom[0])
        self.grid = dataclasses.replace(
            grid, width=width, height=height, columns=session.columns, rows=session.rows)
        self.facts_of_picture(self.picture("zoomed"), start, " (larger font)")
        self.grid = grid
        session.zoom(self.kind.zoom[1])
        self.same(before, self.picture("again"), "after two fonts the screen differs")

    def sharpness(self, start, name):
        """From the last cells before the last picture to its last byte."""
        records = [(when, data) for when, direction, data in self.session.records(start) if direction == "o"]
        first = max((at for at, (_, data) in enumerate(records) if pictures.protocol(data)), default=0)
        if first == 0:
            self.result.faults.append("no picture was sent in pixels")
            return
        taken = (records[-1][0] - records[first - 1][0]) * 1000
        self.result.facts[name] = f"{taken:.0f} ms"
        self.result.expect(taken <= SHARP, f"{name}: after {taken:.0f} ms")

    def likeness(self, path, data, name):
        """How close the picture in a screenshot is to its original, and how close it has to be."""
        cell = (round(self.grid.width), round(self.grid.height))
        if not self.kind.protocol:
            # The program tells where the picture is by where its pixels would be.
            data = sixel_output(
                [f"{self.session.programs}/foyer", "launch", "com.example.lighthouse", "--server", self.stage,
                 "--theme", self.theme, "--pixels", "sixel"], self.session, cell)
        places = [place for place in pictures.shown(data, cell) if place.rows > 4]
        if not places:
            self.result.faults.append("no picture was placed on the page")
            return
        place, original = places[-1], pictures.load(PANORAMA)
        image = self.grid.crop(pictures.load(path), place.column, place.row, place.columns, place.rows)
        if self.kind.protocol:
            least = LIKENESS
            value = pictures.likeness(image, original, pictures.placed(original, place.columns, place.rows, cell))
        else:
            session = self.session
            rows = cells.snapshot(
                session.programs, session.folder, session.columns, session.rows, self.theme, self.colours)
            drawn = cells.painted(rows, place, image.size)
            area = self.area_of_cells(original, place, cell)
            least = pictures.likeness(drawn, original, *area) - FONTS
            value = pictures.likeness(image, original, *area)
        self.result.facts[name] = f"{value:.1f} of {least:.1f} dB"
        self.result.expect(value >= least, f"{name}: {value:.1f} dB, not {least:.1f} dB")

    @property
    def colours(self):
        return "256" if self.result.facts["colours"].startswith("256") else "24-bit"

    def area_of_cells(self, original, place, cell):
        """The picture's box, the part of it that is compared, and the grain, all in pixels."""
        # Cells count as twice as high as they are wide.
        box = pictures.placed(original, place.columns, place.rows, (8, 16))
        # An edge within a cell is a glyph, which fonts draw only nearly exactly: whole cells are compared.
        left, top, right, bottom = -(-box[0] // 8), -(-box[1] // 16), box[2] // 8, box[3] // 16
        inner = tuple(count * side for count, side in zip((left, top, right, bottom), cell * 2))
        box = tuple(round(value * side) for value, side in zip(box, (cell[0] / 8, cell[1] / 16) * 2))
        # Shades stand for the colours between.
        return box, inner, (right - left, (bottom - top) * 2) if self.colours == "256" else None

    def card(self):
        """A card's picture fills its place."""
        session, cell = self.session, (round(self.grid.width), round(self.grid.height))
        start = session.keys(f"clear; foyer popup always --no-events --server {self.stage} {self.options}\r")
        session.until(lambda: b"On the web" in session.output(start), "the card")
        session.settle(after=start)
        path = self.picture("card")
        if self.kind.protocol:
            places = [place for place in pictures.shown(session.output(start), cell) if place.rows > 4]
            if not places:
                self.result.faults.append("the card's picture was not sent in pixels")
            else:
                place = places[-1]
                image = self.grid.crop(pictures.load(path), place.column, place.row, place.columns, place.rows)
                value = pictures.psnr(image, pictures.filled(pictures.load(CARD), image.size))
                self.result.facts["card"] = f"{value:.1f} of {LIKENESS:.1f} dB"
                self.result.expect(value >= LIKENESS, f"card: {value:.1f} dB, not {LIKENESS:.1f} dB")
        self.leave(lambda: session.keys("q"), "q")

    def error(self):
        session = self.session
        start = session.keys(f"clear; foyer launch com.example.gone --server {self.stage} {self.options}\r")
        session.until(lambda: b"\x1b[?1049h" in session.output(start), "the first frame")
        # Typed while the questions are under way.
        session.settle(after=session.keys("d"))
        self.picture("details")
        self.result.expect(b"Steps" in session.output(start), "a key was eaten: no details")
        session.settle(after=session.keys("d"))
        self.picture("error")
        self.diagnosis()
        self.leave(lambda: session.keys("q"), "q")

    def diagnosis(self):
        """What `y` copies is what it writes into a file, and nothing is said that is not known."""
        session = self.session
        session.clear_clipboard()
        start = session.press("y")
        session.settle(after=start)
        self.picture("diagnosis")
        with open(session.folder + "/.local/state/foyer/diagnosis.txt") as file:
            kept = file.read()
        said = session.output(start)
        sentence = "sent" if b"Sent to" in said else "asked" if b"was asked" in said else "kept"
        self.result.facts["copy"] = sentence
        if self.kind.copies is None:
            return
        copied = session.clipboard()
        self.result.expect(
            copied == (kept if self.kind.copies else None),
            f"the clipboard has {copied[:60] if copied else None!r}, the file {kept[:60]!r}")
        self.result.expect(self.kind.copies or sentence != "sent", "a copy is said to be sent that was refused")

    def home(self):
        session = self.session
        session.run(f"clear; foyer {self.options}")
        session.settle(after=session.keys(" "))
        at_rest = self.picture("home")
        self.returns(at_rest, "an overlay", "?", "\x1b", shows="keys")
        self.returns(at_rest, "the settings", "o", "\x1b", shows="settings")
        self.returns(at_rest, "a slide", "l", "h", shows="slide")
        self.leave(lambda: session.keys("\x1a"), "Ctrl-Z")
        self.rest(session.keys("fg\r"))
        self.same(at_rest, self.picture("again"), "after Ctrl-Z and fg the screen differs")
        self.leave(lambda: session.kill(signal.SIGTERM), "kill -TERM")

    def rest(self, now):
        """Waits for a page as it stays: pixels follow the cells, on a busy machine much later."""
        if self.kind.protocol:
            self.session.until(lambda: pictures.PLACED.search(self.session.output(now)), "pixels")
        self.session.settle(after=now)

    def returns(self, at_rest, what, there, back, shows):
        self.session.settle(after=self.session.keys(there))
        self.picture(shows)
        self.rest(self.session.keys(back))
        self.same(at_rest, self.picture("again"), f"after {what} the screen differs")

    def same(self, first, second, fault):
        pixels = pictures.difference(first, second, self.grid)
        if pixels > TOLERANCE:
            os.replace(second, second.replace("again", re.sub(r"\W+", "-", fault)))
            self.result.faults.append(f"{fault}: {pixels} pixels")
        else:
            os.remove(second)

    def crash(self):
        self.session.run(f"clear; foyer launch com.example.lighthouse --server {self.stage} {self.options}")
        self.leave(lambda: self.session.kill(signal.SIGSEGV), "kill -SEGV")

    def leave(self, act, how):
        """Nothing of the program is left on the screen, and no answer in the shell."""
        now = time.monotonic()
        act()
        self.session.settle(after=now)
        self.session.settle(after=self.session.keys("\r"))
        path = self.picture("left")
        pixels = pictures.ink(path, self.grid, SHELL_ROWS)
        text = self.session.output(now).split(b"\x1b[?1049l")[-1]
        eaten = re.search(rb"\^\[|rgb:|\d+;\d+[cy]\b|\$y", text)
        if pixels:
            os.replace(path, path.replace("left", re.sub(r"\W+", "-", "left-" + how)))
            self.result.faults.append(f"after {how} {pixels} pixels are left")
        else:
            os.remove(path)
        self.result.expect(not eaten, f"after {how} an answer shows: {text[-200:]!r}")
        if how == "Ctrl-Z":
            return
        self.session.run("clear")


def main():
    parser = argparse.ArgumentParser(prog="Scripts/terminals", description=__doc__)
    parser.add_argument("--programs", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--screens", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--theme", choices=["dark", "light"], help="one theme; both unless given")
    names = [kind.name for kind in KINDS]
    parser.add_argument("terminals", nargs="*", metavar="TERMINAL", help="some of: " + ", ".join(names))
    options = parser.parse_args()
    unknown = [name for name in options.terminals if name not in names]
    if unknown:
        parser.error(f"there is no terminal “{unknown[0]}”; there are {', '.join(names)}")
    display = start_display()
    stage, address = start_stage(options.programs)
    results = []
    try:
        for kind in KINDS:
            if options.terminals and kind.name not in options.terminals:
                continue
            for theme in [options.theme] if options.theme else ["dark", "light"]:
                print(f"{kind.name}, {theme} …", file=sys.stderr)
                try:
                    result = Check(kind, theme, display, options.programs, options.screens, address).run()
                except Failure as failure:
                    result = Result(kind.name, theme, faults=[str(failure)])
                results.append(result)
    finally:
        stage.terminate()
        display.process.terminate()
    table(results)
    for result in results:
        for fault in result.faults:
            print(f"{result.terminal}, {result.theme}: {fault}", file=sys.stderr)
    print(f"Screenshots: {options.screens}")
    sys.exit(1 if any(result.faults for result in results) else 0)


main()
