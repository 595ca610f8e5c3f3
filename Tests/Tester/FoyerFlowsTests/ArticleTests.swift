import FoyerSystem
import Glibc
import Testing

/// The articles name what exists: the files they link to, and the code they speak of.
@Suite struct ArticleTests {
    private static func exists(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        var folded: [Substring] = []
        for part in parts {
            if part == ".." { _ = folded.popLast() } else { folded.append(part) }
        }
        return access("/" + folded.joined(separator: "/"), F_OK) == 0
    }

    @Test func everyRelativeLinkLeadsToAFile() throws {
        let pages = try ["README.md", "CHANGELOG.md"] + ReferenceTests.files(".md").filter { $0.contains(".docc/") }
        var count = 0
        for page in pages {
            let folder = ReferenceTests.package + "/" + page.split(separator: "/").dropLast().joined(separator: "/")
            let text = try ReferenceTests.text(page)
            let links =
                text.matches(of: /\]\(([^)#\s]+)/).map { String($0.1) }
                + text.matches(of: /(?:src|href)="([^"#]+)/).map { String($0.1) }
            for link in links where link.firstMatch(of: /^[a-z]+:/) == nil {
                count += 1
                #expect(Self.exists(folder + "/" + link), "\(page) links to \(link)")
            }
        }
        #expect(count > 20)
    }

    /// Every word of the code, and those that name a type.
    private static func words() throws -> (all: Set<String>, types: Set<String>) {
        var (all, types): (Set<ArraySlice<UInt8>>, Set<ArraySlice<UInt8>>) = ([], [])
        let introducers = Set(
            ["class", "struct", "enum", "protocol", "actor", "typealias"].map { Array($0.utf8)[...] })
        for folder in ["Sources", "Tests"] {
            for ending in [".swift", ".c", ".h"] {
                for file in try ReferenceTests.files(ending, below: folder) {
                    var last: ArraySlice<UInt8> = []
                    for word in Array(try ReferenceTests.text(file).utf8).split(whereSeparator: { !isOfWord($0) }) {
                        all.insert(word)
                        if introducers.contains(last) { types.insert(word) }
                        last = word
                    }
                }
            }
        }
        return (
            Set(all.map { String(decoding: $0, as: UTF8.self) }), Set(types.map { String(decoding: $0, as: UTF8.self) })
        )
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// Names that the guide borrows from Swift, its libraries and the system.
    private static let foreign: Set = ["FoundationEssentials", "Sendable", "unchecked", "memfd", "traits"]

    /// The folders that the guide's paths begin in: the checkout, its sources and tests, and each house of both.
    private static func folders() throws -> [String] {
        let trees = ["Sources", "Tests"].map { "\(ReferenceTests.package)/\($0)" }
        let houses = try trees.flatMap { tree in
            try Folder.open(path: tree, makes: false, disk: .real).entries(limit: .max)
                .filter { $0.kind == .folder }.map { "\(tree)/\($0.name)" }
        }
        return [ReferenceTests.package] + trees + houses
    }

    @Test func theGuideNamesWhatExists() throws {
        let code = try Self.words()
        let folders = try Self.folders()
        let files = try ReferenceTests.files(".swift") + ReferenceTests.files(".swift", below: "Tests")
        var count = 0
        for line in try ReferenceTests.page("GuideToTheCode").split(separator: "\n") {
            for (index, span) in line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            where index % 2 == 1 {
                count += 1
                if span.hasSuffix(".swift") {
                    #expect(files.contains { $0.hasSuffix("/" + span) }, "no file \(span)")
                } else if span.contains("/") {
                    #expect(folders.contains { Self.exists("\($0)/\(span)") }, "nothing lies at \(span)")
                } else {
                    for word in span.matches(of: /\b[A-Za-z]\w*\b/).map({ String($0.0) }) {
                        let isKnown =
                            word.first?.isUppercase == true
                            ? code.types.contains(word) || Self.foreign.contains(word)
                                || folders.contains { Self.exists("\($0)/\(word)") }
                            : code.all.contains(word) || Self.foreign.contains(word)
                        #expect(isKnown, "nothing is called \(word)")
                    }
                }
            }
        }
        #expect(count > 40)
    }

    /// Of the guide's walks and the parts that they share.
    @Test func aWalkHasAsManyFilesAsItSays() throws {
        let page = try ReferenceTests.page("GuideToTheCode")
        let walks = try #require(page.split(separator: "### Walks").last?.split(separator: "\n### ").first)
        var parts: [String: Set<String>] = [:]
        var count = 0
        for line in walks.split(separator: "\n") where line.hasPrefix("|") {
            let cells = line.split(separator: "|").map { $0.trimmingPrefix(" ") }
            // A row of files alone; the others are sentences.
            guard cells.count > 1, let row = cells[1].wholeMatch(of: /(\d+): ((?:[\w`.\/+]+(?:, )?)+) */) else {
                continue
            }
            var files: Set<String> = []
            for name in row.2.split(separator: ", ") {
                files.formUnion(parts[String(name)] ?? [String(name)])
            }
            #expect(Int(row.1) == files.count, "\(cells[0])")
            if let part = cells[0].firstMatch(of: /^\*(\w+)\*/) { parts[String(part.1)] = files }
            count += 1
        }
        #expect(parts.count == 3 && count == 13)
    }
}
