import FoyerPlatform
import Testing

/// What the articles tell hosts to call, hosts can call: each name in prose and tables is public.
@Suite struct HostNamesTests {
    /// The pages that hosts are written from.
    private static let pages = [
        "OwnSplash", "AnyRenderer", "OwnWidget", "Alert", "NamesYouKnow", "RootAndLinks", "OwnBanner",
        "PopupOverAScreen", "WholeHost",
        "OwnShortcuts", "PinnedKeys", "OwnCollector", "AccessibleHost", "ScreensAndWidgets",
        "OwnCarousel",
        "Foyer",
        "FoyerPlatform", "FoyerTUI",
    ]
    /// Names of Swift, of its libraries, and of what is no code.
    private static let foreign: Set = [
        "Task", "Sendable", "SwiftTUI", "TermKit", "Application", "CustomStringConvertible", "HelloFoyer", "Package",
        "Sources", "Scripts", "Mutex", "Foyer",
        "FoyerTUI", "FoyerCore", "FoyerPlatform", "FoyerServe", "Mailbox", "GRVSplashViewDelegate", "Double",
        "Duration",
    ]

    @Test(arguments: pages) func everyNameIsPublic(_ page: String) throws {
        let known = try PublicNames.known.get()
        for span in try Self.spans(of: page, skipsFirstColumn: page == "NamesYouKnow") {
            let name = span.prefix { $0 != "(" }
            let parts = name.split { $0 == "." || $0 == "/" }
            guard let first = parts.first, parts.allSatisfy({ $0.allSatisfy { $0.isLetter || $0.isNumber } }) else {
                continue
            }
            let isType = first.first?.isUppercase == true && first != first.uppercased()
            let isCall = span.contains(":)")
            guard isType || isCall, !Self.foreign.contains(String(first)) else { continue }
            for part in parts { #expect(known.words.contains(String(part)), "\(page): \(span)") }
            if isCall, let last = parts.last {
                let labels = span.drop { $0 != "(" }.prefix { $0 != ")" } + ")"
                let call = last.first?.isUppercase == true ? "init" : String(last)
                #expect(known.calls.contains(call + labels), "\(page): \(span)")
            }
        }
    }

    @Test func whatIsNotPublicIsNotKnown() throws {
        let known = try PublicNames.known.get()
        #expect(known.words.isSuperset(of: ["LaunchEngine", "setServerHost", "noData", "bannerDidLoad"]))
        #expect(known.calls.contains("setServerHost(_:)") && known.calls.contains("banner(_:didShow:)"))
        #expect(!known.words.contains("BannerLoadEffect") && !known.calls.contains("bind(_:in:selected:)"))
    }

    /// Names that Swift wants, and values that other declarations begin with.
    private static let demanded: Set = [
        "callAsFunction", "hash", "appendLiteral", "appendInterpolation", "standardInterval", "standardTimeLimit",
    ]

    /// Otherwise nobody knows whether it works from outside, and it can never be changed.
    ///
    /// A type that no host names is public all the same if another public declaration says it: what a function throws or
    /// returns, what a case carries, a default value.
    @Test func whatIsPublicIsUsedByAHostOrShownInAnExample() throws {
        let known = try PublicNames.known.get()
        var used = Self.demanded
        for folder in ["Sources/Programs/FoyerDemo", "Sources/Programs/HelloFoyer", "Tests/Hosts/OutsideHost"] {
            for file in try ReferenceTests.files(".swift", below: folder) {
                used.formUnion(Self.words(try ReferenceTests.text(file)[...]))
            }
        }
        for page in try ReferenceTests.files(".md") + ["README.md"] {
            let text = try ReferenceTests.text(page).replacing("```", with: "`").replacing("``", with: "`")
            for (index, part) in text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            where index % 2 == 1 {
                used.formUnion(Self.words(part))
            }
        }
        used.formUnion(known.shown)
        #expect(known.members.count > 400)
        for member in known.members where !used.contains(member.name) {
            Issue.record("\(member.name) in \(member.file) is public, and no host, article or example uses it")
        }
        #expect(known.types.count > 150)
        for type in known.types where !used.contains(type.name) && !known.signed.contains(type.name) {
            Issue.record("\(type.name) in \(type.file) is public, and no host and no public declaration names it")
        }
    }

    private static func words(_ text: Substring) -> [String] {
        text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
    }

    /// What is set as code outside of blocks.
    private static func spans(of page: String, skipsFirstColumn: Bool) throws -> [String] {
        var spans: [String] = []
        var isFenced = false
        for line in try ReferenceTests.page(page).split(separator: "\n") {
            if line.hasPrefix("```") { isFenced.toggle() }
            if isFenced { continue }
            var text = String(line)
            if skipsFirstColumn, text.hasPrefix("|") {
                text = text.split(separator: "|").dropFirst().joined(separator: "|")
            }
            text = text.replacing("``", with: "`")
            for (index, span) in text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            where index % 2 == 1 {
                spans.append(String(span.prefix { $0 != "-" || span.contains(" ") }))
            }
        }
        return spans
    }
}

/// The public names of what hosts import.
private struct PublicNames {
    var words: Set<String> = []
    /// With their labels, as `session(forKey:)`.
    var calls: Set<String> = []
    /// Functions and properties, and where they are.
    var members: [(name: String, file: String)] = []
    /// Types that stand in no other, and where they are.
    var types: [(name: String, file: String)] = []
    /// The words of public declarations and of the cases of public enums, but for a type's name within itself.
    var signed: Set<String> = []
    /// The words of the examples in comments.
    var shown: Set<String> = []

