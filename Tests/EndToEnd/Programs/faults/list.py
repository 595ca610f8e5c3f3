"""A list drawn by curses. The variable FAULT plants a mistake."""
import curses, os, sys, time

FAULT = int(os.environ.get("FAULT") or 0)
ROWS = ["mail %d" % number for number in range(1, 9)]


def raw(text):
    sys.stdout.flush()
    os.write(1, text.encode())


def main(screen):
    curses.curs_set(1)
    place = 0
    for number, row in enumerate(ROWS):
        screen.addstr(number, 2, row)
    screen.move(0, 0)
    screen.refresh()
    while True:
        key = screen.getch()
        if key == ord("q"):
            return
        if key in (ord("j"), curses.KEY_DOWN):
            place = min(place + 1, len(ROWS) - 1)
        if FAULT == 12:
            screen.erase()
            screen.refresh()
            time.sleep(0.08)
        if FAULT in (12, 15):
            for _ in range(1 if FAULT == 12 else 10):
                for number, row in enumerate(ROWS):
                    screen.addstr(number, 2, row)
                screen.redrawwin()
                screen.refresh()
        screen.addstr(10, 0, "at %d" % (place + 1))
        screen.move(place, 0)
        screen.refresh()
        if FAULT == 11:
            time.sleep(0.15)
            screen.move(place + 1, 0)
            screen.refresh()
        if FAULT == 13:
            time.sleep(0.06)
            raw("\x1b[?1049l")
        if FAULT == 14:
            time.sleep(0.3)
            raw("\x1b[?1000h")


curses.wrapper(main)
