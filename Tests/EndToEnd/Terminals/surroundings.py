"""What terminals need around them: a display, and a platform to fetch programs from."""
import os, subprocess
from dataclasses import dataclass


@dataclass
class Display:
    process: subprocess.Popen
    name: str


def start_display():
    """Xvfb takes a number of its own and says which."""
    reader, writer = os.pipe()
    process = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1280x800x24", "-nolisten", "tcp"], pass_fds=[writer],
        stderr=subprocess.DEVNULL)
    number = os.read(reader, 32).decode().strip()
    return Display(process, f":{number}")


def start_stage(programs):
    """A stage says its address once it listens."""
    process = subprocess.Popen(
        [f"{programs}/foyer", "serve"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
        text=True)
    address = process.stdout.readline().strip()
    if not address:
        raise SystemExit("The stage did not start.")
    return process, address
