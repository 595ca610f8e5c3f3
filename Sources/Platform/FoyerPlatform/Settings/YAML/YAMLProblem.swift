import FoyerCore
import FoyerPlatformCore

/// What is wrong in a YAML text, and where.
package struct YAMLProblem: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Reason: Hashable, Sendable {
        /// The text stops being YAML here, in the words of libyaml; and what helps, where that is known.
        case syntax(String, Remedy? = nil)
        case duplicateKey(String)
        case tag(String)
        case unknownAlias(String)
        case secondDocument
        case tooDeep
        /// Too many values, including those that aliases repeat.
        case tooManyValues
        /// The text is longer than this number of bytes.
        case tooLarge(Int)
        /// The value is not what was expected; perhaps the word at the end was meant.
        case isNot(Phrase, YAMLNode.Kind, expected: Phrase, meant: String? = nil)
        /// One of these keys is missing.
        case lacks(Phrase, [String])
        case unknownKey(Phrase, String, known: [String])
        /// Any other rule of a kind of file.
        case other(Phrase)
    }

    /// What helps against the commonest mistakes.
    package enum Remedy: Hashable, Sendable {
        /// A text with a colon in it, or with this character at its beginning, needs quotes.
        case quotes
        case quotesFor(Character)
        /// A tab does not indent.
        case blanks
        /// The line is not indented like its neighbours.
        case indentation
        /// A quote begins here that ends nowhere.
        case secondQuote
        /// A quote has ended, and its text goes on.
        case oneQuote

        var phrase: Phrase {
            switch self {
            case .quotes: .colonNeedsQuotes
            case .quotesFor(let character): .needsQuotes(character)
            case .blanks: .tabDoesNotIndent
            case .indentation: .indentedOtherwise
            case .secondQuote: .quoteWithoutEnd
            case .oneQuote: .textAfterQuote
            }
        }
    }

    package let reason: Reason
    package let mark: YAMLMark

    package init(reason: Reason, mark: YAMLMark) {
        (self.reason, self.mark) = (reason, mark)
    }

    /// The sentence without the place.
    package var phrase: Phrase {
        switch reason {
        case .syntax(let problem, let remedy): .noYAML(problem, remedy?.phrase)
        case .duplicateKey(let name): .duplicateKey(name)
        case .tag(let tag): .unknownTag(tag)
        case .unknownAlias(let name): .unknownAlias(name)
        case .secondDocument: .secondDocument
        case .tooDeep: .nestedTooDeep(YAMLDocument.maxDepth)
        case .tooManyValues: .tooManyValues(YAMLDocument.maxValues)
        case .tooLarge(let bytes): .fileTooLarge(kibibytes: bytes / 1024)
        case .isNot(let what, let kind, let expected, let meant):
            .isNot(what, kind.phrase, expected: expected, meant: meant)
        case .lacks(let what, let keys): .lacks(what, keys)
        case .unknownKey(let what, let key, let known):
            .unknownKey(what, key, known: known, meant: Suggestion.nearest(to: key, among: known))
        case .other(let phrase): phrase
        }
    }

    /// `FILE:LINE:COLUMN: ` and the sentence.
    package func line(in file: String, _ language: Language) -> SafeText {
        SafeText("\(file):\(mark.line):\(mark.column): \(language[phrase])")
    }

    /// Whether the value could not be read at all, as opposed to a wrong word.
    var hidesWhatIsThere: Bool {
        switch reason {
        case .isNot(_, .scalar, _, _), .lacks, .unknownKey, .duplicateKey, .other: false
        default: true
        }
    }

    /// Whether what follows it was not read.
    package var endsReading: Bool {
        switch reason {
        case .syntax, .unknownAlias, .secondDocument, .tooDeep, .tooManyValues, .tooLarge: true
        case .duplicateKey, .tag, .isNot, .lacks, .unknownKey, .other: false
        }
    }

    package var description: String { phrase.english }
}

extension YAMLNode {
    /// What a node is, for messages.
    package enum Kind: Hashable, Sendable {
        case scalar(String)
        case mapping, sequence

        var phrase: Phrase {
            switch self {
            case .scalar(let text): .quoted(text)
            case .mapping: .aMapping
            case .sequence: .aList
            }
        }
    }

    var kind: Kind {
        switch content {
        case .scalar(let text): .scalar(text)
        case .mapping: .mapping
        case .sequence: .sequence
        }
    }
}
