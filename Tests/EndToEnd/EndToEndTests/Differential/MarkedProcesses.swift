import CTerminal
import Glibc

/// The processes of one cell, or of one test: those with its mark in the environment that they were started with.
enum MarkedProcesses {
    static func numbers(mark: String, of variable: String = "DIFF_CELL") -> [pid_t] {
        guard let folder = opendir("/proc") else { return [] }
        defer { closedir(folder) }
        let wanted = Array("\(variable)=\(mark)".utf8) + [0]
        var found: [pid_t] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { atoi($0) }
            }
            if name > 1, contains(name, wanted) { found.append(name) }
        }
        return found
    }

    private static func contains(_ process: pid_t, _ wanted: [UInt8]) -> Bool {
        let file = open("/proc/\(process)/environ", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        return withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { room in
            let count = read(file, room.baseAddress, room.count)
            guard count > 0 else { return false }
            var rest = UnsafeRawBufferPointer(rebasing: room[..<count])
            while let base = rest.baseAddress, rest.count >= wanted.count {
                if memcmp(base, wanted, wanted.count) == 0 { return true }
                guard let end = memchr(base, 0, rest.count) else { break }
                rest = UnsafeRawBufferPointer(rebasing: rest[(UnsafeRawPointer(end) - base + 1)...])
            }
            return false
        }
    }

    /// Its name; nil where it is not there, or only as an entry that waits for its parent.
    static func name(_ process: pid_t) -> String? {
        guard let entry = entry(process), entry.state != "Z", entry.state != "X" else { return nil }
        return entry.name
    }

    /// Whether all that are in this process group have been stopped.
    static func areStopped(group: pid_t, mark: String) -> Bool {
        numbers(mark: mark).filter { getpgid($0) == group }.allSatisfy { entry($0)?.state == "T" }
    }

    private static func entry(_ process: pid_t) -> (name: String, state: Character)? {
        let file = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = read(file, &bytes, bytes.count)
        guard count > 0 else { return nil }
        let text = String(decoding: bytes[..<count], as: UTF8.self)
        guard let begin = text.firstIndex(of: "("), let end = text.lastIndex(of: ")"),
            let state = text[end...].dropFirst(2).first
        else { return nil }
        return (String(text[text.index(after: begin)..<end]), state)
    }

    /// Ends all that are left.
    static func end(mark: String, of variable: String = "DIFF_CELL") {
        for _ in 0..<5 {
            let left = numbers(mark: mark, of: variable).filter { name($0) != nil }
            if left.isEmpty { return }
            for process in left {
                let descriptor = foyer_process_descriptor(process)
                kill(process, SIGKILL)
                var gone = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                poll(&gone, 1, 1000)
                if descriptor >= 0 { close(descriptor) }
            }
        }
    }
}
