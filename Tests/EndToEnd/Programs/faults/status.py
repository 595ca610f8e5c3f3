"""Waits for keys and for timers at once. The variable FAULT plants a mistake."""
import os, selectors, termios, time, tty

FAULT = int(os.environ.get("FAULT") or 0)
timers = []


def write(text):
    os.write(1, text.encode())


def after(seconds, text):
    timers.append((time.monotonic() + seconds, text))


before = termios.tcgetattr(0)
tty.setraw(0)
selector = selectors.DefaultSelector()
selector.register(0, selectors.EVENT_READ)
write("\x1b[HIdle")
while True:
    timers.sort()
    left = max(0, timers[0][0] - time.monotonic()) if timers else None
    if selector.select(left):
        key = os.read(0, 64).decode()
        if key == "q":
            break
        blank = "\u00a0" if FAULT == 18 else "\r\n" if FAULT == 19 else " "
        done = "\x1b[H\x1b[32mAll%sdone\x1b[m\x1b[K" % blank
        if FAULT == 16:
            after(0.6, done)
        elif FAULT == 17:
            after(0, "\x1b[HError\x1b[K")
            after(0.15, done)
        else:
            write(done)
        if FAULT == 21:
            after(0.25, "\x1b[2HFailed")
        if FAULT == 20:
            after(0.08, "\x1b[HAll done")
    while timers and timers[0][0] <= time.monotonic():
        write(timers.pop(0)[1])
termios.tcsetattr(0, termios.TCSANOW, before)
