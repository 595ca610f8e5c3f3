import Glibc

/// The programs under test: what the build has put beside this test bundle.
enum Products {
    static let folder: String = {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count)
        let bytes = path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
        let text = String(decoding: bytes, as: UTF8.self)
        return String(text[..<(text.lastIndex(of: "/") ?? text.startIndex)])
    }()
    static var foyer: String { folder + "/foyer" }
    static var probe: String { folder + "/RunProbe" }
    /// Without these there are 256 colours at most; `Scripts/test` compiles them.
    static var hasTerminfo: Bool { access(folder + "/terminfo", R_OK) == 0 }
}
