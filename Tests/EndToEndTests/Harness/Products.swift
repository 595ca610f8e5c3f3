import Glibc

/// The programs under test: what the build has put beside this test bundle.
enum Products {
    static let folder: String = {
        var path = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = path.withUnsafeMutableBytes { readlink("/proc/self/exe", $0.baseAddress, $0.count) }
        let text = String(decoding: path.prefix(max(0, count)), as: UTF8.self)
        return String(text[..<(text.lastIndex(of: "/") ?? text.startIndex)])
    }()
    static var foyer: String { folder + "/foyer" }
    static var stage: String { folder + "/foyer-stage" }
    /// Without these there are 256 colours at most; `Scripts/test` compiles them.
    static var hasTerminfo: Bool { access(folder + "/terminfo", R_OK) == 0 }
}
