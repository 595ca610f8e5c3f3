import Glibc

/// A file or folder that may be locked (`flock`).
public enum LockedFile {
    /// Returns once it is unlocked.
    public static func waitUntilFree(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        flock(descriptor, LOCK_EX)
        close(descriptor)
    }
}
