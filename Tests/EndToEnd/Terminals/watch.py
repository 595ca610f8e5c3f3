"""Waiting for files: the kernel says when something in a folder has changed."""
import ctypes, os, select

IN_MODIFY, IN_ATTRIB, IN_MOVED_TO, IN_CREATE, IN_NONBLOCK = 0x2, 0x4, 0x80, 0x100, 0o4000
libc = ctypes.CDLL(None, use_errno=True)


class FolderWatch:
    def __init__(self, folder):
        self.descriptor = libc.inotify_init1(IN_NONBLOCK)
        events = IN_MODIFY | IN_ATTRIB | IN_MOVED_TO | IN_CREATE
        if self.descriptor < 0 or libc.inotify_add_watch(self.descriptor, os.fsencode(folder), events) < 0:
            raise OSError(ctypes.get_errno(), "inotify", folder)

    def wait(self, seconds):
        """Waits until something has changed since the last call; false if nothing has."""
        if not select.select([self.descriptor], [], [], max(0, seconds))[0]:
            return False
        os.read(self.descriptor, 65536)
        return True

    def close(self):
        os.close(self.descriptor)
