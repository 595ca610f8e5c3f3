/// What is wrong in a user's YAML file. Keys and values appear as in the file.
extension Phrase {
    // MARK: - YAML

    /// - Parameters:
    ///   - reason: libyaml's, which is in English.
    ///   - remedy: a sentence on what helps.
    package static func noYAML(_ reason: String, _ remedy: Phrase? = nil) -> Phrase {
        let problem = Phrase("This is not valid YAML: \(reason).")
        return remedy.map { Phrase("\(problem) \($0)") } ?? problem
    }

    package static let colonNeedsQuotes = Phrase("A text with a colon in it needs quotes.")
    package static let tabDoesNotIndent = Phrase("Here is a tab; indent with spaces.")
    package static let indentedOtherwise = Phrase("Indent this line like those that it belongs to.")
    package static let textAfterQuote = Phrase(
        "A quote ends here, and the text goes on: put all of it in quotes, or end the quote above.")
    package static let quoteWithoutEnd = Phrase("The quote that begins here has no end.")

    package static func needsQuotes(_ character: Character) -> Phrase {
        Phrase("A text that begins with \(character) needs quotes.")
    }

    package static func duplicateKey(_ name: String) -> Phrase {
        Phrase("\"\(name)\" appears twice; each key may appear once.")
    }

    package static func unknownTag(_ tag: String) -> Phrase {
        Phrase("The tag \(tag) is not supported; write the value alone.")
    }

    package static func unknownAlias(_ name: String) -> Phrase {
        Phrase("\"*\(name)\" refers to nothing; expected \"&\(name)\" at a value above.")
    }

    package static let secondDocument = Phrase("A second document begins here; a file holds one.")

    package static func nestedTooDeep(_ levels: Int) -> Phrase {
        Phrase("This is nested too deep; expected at most \(levels) levels.")
    }

    package static func tooManyValues(_ count: Int) -> Phrase {
        Phrase("There are too many values; the limit is \(count).")
    }

    package static func fileTooLarge(kibibytes: Int) -> Phrase {
        Phrase("The file is larger than \(kibibytes) KiB.")
    }

    // MARK: - Values

    /// - Parameters:
    ///   - what: the name of the value.
    ///   - found: what was found.
    ///   - meant: the word that was probably meant.
    package static func isNot(_ what: Phrase, _ found: Phrase, expected: Phrase, meant: String?) -> Phrase {
        guard let meant else { return Phrase("\(what) is \(found); expected \(spaced: expected).") }
        return Phrase("\(what) is \(found); expected \(spaced: expected); \(didYouMean(meant))")
    }

    /// - Parameter keys: one of these.
    package static func lacks(_ what: Phrase, _ keys: [String]) -> Phrase {
        let names = keys.map(quoted)
        let head = names.dropLast().reduce(nil as Phrase?) { head, name in
            head.map { Phrase("\($0), \(name)", context: "keys") } ?? name
        }
        guard let last = names.last else { return Phrase("\(what) lacks \(anyOf(keys)).") }
        return Phrase("\(what) lacks \(head.map { Phrase("\($0) or \(last)", context: "keys") } ?? last).")
    }

    package static func unknownKey(_ what: Phrase, _ key: String, known: [String], meant: String?) -> Phrase {
        let hint =
            meant.map { didYouMean($0) }
            ?? Phrase("expected \(spaced: anyOf(known)).")
        return Phrase("\(what) knows no \"\(key)\"; \(hint)")
    }

    private static func didYouMean(_ word: String) -> Phrase {
        Phrase("did you mean \"\(word)\"?")
    }

    /// A key of a mapping, as the subject of a sentence.
    package static func key(of what: Phrase) -> Phrase {
        Phrase("A key of \(what)")
    }

    // MARK: - What is there

    package static func quoted(_ text: String) -> Phrase {
        text.isEmpty ? Phrase("empty") : Phrase("\"\(text)\"")
    }

    package static let aMapping = Phrase("a mapping")
    package static let aList = Phrase("a list")

    // MARK: - What was expected

    package static let trueOrFalse = Phrase("true or false")
    package static let aText = Phrase("a text")
    package static let aName = Phrase("a name")
    package static let aScalar = Phrase("a single value")
    package static let webAddress = Phrase("an http or https address")
    package static let aColor = Phrase("a colour as \"#e8a33d\"")

    package static func aMapping(with keys: [String]) -> Phrase {
        keys.isEmpty
            ? Phrase("a mapping of names and values")
            : Phrase("a mapping with \(anyOf(keys))")
    }

    package static func wholeNumber(_ low: Int, to high: Int) -> Phrase {
        Phrase("a whole number from \(low) to \(high)")
    }

    package static func secondsFrom(_ low: String, to high: String) -> Phrase {
        Phrase("a number of seconds from \(low) to \(high)")
    }

    /// "a, b or c".
    package static func anyOf(_ words: [String]) -> Phrase {
        guard words.count > 1, let last = words.last else {
            return words.first.map { Phrase(asIs: $0) } ?? Phrase("nothing")
        }
        return Phrase("\(list(Array(words.dropLast()))) or \(last)")
    }

    // MARK: - Settings

    package static let theSplash = Phrase("The splash")
    package static let theSettings = Phrase("The settings file")
    package static let aWord = Phrase("a word")
    package static let wordsOfACommand = Phrase("the command and its words: [npm, run, dev]")

    package static func regularExpression(_ reason: String) -> Phrase {
        Phrase("a regular expression (\(reason))")
    }

    /// - Parameter keys: the keys of which only one can count.
    package static func onlyOne(of keys: [String]) -> Phrase {
        Phrase("Only one of \(list(keys)) can count.")
    }
}
