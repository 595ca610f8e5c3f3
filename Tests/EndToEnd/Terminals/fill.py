"""Fills the terminal with a colour that no page has until a key is pressed, to find its cells in a screenshot."""
import os, sys, tty, termios

columns, rows = os.get_terminal_size()
before = termios.tcgetattr(0)
tty.setcbreak(0)
sys.stdout.write("\x1b[?25l\x1b[48;2;255;0;255m")
for row in range(rows):
    sys.stdout.write(f"\x1b[{row + 1};1H" + " " * columns)
sys.stdout.flush()
os.read(0, 1)
sys.stdout.write("\x1b[0m\x1b[2J\x1b[H\x1b[?25h")
sys.stdout.flush()
termios.tcsetattr(0, termios.TCSANOW, before)
