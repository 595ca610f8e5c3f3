"""Stands between a terminal and a shell: copies all bytes both ways, keeps them with their times, and types what a pipe
says. Usage: relay.py FOLDER, with the pipe FOLDER/keys; writes FOLDER/log, and FOLDER/size whenever that changes."""
import fcntl, os, pty, select, signal, struct, sys, termios, time, tty

folder = sys.argv[1]
child, inner = pty.fork()
if child == 0:
    # Some terminals set it to the user's home in the system, which may not exist.
    os.environ["HOME"] = folder
    os.execvp("bash", ["bash", "--noprofile", "--norc", "-i"])


def copy_size(*_):
    size = fcntl.ioctl(0, termios.TIOCGWINSZ, b"\0" * 8)
    fcntl.ioctl(inner, termios.TIOCSWINSZ, size)
    rows, columns, width, height = struct.unpack("HHHH", size)
    with open(folder + "/size.new", "w") as file:
        file.write(f"{child} {columns} {rows} {width} {height}")
    os.replace(folder + "/size.new", folder + "/size")


# There before the size, which says that the shell runs.
log = open(folder + "/log", "ab", buffering=0)
copy_size()
signal.signal(signal.SIGWINCH, copy_size)
tty.setraw(0)
# Held open for writing, too, so that it never ends.
keys = os.open(folder + "/keys", os.O_RDWR)


def keep(direction, data):
    log.write(struct.pack("<dcI", time.monotonic(), direction, len(data)) + data)


def write_all(descriptor, data):
    while data:
        data = data[os.write(descriptor, data):]


while True:
    ready, _, _ = select.select([0, inner, keys], [], [])
    try:
        if inner in ready:
            data = os.read(inner, 65536)
            if not data:
                break
            write_all(1, data)
            keep(b"o", data)
        if 0 in ready:
            data = os.read(0, 65536)
            if not data:
                break
            keep(b"a", data)
            write_all(inner, data)
        if keys in ready:
            data = os.read(keys, 65536)
            keep(b"k", data)
            write_all(inner, data)
    except OSError:
        break
