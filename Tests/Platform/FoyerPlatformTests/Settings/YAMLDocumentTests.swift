import FoyerCore
import TestSupport
import Testing

@testable import FoyerPlatform

@Suite struct YAMLDocumentTests {
    private func read(_ text: String) -> YAMLDocument { YAMLDocument(Array(text.utf8)) }

    /// `LINE:COLUMN: sentence`.
    private func problems(_ text: String) -> [String] {
        read(text).problems.map { "\($0.mark.line):\($0.mark.column): \($0)" }
    }

    /// The document in flow style, its plain scalars as they are and all others in quotation marks.
    private func told(_ text: String) -> String? { read(text).root.map { told($0) } }

    private func told(_ node: YAMLNode) -> String {
        switch node.content {
        case .scalar(let text): node.isPlain ? text : "\"\(text)\""
        case .sequence(let elements): "[" + elements.map { told($0) }.joined(separator: ", ") + "]"
        case .mapping(let pairs):
            "{" + pairs.map { told($0.key) + ": " + told($0.value) }.joined(separator: ", ") + "}"
        }
    }

    @Test func scalarsListsAndMappingsWithTheirPlaces() throws {
        #expect(
            told("a: 1\n\"b\": [x, 'y z']\nc:\n  - { d: ~ }\n  - |\n    two\n    lines\n")
                == "{a: 1, \"b\": [x, \"y z\"], c: [{d: ~}, \"two\nlines\n\"]}")
        let root = try #require(read("a: 1\n茶: [é, 2]\n").root?.mapping)
        #expect(root.map(\.key.mark) == [YAMLMark(line: 1, column: 1), YAMLMark(line: 2, column: 1)])
        #expect(root[1].value.sequence?.map(\.mark.column) == [5, 8], "columns are scalars, not bytes")
    }

    @Test(arguments: ["", "\n", "# nothing\n"]) func aTextThatSaysNothingHasNoRoot(text: String) {
        #expect(read(text).root == nil)
        #expect(read(text).problems.isEmpty)
    }

    @Test func keysThatAreThereTwiceAreNamedOnce() {
        let text = "a: 1\nb: { c: 1, c: 2, c: 3 }\na: 2\n"
        #expect(
            problems(text) == [
                "2:6: \"c\" appears twice; each key may appear once.",
                "1:1: \"a\" appears twice; each key may appear once.",
            ])
        #expect(told(text) == "{a: 1, b: {c: 1, c: 2, c: 3}, a: 2}")
    }

    @Test func aTabIsNoIndentation() {
        #expect(
            problems("a:\n\tb: 1\n") == [
                "2:1: This is not valid YAML: found character that cannot start any token "
                    + "while scanning for the next token. Here is a tab; indent with spaces."
            ])
    }

    @Test func whatIsNotClosedIsNamedAndTheRestCounts() {
        let document = read("a: 1\nb: { c: [d, e\n")
        #expect(
            document.problems.map(\.description).first?.hasPrefix("This is not valid YAML: did not find expected")
                == true)
        #expect(document.root.map { told($0) } == "{a: 1, b: {c: [d, e]}}")
    }

    @Test func whereSomethingWithoutAnEndBeginsIsNamed() {
        #expect(
            problems("a: 1\nb: \"c\nd: 2\n") == [
                "2:4: This is not valid YAML: found unexpected end of stream. The quote that begins here has no end."
            ])
        #expect(problems("a: 1\nb: {c: 1\nd: 2\n").first?.contains("mapping that begins in line 2.") == true)
        #expect(problems("b: {c: 1]\n").first?.contains("begins in line") == false, "the reader sees it there")
    }

    @Test(arguments: [
        ("wait: Name:\n", "A text with a colon in it needs quotes."),
        ("a: b: c\n", "A text with a colon in it needs quotes."),
        ("a: {b: c:}\n", "A text with a colon in it needs quotes."),
        ("a: @b\n", "A text that begins with @ needs quotes."),
        ("- a\n - b: c\n  - d\n", "Indent this line like those that it belongs to."),
        ("command: ./a\n  title: \"10:30\"\n", "Indent this line like those that it belongs to."),
        ("title: 'it's here'\n", "put all of it in quotes, or end the quote above."),
        ("- wait: \"Done\" now\n", "put all of it in quotes, or end the quote above."),
        ("b: \"c\nd: \"e\"\n", "put all of it in quotes, or end the quote above."),
        ("a:\n    b: 1\n  c: 2\n", "Indent this line like those that it belongs to."),
    ])
    func theCommonestMistakesAreToldWithWhatHelps(text: String, remedy: String) {
        #expect(problems(text).first?.hasSuffix(remedy) == true, "\(problems(text))")
    }

    @Test func bytesThatAreNoTextHaveTheirPlace() {
        let document = YAMLDocument(Array("a: 1\né: ".utf8) + [0xFF, 0xFE])
        #expect(document.problems.map(\.mark) == [YAMLMark(line: 2, column: 4)])
        #expect(document.problems.first?.description == "This is not valid YAML: invalid leading UTF-8 octet.")
        #expect(YAMLDocument(Array("a: \u{1}".utf8)).problems.map(\.mark) == [YAMLMark(line: 1, column: 4)])
    }

    @Test func oneDocumentIsEnough() {
        #expect(problems("a: 1\n---\nb: 2\n") == ["2:1: A second document begins here; a file holds one."])
        #expect(told("a: 1\n---\nb: 2\n") == "{a: 1}")
        #expect(problems("--- {a: 1}\n...\n") == [])
    }

    @Test func tagsAreNamed() {
        #expect(
            problems("a: !!str 5\nb: !x { c: !y [] }\n") == [
                "1:4: The tag tag:yaml.org,2002:str is not supported; write the value alone.",
                "2:4: The tag !x is not supported; write the value alone.",
                "2:12: The tag !y is not supported; write the value alone.",
            ])
    }

    @Test func anAliasStandsForWhatIsAbove() throws {
        let text = "a: &x [1, &y 2]\nb: *x\nc: *y\n"
        #expect(problems(text) == [])
        #expect(told(text) == "{a: [1, 2], b: [1, 2], c: 2}")
        let root = try #require(read(text).root?.mapping)
        #expect(root.map(\.value.isAlias) == [false, true, true])
        #expect(root[1].value.mark == YAMLMark(line: 2, column: 4))
        #expect(
            problems("a: *x\nb: &x 1\n")
                == ["1:4: \"*x\" refers to nothing; expected \"&x\" at a value above."])
        #expect(problems("&x [*x]").count == 1, "nothing holds itself")
    }

    /// What other readers merge is a key like any other.
    @Test func nothingIsMerged() {
        #expect(told("a: &x { b: 1 }\nc: { <<: *x }\n") == "{a: {b: 1}, c: {<<: {b: 1}}}")
    }

    @Test func aliasesThatMultiplyEndEarly() {
        var lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
        for level in 1...9 {
            let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            lines.append("a\(level): &a\(level) [\(aliases)]")
        }
        let document = read(lines.joined(separator: "\n"))
        #expect(document.problems.map(\.reason) == [.tooManyValues])
        #expect(document.problems.first?.mark.line == 5)
    }

    @Test func depthIsBoundedWithAliasesCountedIn() {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(problems(nested(64)) == [])
        #expect(read(nested(65)).problems.map(\.reason) == [.tooDeep])
        #expect(problems("- &x \(nested(62))\n- [*x]\n") == [])
        #expect(read("- &x \(nested(62))\n- [[*x]]\n").problems.map(\.reason) == [.tooDeep])
        #expect(read(String(repeating: "[", count: 200_000)).problems.map(\.reason) == [.tooDeep])
    }

    @Test func sizeIsBounded() {
        #expect(read("[" + String(repeating: "x,", count: YAMLDocument.maxValues - 1) + "]").problems.isEmpty)
        #expect(
            read("[" + String(repeating: "x,", count: YAMLDocument.maxValues) + "]").problems.map(\.reason)
                == [.tooManyValues])
        let long = YAMLDocument(Array("a: 1\n# more\n".utf8), largest: 8)
        #expect(long.problems.map(\.reason) == [.tooLarge(8)])
        #expect(long.root == nil)
    }

    /// As some editors save it; it takes no column.
    @Test func aByteOrderMarkIsNoText() {
        #expect(told("\u{FEFF}a: 1\nb: { c: 2 }\n") == "{a: 1, b: {c: 2}}")
        #expect(problems("\u{FEFF}a: 1\nb: 2\n").isEmpty)
        #expect(read("\u{FEFF}a: 1\nb: 2\n").root?.mark == YAMLMark(line: 1, column: 1))
        #expect(problems("\u{FEFF}a: [\u{1}]\n").first?.hasPrefix("1:5: ") == true)
        #expect(read("\u{FEFF}").root == nil)
    }

    /// For any input the reader ends, and each problem has a place in the text.
    @Test func anyTextIsReadOrRefused() {
        var random = SplitMix64(seed: 20)
        let pieces = [
            "a", ": ", "- ", "[", "]", "{", "}", ",", "\n", "  ", "\t", "&x ", "*x", "!t ", "'", "\"", "|\n", "? ", "#",
            "---\n", "...\n", "%", "\u{FEFF}", "é", "\\",
        ]
        for _ in 0..<2000 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 1...30, using: &random) {
                bytes += Array(pieces[Int.random(in: pieces.indices, using: &random)].utf8)
            }
            if Int.random(in: 0..<10, using: &random) == 0 { bytes.append(UInt8.random(in: 0...255, using: &random)) }
            let document = YAMLDocument(bytes)
            let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
            for problem in document.problems {
                #expect((1...lines + 1).contains(problem.mark.line), "\(problem) in \(bytes)")
                #expect(problem.mark.column >= 1)
            }
        }
    }
}
