import Glibc

/// Whole files by their paths, outside the layer that is under test.
public enum TestFile {
    /// All bytes; `nil` where there is no file.
    public static func bytes(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while case let count = fread(&piece, 1, piece.count, file), count > 0 { bytes += piece[..<count] }
        return bytes
    }

    /// The same as text; what is not UTF-8 is replaced.
    public static func text(_ path: String) -> String? { bytes(path).map { String(decoding: $0, as: UTF8.self) } }

    /// Makes the file, or replaces what is in it; its folder must be there.
    public static func write(_ bytes: [UInt8], to path: String) {
        guard let file = fopen(path, "we") else { fatalError("no file \(path): errno \(errno)") }
        guard fwrite(bytes, 1, bytes.count, file) == bytes.count, fclose(file) == 0 else {
            fatalError("\(path) is not written: errno \(errno)")
        }
    }

    public static func write(_ text: String, to path: String) { write(Array(text.utf8), to: path) }

    /// What is in a folder, sorted; nothing where there is none.
    public static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
