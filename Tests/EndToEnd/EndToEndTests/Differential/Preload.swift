import Glibc

/// A library that changes the environment before a program begins, as some that are preloaded do: whoever looks for the
/// arguments beside the environment then does not find them.
enum Preload {
    static let path: String = {
        let path = Products.folder + "/diff-preload.so"
        let temporary = "/tmp/diff-preload-\(getpid()).so"
        let source = """
            #include <stdlib.h>
            __attribute__((constructor)) static void begin(void) {
                for (char name[] = "PRELOADED_A"; name[10] < 'Z'; name[10]++) setenv(name, "1", 1);
            }
            """
        let file = "/tmp/diff-preload-\(getpid()).c"
        CellFolder(root: "").write(source, to: file)
        defer { unlink(file) }
        guard let session = try? TerminalSession("/usr/bin/cc", ["-shared", "-fPIC", "-o", temporary, file]),
            (try? session.waitForEnd()) == .status(0)
        else { return path }
        return temporary
    }()
}
