"""A terminal with a shell in it: keys in, bytes with their times and screenshots out."""
import fcntl, os, pty, re, select, shutil, signal, struct, subprocess, tempfile, termios, time

HERE = os.path.dirname(os.path.abspath(__file__))
SWAY = """
xwayland disable
output HEADLESS-1 mode 1280x800 position 0 0
output HEADLESS-1 bg #000000 solid_color
default_border none
default_floating_border none
focus_follows_mouse no
for_window [app_id=".*"] floating enable, border none, move absolute position 0 0
seat * hide_cursor 100
"""


class Failure(Exception):
    pass


class Session:
    def __init__(self, kind, display, programs, theme):
        self.kind, self.display, self.programs = kind, display, programs
        # Sockets' paths must be short.
        self.folder = tempfile.mkdtemp(prefix="foyer-terminal-")
        os.chmod(self.folder, 0o700)
        os.mkfifo(self.folder + "/keys")
        with open(self.folder + "/tmux.conf", "w") as conf:
            conf.write('set -g status off\nset -g default-terminal tmux-256color\nset -ga terminal-features ",*:RGB"\n')
        with open(self.folder + "/inputrc", "w") as inputrc:
            inputrc.write("set enable-bracketed-paste off\n")
        self.processes = []
        self.environment = {
            "PATH": f"{programs}:/usr/bin:/bin", "HOME": self.folder, "LANG": "C.UTF-8", "PS1": "$ ", "USER": "nobody",
            "XDG_RUNTIME_DIR": self.folder, "INPUTRC": self.folder + "/inputrc", "HISTFILE": "/dev/null",
            "SHELL": "/bin/bash", "FOYER_TRIED_THEME": theme, **kind.environment,
        }
        self.socket = None
        if kind.wayland:
            self.start_compositor()
        else:
            self.environment["DISPLAY"] = display
        command = [part.replace("{folder}", self.folder) for part in kind.command]
        self.start([*command, "/usr/bin/python3", HERE + "/relay.py", self.folder])
        self.shell, self.columns, self.rows, *_ = self.wait_for_start()

    def start(self, command):
        log = open(self.folder + "/terminal.log", "ab")
        process = subprocess.Popen(
            command, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
            cwd=self.folder)
        self.processes.append(process)
        return process

    def start_compositor(self):
        with open(self.folder + "/sway.conf", "w") as conf:
            conf.write(SWAY)
        self.environment.update(
            WLR_BACKENDS="headless", WLR_LIBINPUT_NO_DEVICES="1", WLR_RENDERER="pixman")
        self.start(["sway", "-c", self.folder + "/sway.conf"])
        self.until(lambda: any(re.fullmatch(r"wayland-\d+", name) for name in os.listdir(self.folder)), "the compositor")
        sockets = [name for name in os.listdir(self.folder) if re.fullmatch(r"wayland-\d+", name)]
        self.environment["WAYLAND_DISPLAY"] = sockets[0]
        time.sleep(0.5)

    def until(self, condition, what, limit=20):
        end = time.monotonic() + limit
        while not condition():
            if time.monotonic() > end:
                raise Failure(f"{what} did not come within {limit} s; see {self.folder}/terminal.log")
            time.sleep(0.02)

    def wait_for_start(self):
        path = self.folder + "/started"
        self.until(lambda: os.path.exists(path) and os.path.getsize(path) > 0, "the terminal's first shell")
        self.until(lambda: self.records(), "a prompt")
        time.sleep(0.5)
        return map(int, open(path).read().split())

    # What has gone by

    def records(self, after=0.0):
        """(time, direction, bytes); o: to the terminal, a: from it, k: typed."""
        found = []
        with open(self.folder + "/log", "rb") as log:
            data = log.read()
        at = 0
        while at + 13 <= len(data):
            when, direction, length = struct.unpack_from("<dcI", data, at)
            if at + 13 + length > len(data):
                break
            if when > after:
                found.append((when, direction.decode(), data[at + 13:at + 13 + length]))
            at += 13 + length
        return found

    def output(self, after=0.0):
        return b"".join(data for _, direction, data in self.records(after) if direction == "o")

    def keys(self, text):
        now = time.monotonic()
        with open(self.folder + "/keys", "wb") as pipe:
            pipe.write(text.encode())
        return now

    def settle(self, quiet=0.7, limit=15, after=None):
        """Waits until nothing has been written for a while."""
        end = time.monotonic() + limit
        while time.monotonic() < end:
            records = [when for when, direction, _ in self.records() if direction == "o"]
            last = records[-1] if records else 0
            if time.monotonic() - last >= quiet and (after is None or last > after):
                # The terminal draws what it has read.
                time.sleep(0.3)
                return
            time.sleep(0.05)
        raise Failure("the screen did not come to rest")

    def run(self, command, **options):
        now = self.keys(command + "\r")
        self.settle(after=now, **options)
        return now

    def program(self):
        """The process that the shell runs now."""
        with open(f"/proc/{self.shell}/task/{self.shell}/children") as children:
            found = children.read().split()
        return int(found[-1]) if found else None

    def kill(self, number):
        now = time.monotonic()
        os.kill(self.program(), number)
        self.settle(after=now)

    def screenshot(self, path):
        if self.kind.wayland:
            command = ["grim", "-t", "png", path]
        else:
            command = ["import", "-window", "root", "-depth", "8", "png24:" + path]
        subprocess.run(command, env=self.environment, check=True, stderr=subprocess.DEVNULL, timeout=20)

    def keep_log(self, path):
        """What went by, for somebody who looks into a fault."""
        with open(path, "w") as log:
            for when, direction, data in self.records():
                log.write(f"{when:.3f} {direction} {data!r}\n")

    def close(self):
        for process in reversed(self.processes):
            try:
                os.killpg(process.pid, signal.SIGTERM)
            except ProcessLookupError:
                pass
        for process in self.processes:
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
        if self.kind.name == "tmux":
            subprocess.run(
                ["tmux", "-L", "foyer-terminals", "kill-server"], env=self.environment, stderr=subprocess.DEVNULL)
        shutil.rmtree(self.folder, ignore_errors=True)


def sixel_output(command, session, cell):
    """What a program writes to a terminal of the same size that says it shows sixel, until it rests."""
    process, terminal = pty.fork()
    if process == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", session.rows, session.columns, 0, 0))
        os.execve(command[0], command, {**session.environment, "TERM": "xterm-256color"})
    data = b""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        ready, _, _ = select.select([terminal], [], [], 1)
        if not ready:
            if b"\x1bP0;1q" in data:
                break
            continue
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            break
        data += piece
        if b"\x1b[c" in piece:
            os.write(terminal, b"\x1b[6;%d;%dt\x1b[?62;4c" % (cell[1], cell[0]))
    os.kill(process, signal.SIGTERM)
    os.close(terminal)
    os.waitpid(process, 0)
    return data