    /// Read once: there are 500 files.
    static let known = Result { try all() }

    private static func all() throws -> PublicNames {
        var names = PublicNames()
        for folder in [
            "Launch", "Platform/FoyerPlatformCore", "Platform/FoyerPlatform", "Platform/FoyerServe",
        ] {
            for file in try ReferenceTests.files(".swift", below: "Sources/" + folder) {
                names.read(try ReferenceTests.text(file), file)
            }
        }
        return names
    }

    /// Declarations that say `public`, the cases of such enums, and the requirements of such protocols.
    private mutating func read(_ text: String, _ file: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        /// The indentation of the open public enums and protocols.
        var open: [Int] = []
        /// The type that the lines stand in, or extend.
        var owner = ""
        var isExample = false
        for (index, line) in lines.enumerated() {
            if line.contains("/// ```") { isExample.toggle() }
            if isExample { shown.formUnion(line.split { !($0.isLetter || $0.isNumber) }.map(String.init)) }
            let named = /(?:[a-z@][^:{]*\b)?(?:struct|class|enum|protocol|actor|extension) (\w+)/
            if let match = line.prefixMatch(of: named) {
                owner = String(match.1)
            }
            guard !open.isEmpty || line.contains("public ") else { continue }
            let depth = line.prefix { $0 == " " }.count
            let words = line.split(separator: " ").map(String.init)
            if line.drop(while: { $0 == " " }).hasPrefix("}") { open.removeAll { $0 >= depth } }
            let isInside = open.last == depth - 4
            if words.first == "case", isInside {
                for match in line.matches(of: /(?:case|,) +`?([a-z]\w*)`?/) {
                    self.words.insert(String(match.1))
                    calls.insert(String(match.1) + Self.labels(line, after: String(match.1)))
                }
            }
            let isPublic = line.contains("public ") && line.firstMatch(of: #/^ *(@\w+(\([^)]*\))? )*public /#) != nil
            guard isPublic || isInside else { continue }
            signed.formUnion(Self.declaration(at: index, in: lines).subtracting([owner]))
            guard
                let match = line.firstMatch(
                    of: /(struct|class|enum|protocol|actor|typealias|func|var|let|init|subscript)\b *`?(\w*)/)
            else { continue }
            let name = match.1 == "init" ? "init" : String(match.2)
            self.words.insert(name)
            if isPublic, ["func", "var", "let"].contains(match.1), !name.isEmpty { members.append((name, file)) }
            if isPublic, depth == 0, ["struct", "class", "enum", "protocol", "actor"].contains(match.1) {
                types.append((name, file))
            }
            if isPublic, match.1 == "enum" || match.1 == "protocol" { open.append(depth) }
            if match.1 == "func" || match.1 == "init" {
                calls.insert(name + Self.labels(lines[index...].prefix(8).joined(separator: " "), after: name))
            }
        }
    }

    /// The words of a declaration, which may take several lines, without its body.
    private static func declaration(at index: Int, in lines: [String]) -> Set<String> {
        var text = ""
        for line in lines[index...].prefix(8) {
            text += line + " "
            if line.contains("{") || text.count(where: { $0 == "(" }) == text.count(where: { $0 == ")" }) { break }
        }
        return Set(text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
    }

    /// The labels of a declaration's parameters: `(_:forKey:)`.
    private static func labels(_ text: String, after name: String) -> String {
        guard let start = text.firstRange(of: name + "(") ?? text.firstRange(of: name + "<") else { return "()" }
        guard let open = text[start.lowerBound...].firstIndex(of: "(") else { return "()" }
        var (depth, labels, parameter) = (0, "", "")
        for character in text[open...].replacing("->", with: " ") {
            switch character {
            case "(", "[", "<": depth += 1
            case ")", "]", ">": depth -= 1
            default: break
            }
            if depth == 0 || (depth == 1 && character == ",") {
                if let colon = parameter.firstIndex(of: ":") {
                    let words = parameter[..<colon].split { " (,".contains($0) }
                    labels += (words.first.map(String.init) ?? "_") + ":"
                }
                parameter = ""
                if depth == 0 { break }
            } else {
                parameter.append(character)
            }
        }
        return "(" + labels + ")"
    }
}
