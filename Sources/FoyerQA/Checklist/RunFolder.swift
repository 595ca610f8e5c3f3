import Foyer
import FoyerPlatform
import FoyerSystem
import Glibc

/// Where a checklist's run lies: a folder of its own below the state folder, found again by the checklist's file.
package struct RunFolder: Sendable {
    package let path: String
    package var journal: String { path + "/run.jsonl" }
    /// Where flows keep what they install; gone when they end.
    var flow: String { path + "/flow" }

    /// - Parameter isShipped: whether the list is the shipped one, which has the same run wherever it is installed.
    package init(of file: String, isShipped: Bool, places: Places) {
        let name = file.split(separator: "/").last.map(String.init) ?? file
        let stem = name.split(separator: ".").first.map(String.init) ?? name
        var slug = String(stem.unicodeScalars.prefix(40).map { Self.isPlain($0) ? Character($0) : "-" })
        if !isShipped { slug += "-" + Self.digits(Self.absolute(file)) }
        path = places.state + "/qa/" + slug
    }

    /// Makes it.
    package func make(_ places: Places) throws(PlaceFailure) {
        try places.make(path)
    }

    /// Puts the run aside, under the time at which that happens.
    ///
    /// - Returns: where it lies now; `nil` where there was none.
    package func putAside(at time: String) throws(RunJournal.Failure) -> String? {
        guard access(journal, F_OK) == 0 else { return nil }
        let plain = String(time.filter { $0.isNumber || $0 == "T" })
        var (aside, number) = (path + "/run-\(plain).jsonl", 1)
        while access(aside, F_OK) == 0 {
            number += 1
            aside = path + "/run-\(plain)-\(number).jsonl"
        }
        guard rename(journal, aside) == 0 else {
            throw RunJournal.Failure(cause: .runUnusable(journal, SystemError.cause(errno)))
        }
        return aside
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
        default: false
        }
    }

    private static func absolute(_ file: String) -> String {
        guard let real = realpath(file, nil) else { return file }
        defer { free(real) }
        return String(cString: real)
    }

    /// Eight digits that tell files of one name apart (FNV-1a, folded).
    static func digits(_ text: String) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let digits = String(UInt32(truncatingIfNeeded: hash ^ hash >> 32), radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
