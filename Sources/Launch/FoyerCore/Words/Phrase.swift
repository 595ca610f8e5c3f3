/// A word or sentence in every language of the catalogue; without one of them it does not compile.
///
/// It may contain text from outside; reading it with `Language`'s subscript makes it safe to show. The English text is
/// for logs and JSON. Names, numbers and messages of the system stay as they are.
public struct Phrase: Hashable, Sendable, CustomStringConvertible {
    /// The English text.
    public let english: String
    package let simplified: String
    package let traditional: String

    /// A text in every language: English, simplified and traditional Chinese.
    ///
    /// ```swift
    /// extension Phrase {
    ///     static let inbox = Phrase("Inbox", "收件箱", "收件匣")
    /// }
    /// canvas.text(context.language[.inbox], in: canvas.bounds.line(0))
    /// ```
    public init(_ english: String, _ simplified: String, _ traditional: String) {
        self.english = english
        self.simplified = simplified
        self.traditional = traditional
    }

    /// Text known in one language only, such as a host's own sentence.
    public init(asIs text: String) {
        self.init(text, text, text)
    }

    /// The same as a sentence of its own: with a capital letter, and a stop at its end.
    package var asSentence: Phrase {
        func ended(_ text: String, _ stop: String) -> String {
            text.isEmpty || [".", "。", "?", "!"].contains(String(text.suffix(1))) ? text : text + stop
        }
        return Phrase(
            ended(english.prefix(1).uppercased() + english.dropFirst(), "."), ended(simplified, "。"),
            ended(traditional, "。"))
    }

    /// The English words.
    public var description: String { english }
}

extension Language {
    /// The phrase in this language, safe to show.
    public subscript(phrase: Phrase) -> SafeText {
        switch self {
        case .english: SafeText(phrase.english)
        case .simplifiedChinese: SafeText(phrase.simplified)
        case .traditionalChinese: SafeText(phrase.traditional)
        }
    }
}
