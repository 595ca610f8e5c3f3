"""What terminals need around them: a display, and a platform to fetch programs from."""
import os, socket, subprocess, time
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
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [f"{programs}/foyer", "serve", "--port", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL)
    end = time.monotonic() + 20
    while time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return process, f"http://127.0.0.1:{port}"
        except OSError:
            time.sleep(0.05)
    raise SystemExit("The stage did not start.")
