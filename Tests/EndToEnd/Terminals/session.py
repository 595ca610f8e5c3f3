"""A terminal with a shell in it: keys in, bytes with their times and screenshots out."""
import fcntl, os, pty, re, select, shutil, signal, struct, subprocess, tempfile, termios, time

from watch import FolderWatch

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
    def __init__(self, kind, display, programs):
        self.kind, self.display, self.programs = kind, display, programs
        # Sockets' paths must be short.
        self.folder = tempfile.mkdtemp(prefix="foyer-terminal-")
        os.chmod(self.folder, 0o700)
        self.changes = FolderWatch(self.folder)
        os.mkfifo(self.folder + "/keys")
        for path, text in kind.files.items():
            os.makedirs(os.path.dirname(f"{self.folder}/{path}"), exist_ok=True)
            with open(f"{self.folder}/{path}", "w") as file:
                file.write(text)
        with open(self.folder + "/tmux.conf", "w") as conf:
            conf.write('set -g status off\nset -g default-terminal tmux-256color\nset -ga terminal-features ",*:RGB"\n')
        with open(self.folder + "/inputrc", "w") as inputrc:
            inputrc.write("set enable-bracketed-paste off\n")
        self.processes = []
        self.environment = {
            "PATH": f"{programs}:/usr/bin:/bin", "HOME": self.folder, "LANG": "C.UTF-8", "PS1": "$ ", "USER": "nobody",
            "XDG_RUNTIME_DIR": self.folder, "INPUTRC": self.folder + "/inputrc", "HISTFILE": "/dev/null",
            "SHELL": "/bin/bash", "TMUX_TMPDIR": self.folder, **kind.environment,
        }
        try:
            self.start_terminal()
        except BaseException:
            self.close()
            raise

    def start_terminal(self):
        if self.kind.wayland:
            self.start_compositor()
        else:
            self.environment["DISPLAY"] = self.display.name
        command = [part.replace("{folder}", self.folder) for part in self.kind.command]
        self.start([*command, "/usr/bin/python3", HERE + "/relay.py", self.folder])
        self.until(lambda: os.path.exists(self.folder + "/size"), "the terminal's first shell")
        self.shell, self.columns, self.rows, *_ = self.size()
        self.until(lambda: b"$ " in self.output(), "a prompt")

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
        self.until(lambda: self.tell_compositor("nop", check=False), "the compositor's answer")

    def tell_compositor(self, command, check=True):
        sockets = [name for name in os.listdir(self.folder) if name.startswith("sway-ipc")]
        if not sockets:
            return False
        done = subprocess.run(
            ["swaymsg", "-s", f"{self.folder}/{sockets[0]}", command], env=self.environment, check=check,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=20)
        return done.returncode == 0

    def until(self, condition, what, limit=20):
        """Waits for what shows in the session's folder: its sockets, its log, its size."""
        end = time.monotonic() + limit
        while not condition():
            left = end - time.monotonic()
            if left <= 0:
                with open(self.folder + "/terminal.log", errors="replace") as log:
                    raise Failure(f"{what} did not come within {limit} s. {log.read()[-500:]}".strip())
            # A socket exists a moment before anybody answers on it.
            self.changes.wait(min(left, 0.5))

    def size(self):
        """The shell's process, columns, rows, and the size in pixels, where the terminal says that."""
        with open(self.folder + "/size") as file:
            return tuple(map(int, file.read().split()))

    def resize(self, columns, rows, cell):
        """Resizes the window to so many cells, as a user does by its corner."""
        now = time.monotonic()
        more = ((columns - self.columns) * cell[0], (rows - self.rows) * cell[1])
        if self.kind.wayland:
            width, height = round(columns * cell[0]), round(rows * cell[1])
            self.tell_compositor(f"[app_id=.*] resize set {width} px {height} px, move absolute position 0 0")
        else:
            window, width, height = self.window()
            self.xdotool("windowsize", window, str(round(width + more[0])), str(round(height + more[1])))
        self.until(lambda: self.size()[1:3] == (columns, rows), f"a size of {columns}×{rows}")
        self.columns, self.rows = columns, rows
        self.settle(after=now)
        return now

    def zoom(self, key):
        """Another size of the font."""
        now, before = time.monotonic(), self.size()
        self.xdotool("key", key)
        self.until(lambda: self.size() != before, "another font")
        self.settle(after=now)
        _, self.columns, self.rows, width, height = self.size()
        return now, (width // self.columns, height // self.rows)

    def window(self):
        window = self.xdotool("search", "--onlyvisible", "--maxdepth", "1", "--name", "").split()[-1]
        values = dict(line.split("=") for line in self.xdotool("getwindowgeometry", "--shell", window).split())
        return window, int(values["WIDTH"]), int(values["HEIGHT"])

    def xdotool(self, *words):
        return subprocess.run(
            ["xdotool", *words], env=self.environment, check=True, stdout=subprocess.PIPE, text=True, timeout=20).stdout

    # The clipboard

    def clear_clipboard(self):
        if not self.kind.wayland:
            self.xclip("-i", input="")

    def clipboard(self):
        """The text on the clipboard; None if there is none."""
        return self.xclip("-o") or None

    def xclip(self, *words, input=None):
        # A child of it keeps the selection, and would keep a pipe open.
        done = subprocess.run(
            ["xclip", "-selection", "clipboard", *words], env=self.environment, input=input, text=True, timeout=20,
            stdout=subprocess.PIPE if input is None else subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return done.stdout if done.returncode == 0 else None

    # What was sent

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

    def press(self, key):
        """A key as a hand presses it, where the display has one: xterm copies only after such a one."""
        if self.kind.wayland:
            return self.keys(key)
        now = time.monotonic()
        self.xdotool("key", key)
        return now

    def settle(self, quiet=0.7, limit=15, after=None):
        """Waits until nothing has been written for a while."""
        end = time.monotonic() + limit
        while time.monotonic() < end:
            records = [when for when, direction, _ in self.records() if direction == "o"]
            last = records[-1] if records else 0
            left = last + quiet - time.monotonic()
            if after is not None and last <= after:
                self.changes.wait(end - time.monotonic())
            elif left > 0:
                self.changes.wait(left)
            else:
                self.wait_for_drawing()
                return
        raise Failure("the screen did not come to rest")

    def wait_for_drawing(self, calm=0.2, limit=5):
        """Waits until nothing that draws has worked for a while: terminals show with a delay what they have read."""
        end = time.monotonic() + limit
        while time.monotonic() < end:
            before = self.work()
            if not self.changes.wait(calm) and self.work() == before and not before[1]:
                return

    def work(self):
        """The processor time of all that draws, and whether any of it wants more."""
        each = [work(process) for process in [self.display.process, *self.processes]]
        return [ticks for ticks, _ in each], any(is_busy for _, is_busy in each)

    def run(self, command, **options):
        now = self.keys(command + "\r")
        self.settle(after=now, **options)
        return now

    def stop_and_continue(self):
        """Ctrl-Z, and back."""
        self.settle(after=self.keys("\x1a"))
        # Otherwise the shell's lines would pile up.
        self.settle(after=self.keys("clear; fg\r"))

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
        """What was sent, for whoever looks into a fault."""
        with open(path, "w") as log:
            for when, direction, data in self.records():
                log.write(f"{when:.3f} {direction} {data!r}\n")

    def close(self):
        self.changes.close()
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


def work(process):
    """The processor time that a process has had, and whether it wants more."""
    states = []
    ticks = 0
    try:
        for thread in os.listdir(f"/proc/{process.pid}/task"):
            with open(f"/proc/{process.pid}/task/{thread}/stat") as file:
                fields = file.read().rpartition(")")[2].split()
            states.append(fields[0])
            ticks += int(fields[11]) + int(fields[12])
    except (FileNotFoundError, ProcessLookupError):
        pass
    return ticks, any(state in "RD" for state in states)


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
