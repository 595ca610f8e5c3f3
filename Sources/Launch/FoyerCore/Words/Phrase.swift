/// A sentence or word for people: in English, where it is used, and in another language if a translation of it is there.
///
/// It may contain text from outside; reading it with `Language`'s subscript makes it safe to show. The English text is
/// for logs and JSON. Names, numbers and messages of the system stay as they are.
///
/// ```swift
/// extension Phrase {
///     static let inbox = Phrase("Inbox", [.simplifiedChinese: "收件箱", .traditionalChinese: "收件匣"])
/// }
/// canvas.text(context.language[.inbox], in: canvas.bounds.line(0))
/// ```
public struct Phrase: Hashable, Sendable {
    /// A value in place of `%1`, `%2` and so on.
    fileprivate enum Argument: Hashable, Sendable {
        case text(String)
        indirect case phrase(Phrase)
        /// In Chinese, a space separates it from what is before it if it begins with a Latin letter or a digit.
        indirect case spaced(Phrase)
    }

    /// The English text, with `%1`, `%2` and so on in place of the arguments, and `%%` for a percent sign.
    private let message: String
    private var arguments: [Argument] = []
    /// The message by which translations are found: of a plural, its singular.
    private var key: String
    /// Tells phrases apart that are the same in English, such as "open" of a door and of a question.
    private var context = ""
    private var translations: Translations?
    private var isSentence = false
    /// Stands for it in all languages but English.
    private var elsewhere: [Phrase] = []

    /// Text known in one language only, such as a host's own sentence.
    public init(asIs text: String) {
        message = "%1"
        key = message
        arguments = [.text(text)]
    }

    /// A text with its translations. A language without one shows the English text.
    public init(_ english: String, _ translations: [Language: String]) {
        self.init(stringLiteral: english)
        self.translations = Translations(translations.mapValues { [key: $0.replacing("%", with: "%%")] })
    }

    /// A text in every language: English, simplified and traditional Chinese.
    @available(*, deprecated, message: "Use init(_:_:) with a dictionary, or a PO file with init(_:in:).")
    public init(_ english: String, _ simplified: String, _ traditional: String) {
        self.init(english, [.simplifiedChinese: simplified, .traditionalChinese: traditional])
    }

    /// A sentence whose translations are in PO files of a host's own.
    ///
    /// ```swift
    /// extension Translations {
    ///     static let shop = Translations([.simplifiedChinese: chinesePOFile])
    /// }
    /// let sentence = Phrase("\(count) of \(all) shops are open.", in: .shop)
    /// ```
    public init(_ phrase: Phrase, in translations: Translations) {
        self = phrase
        self.translations = translations
    }

    /// - Parameter context: tells it apart from another phrase that is the same in English.
    package init(_ phrase: Phrase, context: String) {
        self = phrase
        self.context = context
    }

    /// A text that is fixed in English, and in other languages a phrase.
    package init(english: String, elsewhere: Phrase) {
        self.init(asIs: english)
        self.elsewhere = [elsewhere]
    }

    /// "1 item" or "4 items". Both contain the same arguments in the same order.
    package init(_ count: Int, one: Phrase, other: Phrase) {
        self = count == 1 ? one : other
        key = one.message
    }

    /// All of them, with commas: "a, b, c".
    package static func list(_ items: [String]) -> Phrase {
        guard let first = items.first else { return Phrase(asIs: "") }
        return items.dropFirst().reduce(Phrase(asIs: first)) { Phrase("\($0), \($1)") }
    }

    /// The same as a sentence of its own: with a capital letter, and a stop at its end.
    package var asSentence: Phrase {
        var phrase = self
        phrase.isSentence = true
        return phrase
    }

    /// The English text.
    public var english: String { text(in: .english) }

    package func text(in language: Language) -> String {
        if language != .english, let phrase = elsewhere.first { return phrase.text(in: language) }
        let translated =
            language == .english ? nil : (translations ?? .foyer).text(for: key, context: context, in: language)
        let text = filled(translated ?? message, language)
        guard isSentence, !text.isEmpty else { return text }
        let sentence = language == .english ? text.prefix(1).uppercased() + text.dropFirst() : text
        let isEnded = [".", "。", "?", "!"].contains(String(text.suffix(1)))
        return isEnded ? sentence : sentence + (language == .english ? "." : "。")
    }

    private func filled(_ template: String, _ language: Language) -> String {
        guard template.utf8.contains(UInt8(ascii: "%")) else { return template }
        var text = ""
        var rest = Substring(template)
        while let mark = rest.firstIndex(of: "%") {
            text += rest[..<mark]
            rest = rest[mark...].dropFirst()
            guard let number = rest.first?.wholeNumberValue, arguments.indices.contains(number - 1) else {
                // A percent sign is written twice.
                if rest.first == "%" { rest = rest.dropFirst() }
                text += "%"
                continue
            }
            rest = rest.dropFirst()
            append(arguments[number - 1], to: &text, language)
        }
        return text + rest
    }

    private func append(_ argument: Argument, to text: inout String, _ language: Language) {
        switch argument {
        case .text(let value): text += value
        case .phrase(let phrase): text += phrase.text(in: language)
        case .spaced(let phrase):
            let value = phrase.text(in: language)
            if language != .english, let first = value.first, first.isASCII, first != " " { text += " " }
            text += value
        }
    }
}

extension Phrase: ExpressibleByStringInterpolation, CustomStringConvertible {
    /// A message and its arguments.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var message = ""
        fileprivate var arguments: [Argument] = []

        public init(literalCapacity: Int, interpolationCount: Int) { message.reserveCapacity(literalCapacity) }

        public mutating func appendLiteral(_ literal: String) { message += literal.replacing("%", with: "%%") }

        /// Inserts a phrase, in the language of the whole.
        public mutating func appendInterpolation(_ phrase: Phrase) { append(.phrase(phrase)) }

        /// Inserts a value as it describes itself, the same in all languages.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            append(.text(value.description))
        }

        package mutating func appendInterpolation(spaced phrase: Phrase) { append(.spaced(phrase)) }

        private mutating func append(_ argument: Argument) {
            arguments.append(argument)
            message += "%\(arguments.count)"
        }
    }

    public init(stringLiteral value: String) {
        message = value.replacing("%", with: "%%")
        key = message
    }

    public init(stringInterpolation: StringInterpolation) {
        (message, arguments) = (stringInterpolation.message, stringInterpolation.arguments)
        key = message
    }

    /// The English words.
    public var description: String { english }
}

extension Language {
    /// The phrase in this language, safe to show.
    public subscript(phrase: Phrase) -> SafeText { SafeText(phrase.text(in: self)) }
}
