import Glibc

/// Small files and folders.
enum Files {
    static func text(_ path: String) -> String {
        guard let file = fopen(path, "r") else { return "" }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&piece, 1, piece.count, file), count > 0 { bytes += piece[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func write(_ bytes: [UInt8], to path: String) {
        guard let file = fopen(path, "w") else { fail("cannot write \(path)") }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }

    static func write(_ text: String, to path: String) { write(Array(text.utf8), to: path) }

    static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }

    static func size(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}

/// Commands of the machine.
enum Shell {
    /// Runs a command; what it prints goes into the log.
    @discardableResult static func run(_ command: String, environment: [String: String] = [:]) -> Usage {
        Session(["/bin/sh", "-c", "{ \(command); } </dev/null >>'\(Bench.folder)/log' 2>&1"], environment: environment)
            .end()
    }

    /// The last line of the log.
    static var lastWords: Substring { Files.text(Bench.folder + "/log").split(separator: "\n").last ?? "" }

    /// What a command prints, without the last line's end.
    static func output(_ command: String) -> String {
        let file = Bench.folder + "/output"
        _ = Session(["/bin/sh", "-c", "{ \(command); } </dev/null >'\(file)' 2>>'\(Bench.folder)/log'"]).end()
        var text = Files.text(file)
        while text.last == "\n" { text.removeLast() }
        return text
    }

    /// Where a program is, if it is installed.
    static func find(_ name: String) -> String? {
        let path = output("command -v \(name)")
        return path.hasPrefix("/") ? path : nil
    }

    /// The Python that has a module: the one of the PATH, else the system's.
    static func python(with module: String) -> String? {
        [find("python3"), "/usr/bin/python3"].compactMap(\.self).first {
            output("\($0) -c 'import \(module)' && echo yes") == "yes"
        }
    }

    /// A command with a file as its input.
    static func reading(_ file: String, _ command: [String]) -> [String] {
        ["/bin/sh", "-c", "exec \(quote(command)) <'\(file)'"]
    }

    static func quote(_ words: [String]) -> String {
        words.map { "'" + $0 + "'" }.joined(separator: " ")
    }
}
