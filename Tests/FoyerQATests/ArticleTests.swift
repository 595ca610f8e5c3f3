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

    /// Names that the guide borrows from elsewhere.
    private static let foreign: Set = ["FoundationEssentials", "README", "NIO", "JSON", "YAML", "PNG"]

    @Test func theGuideNamesWhatExists() throws {
        let files = try ReferenceTests.files(".swift") + ReferenceTests.files(".swift", below: "Tests")
        let code = try files.map { try ReferenceTests.text($0) }.joined()
        let declared = Set(
            code.matches(of: /\b(?:class|struct|enum|protocol|actor|typealias)\s+([A-Z]\w*)/).map { String($0.1) })
        let words = Set(code.matches(of: /\b\w+\b/).map { String($0.0) })
        let folders = Set(files.flatMap { $0.split(separator: "/").dropLast().map(String.init) })
        var spans = 0
        for line in try ReferenceTests.page("GuideToTheCode").split(separator: "\n") {
            for (index, span) in line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            where index % 2 == 1 {
                spans += 1
                if span.hasSuffix(".swift") {
                    #expect(files.contains { $0.hasSuffix("/" + span) }, "no file \(span)")
                } else if span.hasPrefix("Scripts/") {
                    #expect(Self.exists("\(ReferenceTests.package)/\(span)"), "no script \(span)")
                } else {
                    for word in span.matches(of: /\b[A-Z]\w*\b/).map({ String($0.0) }) {
                        let isKnown = declared.contains(word) || folders.contains(word) || Self.foreign.contains(word)
                        #expect(isKnown || word.hasPrefix("C") && Self.exists("\(ReferenceTests.package)/Sources/\(word)"),
                            "nothing is called \(word)")
                    }
                    for word in span.matches(of: /\b[a-z]\w*\b/).map({ String($0.0) }) where !span.contains("-") {
                        #expect(words.contains(word), "nothing is called \(word)")
                    }
                }
            }
        }
        #expect(spans > 40)
    }
}
