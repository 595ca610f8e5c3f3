import Foyer
import FoyerPlatform
import FoyerQA
import FoyerSystem
import Glibc

/// Who tests: asked once, before anything is shown, and kept for every checklist.
enum Tester {
    private static let longest = 200

    static func name(_ given: String?, _ folder: RunFolder, _ places: Places, _ language: Language) -> String? {
        let path = places.state + "/qa/tester"
        let kept = (try? UserFile.read(path, limit: longest)).map { String(decoding: $0, as: UTF8.self) }
        if let kept, given == nil { return clean(kept) }
        guard let name = clean(given ?? Places.variable("FOYER_TESTER") ?? asked(language)) else { return nil }
        do {
            try folder.make(places)
            try UserFile.write(Array((name + "\n").utf8), to: path)
        } catch {
            // The sitting says the same of its own file, which matters more.
        }
        return name
    }

    /// An empty line is an answer, too: nobody is named, and the question comes again.
    private static func asked(_ language: Language) -> String {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return "" }
        StandardError.write(language[.testerQuestion])
        return readLine() ?? ""
    }

    private static func clean(_ text: String) -> String? {
        let name = SafeText(text).string.split(separator: " ").joined(separator: " ")
        return name.isEmpty ? nil : String(name.prefix(longest))
    }
}
