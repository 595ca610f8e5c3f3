import FoyerCore

/// The name of a mini program, which is a ``PlainName``.
package struct AppID: Hashable, Sendable, CustomStringConvertible {
    package let text: String

    package init?(_ text: String) {
        guard PlainName.isValid(text) else { return nil }
        self.text = text
    }

    /// The id, or the failure that a launch with any other text ends in.
    package static func validate(_ text: String) throws(LaunchFailure) -> AppID {
        if let id = AppID(text) { return id }
        let shown = SafeText(text, columns: 60, ellipsis: .ellipsis)
        throw LaunchFailure(.notFound, .notAnAppID(shown))
    }

    package var description: String { text }
}
