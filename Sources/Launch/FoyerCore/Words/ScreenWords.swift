/// The words of buttons and footers that screens share.
extension Phrase {
    package static let page = Phrase("Page")

    /// Leave the page, and what it was doing.
    public static let close = Phrase("Close")
    /// Try again.
    public static let reload = Phrase("Reload")
    /// More about it.
    public static let details = Phrase("Details")
    /// A text about a failure, for a bug report.
    package static let diagnosis = Phrase("Diagnosis")
    /// To the page before.
    public static let back = Phrase("Back")
    /// Follow a link, or start a program.
    public static let open = Phrase("Open")
    package static let scroll = Phrase("Scroll")
    /// The list of keys.
    public static let keys = Phrase("Keys")
    /// Leave the program.
    public static let quit = Phrase("Quit")
    package static let ok = Phrase("OK")
    package static let cancel = Phrase("Cancel")
    /// To the page after this one.
    public static let next = Phrase("Next")
}
