"""A menu in raw mode. The variable FAULT plants a mistake."""
import os, sys, termios, time, tty

FAULT = int(os.environ.get("FAULT") or 0)
ITEMS = ["Green tea", "Black tea", "White tea"]
place = 0


def write(text):
    os.write(1, text.encode())


def draw(note=""):
    rows = [("> " if i == place else "  ") + item for i, item in enumerate(ITEMS)]
    write("\x1b[H" + "\r\n".join(row + "\x1b[K" for row in rows + [note]))


def later(seconds, text):
    time.sleep(seconds)
    write(text)


before = termios.tcgetattr(0)
tty.setraw(0)
draw("Ready")
while True:
    key = os.read(0, 64).decode()
    if key == "q":
        break
    if key == "j":
        place = min(place + 1, 2)
        if FAULT == 3:
            time.sleep(0.7)
        draw("Moved")
        if FAULT == 4:
            later(0.06, "\x1b[1;1H>")
        if FAULT == 5:
            later(0.06, "\a")
    elif key == "\r":
        draw("Chosen: " + ITEMS[place])
    elif key == "p":
        draw("Password: ")
    else:
        if FAULT == 1:
            later(0.05, key)
        if FAULT == 2:
            later(0.4, key)
termios.tcsetattr(0, termios.TCSANOW, before)
