import Glibc

/// One cell's folder: the same path for both of its sides, with nothing left from the other.
struct CellFolder: Sendable {
    let root: String
    var work: String { root + "/work" }
    var home: String { root + "/home" }
    var own: String { root + "/own" }

    func clear() {
        Self.removeAll(root)
        for folder in [root, work, home, own] { mkdir(folder, 0o755) }
    }

    static func removeAll(_ path: String) {
        // Folders first are made removable: a program may have changed them.
        guard let folder = opendir(path) else {
            unlink(path)
            return
        }
        while let entry = readdir(folder) {
            withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { name in
                    guard strcmp(name, ".") != 0, strcmp(name, "..") != 0 else { return }
                    // Names need not be UTF-8: they are kept as they are.
                    let at = dirfd(folder)
                    if unlinkat(at, name, 0) == 0 { return }
                    if unlinkat(at, name, AT_REMOVEDIR) == 0 { return }
                    removeAll(path + "/" + String(cString: name))
                }
            }
        }
        closedir(folder)
        rmdir(path)
    }

    func write(_ text: String, to path: String, mode: mode_t = 0o644) {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        guard file >= 0 else { return }
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            bytes = bytes.dropFirst(count)
        }
        close(file)
    }

    static func read(_ path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { room, count in
            while count < room.count, let base = room.baseAddress {
                let more = Glibc.read(file, base + count, room.count - count)
                guard more > 0 else { break }
                count += more
            }
        }
    }

    /// The names in the work folder, with bytes that are not ASCII shown, and where each is.
    func files() -> [(shown: String, bytes: [UInt8])] {
        guard let folder = opendir(work) else { return [] }
        defer { closedir(folder) }
        var found: [(String, [UInt8])] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            guard name != Array(".".utf8), name != Array("..".utf8) else { continue }
            var shown = ""
            for byte in name {
                if (0x20...0x7E).contains(byte) {
                    shown.unicodeScalars.append(Unicode.Scalar(byte))
                } else {
                    shown += "\\" + String(byte, radix: 16)
                }
            }
            let isText = name.allSatisfy { $0 < 0x80 }
            found.append((shown, isText ? Self.read(work + "/" + shown) ?? [] : []))
        }
        return found.sorted { $0.0 < $1.0 }
    }
}
