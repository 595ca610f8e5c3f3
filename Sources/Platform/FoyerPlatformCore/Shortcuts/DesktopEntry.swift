import FoyerCore

/// A desktop entry of the kind Application (Desktop Entry Specification 1.0), as far as Foyer needs it.
package struct DesktopEntry: Equatable, Sendable {
    /// A word of a command line.
    package enum Argument: Equatable, Sendable {
        case text(String)
        /// `%u`: the address that the desktop was asked to open, or nothing.
        case address
    }

    /// Another item of the icon's menu.
    package struct Action: Equatable, Sendable {
        /// Letters, digits and hyphens.
        package let id: String
        package let name: String
        package let command: [Argument]
    }

    package var name: String
    /// A path, or a name that the icon theme knows.
    package var icon: String?
    /// The program first.
    package var command: [Argument]
    package var needsTerminal = true
    /// Handlers of a scheme are not in menus.
    package var isHidden = false
    /// `x-scheme-handler/foyer`.
    package var mediaTypes: [String] = []
    package var actions: [Action] = []
    /// The link of a shortcut, under `X-Foyer-Link`, so that shortcuts can be listed.
    package var link: String?

    /// The entry of a shortcut.
    /// - Parameters:
    ///   - program: the program that opens links, with what precedes its own arguments: its path, or a terminal and
    ///     then its path.
    ///   - options: stand between `open` and the link.
    ///   - icon: the path of the icon's file.
    ///   - stem: the name of its files without their extension.
    package static func shortcut(
        _ shortcut: Shortcut, program: [String], options: [String] = [], icon: String, stem: String,
        needsTerminal: Bool = true, language: Language = .english
    ) -> DesktopEntry {
        let program = program.map(Argument.text)
        return DesktopEntry(
            name: shortcut.title.string, icon: icon,
            command: program + [.text("open")] + options.map(Argument.text) + [.text(shortcut.link.text)],
            needsTerminal: needsTerminal,
            actions: [
                Action(
                    id: "remove", name: language[.shortcutRemove].string,
                    command: program + [.text("shortcut"), .text("remove"), .text(stem)])
            ],
            link: shortcut.link.text)
    }

    /// The entry that makes the host the opener of its scheme. `mimeapps.list` names its file.
    package static func handler(
        name: String, scheme: String, program: [String], options: [String] = [], icon: String? = nil,
        needsTerminal: Bool = true
    ) -> DesktopEntry {
        DesktopEntry(
            name: name, icon: icon, command: (program + ["open"] + options).map(Argument.text) + [.address],
            needsTerminal: needsTerminal, isHidden: true, mediaTypes: [mediaType(scheme: scheme)])
    }

    package static func mediaType(scheme: String) -> String { "x-scheme-handler/" + scheme.lowercased() }
}

/// An entry that cannot be written.
public enum DesktopEntryError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A control character that the format cannot express, under that key.
    case control(key: String)
    /// The program is empty, or its path contains an equals sign.
    case program
    /// An action's id, or a media type, with characters that are not allowed.
    case token(String)

    /// For logs, in English.
    public var description: String {
        switch self {
        case .control(let key): "the value of \(key) holds a control character that a desktop entry cannot hold"
        case .program: "the program's path is empty or holds an equals sign, which a desktop entry cannot start"
        case .token(let text): "\"\(SafeText(text, columns: 60))\" is no name for a desktop entry"
        }
    }
}

extension DesktopEntry {
    /// The size limit of an entry's file in bytes.
    package static let maxBytes = 64 << 10

    /// Reads title, link and icon from the file of a shortcut's entry, of this version or an earlier one.
    ///
    /// - Returns: `nil` for any other file.
    package static func shortcut(in bytes: [UInt8]) -> (title: String, link: String, icon: String)? {
        guard bytes.count <= maxBytes, let text = String(validating: bytes, as: UTF8.self) else { return nil }
        let lines = text.unicodeScalars.split(separator: "\n")
        guard lines.first?.elementsEqual("[\(group)]".unicodeScalars) == true else { return nil }
        let own = lines.dropFirst().prefix { $0.first != "[" }
        func value(_ key: String) -> String? {
            let start = (key + "=").unicodeScalars
            let line = own.first { $0.starts(with: start) }
            return line.flatMap { CommandText.string($0.dropFirst(start.count)) }
        }
        guard let title = value("Name"), let link = value("X-Foyer-Link") else { return nil }
        return (title, link, value("Icon") ?? "")
    }
}

extension DesktopEntry {
    static let group = "Desktop Entry"
    static let actionGroup = "Desktop Action "
    /// The latest version that Debian 12's `desktop-file-validate` knows.
    static let version = "1.0"

    /// The text of the entry's file.
    package func text() throws(DesktopEntryError) -> String {
        var text = "[\(Self.group)]\nType=Application\nVersion=\(Self.version)\n"
        try Self.write("Name", name, to: &text)
        if let icon { try Self.write("Icon", icon, to: &text) }
        try Self.write("Exec", CommandText.line(command), to: &text)
        text += "Terminal=\(needsTerminal)\n"
        if isHidden { text += "NoDisplay=true\n" }
        for type in mediaTypes { try Self.checkToken(type, beside: "-+./") }
        if !mediaTypes.isEmpty { text += "MimeType=" + mediaTypes.map { $0 + ";" }.joined() + "\n" }
        for action in actions { try Self.checkToken(action.id, beside: "-") }
        if !actions.isEmpty { text += "Actions=" + actions.map { $0.id + ";" }.joined() + "\n" }
        if let link { try Self.write("X-Foyer-Link", link, to: &text) }
        for action in actions {
            text += "\n[\(Self.actionGroup)\(action.id)]\n"
            try Self.write("Name", action.name, to: &text)
            try Self.write("Exec", CommandText.line(action.command), to: &text)
        }
        return text
    }

    private static func write(_ key: String, _ value: String, to text: inout String) throws(DesktopEntryError) {
        text += key + "=" + (try CommandText.value(value, key: key)) + "\n"
    }

    static func checkToken(_ token: String, beside marks: String) throws(DesktopEntryError) {
        guard !token.isEmpty,
            token.utf8.allSatisfy({ URIText.isLetterOrDigit($0) || marks.utf8.contains($0) })
        else { throw .token(token) }
    }
}
