import CLibYAML

/// A place in a YAML text.
package struct YAMLMark: Hashable, Sendable {
    /// From 1.
    package let line: Int
    /// From 1, in Unicode scalars.
    package let column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

/// A value of a YAML document, with its place.
package struct YAMLNode: Sendable {
    package enum Content: Sendable {
        case scalar(String)
        case sequence([YAMLNode])
        /// In the order of the text. A key may appear twice: the document's problems say so.
        case mapping([(key: YAMLNode, value: YAMLNode)])
    }

    package internal(set) var content: Content
    /// Where it begins.
    package internal(set) var mark: YAMLMark
    /// Whether it is a scalar without quotation marks, which may mean a number, a boolean or nothing.
    package let isPlain: Bool
    /// Whether it is an alias of a node above it.
    package internal(set) var isAlias = false

    package var scalar: String? {
        if case .scalar(let text) = content { text } else { nil }
    }

    package var sequence: [YAMLNode]? {
        if case .sequence(let elements) = content { elements } else { nil }
    }

    package var mapping: [(key: YAMLNode, value: YAMLNode)]? {
        if case .mapping(let pairs) = content { pairs } else { nil }
    }
}

/// A YAML text of one document, in UTF-8, without tags.
package struct YAMLDocument: Sendable {
    /// The levels of lists and mappings, including those behind aliases.
    package static let maxDepth = 64
    /// The number of scalars, lists and mappings; those behind aliases count each time.
    package static let maxValues = 100_000
    /// The size limit of a text in bytes, unless its reader sets a lower one.
    package static let largest = 256 << 10

    /// U+FEFF in UTF-8, which some editors put first.
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// `nil` if the text is empty. If it stops being YAML at some place, what stands before that.
    package let root: YAMLNode?
    /// All problems in the order in which they were found; the last may be the one that ended the reading.
    package let problems: [YAMLProblem]

    /// Reads a text.
    ///
    /// - Parameter largest: the size limit in bytes; nothing of a longer text is read.
    package init(_ text: [UInt8], largest: Int = Self.largest) {
        // libyaml takes a byte order mark for a column of the first line when it has been told the encoding.
        let text = text.starts(with: Self.byteOrderMark) ? Array(text.dropFirst(Self.byteOrderMark.count)) : text
        guard text.count <= largest else {
            (root, problems) = (nil, [YAMLProblem(reason: .tooLarge(largest), mark: YAMLMark(line: 1, column: 1))])
            return
        }
        var composer = YAMLComposer()
        do {
            try Self.forEachEvent(in: text) { event throws(YAMLProblem) in try composer.take(event) }
        } catch {
            composer.end(with: error)
        }
        (root, problems) = (composer.root, composer.problems)
    }

    private static func forEachEvent(
        in text: [UInt8], _ body: (yaml_event_t) throws(YAMLProblem) -> Void
    ) throws(YAMLProblem) {
        var parser = yaml_parser_t()
        guard yaml_parser_initialize(&parser) == 1 else {
            throw YAMLProblem(reason: .syntax("there is no memory to read it"), mark: YAMLMark(line: 1, column: 1))
        }
        defer { yaml_parser_delete(&parser) }
        yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
        try text.withUnsafeBufferPointer { (buffer) throws(YAMLProblem) in
            yaml_parser_set_input_string(&parser, buffer.baseAddress, buffer.count)
            var isEnd = false
            while !isEnd {
                var event = yaml_event_t()
                guard yaml_parser_parse(&parser, &event) == 1 else { throw problem(of: parser, in: text) }
                defer { yaml_event_delete(&event) }
                isEnd = event.type == YAML_STREAM_END_EVENT
                try body(event)
            }
        }
    }

    private static func problem(of parser: yaml_parser_t, in text: [UInt8]) -> YAMLProblem {
        var words = [parser.problem, parser.context].compactMap { $0.map { String(cString: $0) } }
        if parser.error == YAML_READER_ERROR {
            let mark = YAMLMark(offset: parser.problem_offset, in: text)
            return YAMLProblem(reason: .syntax(words.joined(separator: " ")), mark: mark)
        }
        let (mark, begin) = (YAMLMark(parser.problem_mark), YAMLMark(parser.context_mark))
        let remedy = YAMLProblem.Remedy(words, at: mark, in: text)
        // It is noticed at the end of the file.
        if remedy == .secondQuote { return YAMLProblem(reason: .syntax(words[0], remedy), mark: begin) }
        // A bracket without its other end is noticed far below where it begins.
        if parser.context != nil, begin.line < mark.line { words.append("that begins in line \(begin.line)") }
        return YAMLProblem(reason: .syntax(words.joined(separator: " "), remedy), mark: mark)
    }
}

extension YAMLProblem.Remedy {
    /// - Parameter words: libyaml's: what it found, and what it was doing.
    fileprivate init?(_ words: [String], at mark: YAMLMark, in text: [UInt8]) {
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let line = lines.indices.contains(mark.line - 1) ? String(decoding: lines[mark.line - 1], as: UTF8.self) : ""
        let (before, rest) = (
            line.unicodeScalars.prefix(mark.column - 1), line.unicodeScalars.dropFirst(mark.column - 1)
        )
        switch words.first {
        // The first colon is a key's own; without one, the text of the line above goes on in this one.
        case "mapping values are not allowed in this context": self = before.contains(":") ? .quotes : .indentation
        case "found unexpected ':'": self = .quotes
        case "found character that cannot start any token":
            guard let first = rest.first else { return nil }
            self = first == "\t" ? .blanks : .quotesFor(Character(first))
        case "did not find expected '-' indicator", "did not find expected key":
            if before.allSatisfy({ $0 == " " || $0 == "-" }) {
                self = .indentation
            } else if before.contains(where: { $0 == "\"" || $0 == "'" }) {
                self = .oneQuote
            } else {
                return nil
            }
        case "found unexpected end of stream" where words.last == "while scanning a quoted scalar": self = .secondQuote
        default: return nil
        }
    }
}

extension YAMLMark {
    /// libyaml counts from 0.
    init(_ mark: yaml_mark_t) {
        self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
    }

    /// Bytes that are no text have only an offset.
    fileprivate init(offset: Int, in text: [UInt8]) {
        let before = text.prefix(offset)
        let line = before.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let scalars = (line.last ?? []).count { $0 & 0xC0 != 0x80 }
        self.init(line: max(line.count, 1), column: scalars + 1)
    }
}
