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

        package init(id: String, name: String, command: [Argument]) {
            self.id = id
            self.name = name
            self.command = command
        }
    }

    package var name: String
    package var comment: String?
    /// A path, or a name that the icon theme knows.
    package var icon: String?
    /// The program first.
    package var command: [Argument]
    package var needsTerminal: Bool
    /// Handlers of a scheme are not in menus.
    package var isHidden: Bool
    /// `x-scheme-handler/foyer`.
    package var mediaTypes: [String]
    package var actions: [Action]
    /// The link of a shortcut, under `X-Foyer-Link`, so that shortcuts can be listed.
    package var link: String?

    package init(
        name: String, comment: String? = nil, icon: String? = nil, command: [Argument], needsTerminal: Bool = true,
        isHidden: Bool = false, mediaTypes: [String] = [], actions: [Action] = [], link: String? = nil
    ) {
        self.name = name
        self.comment = comment
        self.icon = icon
        self.command = command
        self.needsTerminal = needsTerminal
        self.isHidden = isHidden
        self.mediaTypes = mediaTypes
        self.actions = actions
        self.link = link
    }

    /// The entry of a shortcut.
    /// - Parameters:
    ///   - program: the program that opens links, with what precedes its own arguments: its path, or a terminal and
    ///     then its path.
    ///   - icon: the path of the icon's file.
    ///   - stem: the name of its files without their extension.
    package static func shortcut(
        _ shortcut: Shortcut, program: [String], icon: String, stem: String, needsTerminal: Bool = true,
        language: Language = .english
    ) -> DesktopEntry {
        let program = program.map(Argument.text)
        return DesktopEntry(
            name: shortcut.title.string, icon: icon,
            command: program + [.text("open"), .text(shortcut.link.text)], needsTerminal: needsTerminal,
            actions: [
                Action(
                    id: "remove", name: language[.shortcutRemove].string,
                    command: program + [.text("shortcut"), .text("remove"), .text(stem)])
            ],
            link: shortcut.link.text)
    }

    /// The entry that makes the host the opener of its scheme. `mimeapps.list` names its file.
    package static func handler(
        name: String, scheme: String, program: [String], icon: String? = nil, needsTerminal: Bool = true
    ) -> DesktopEntry {
        DesktopEntry(
            name: name, icon: icon, command: program.map(Argument.text) + [.text("open"), .address],
            needsTerminal: needsTerminal, isHidden: true, mediaTypes: [mediaType(scheme: scheme)])
    }

    package static func mediaType(scheme: String) -> String { "x-scheme-handler/" + scheme.lowercased() }
}

/// An entry that cannot be written, or a text that is not an entry.
public enum DesktopEntryError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A control character that the format cannot express, under that key.
    case control(key: String)
    /// The program is empty, or its path contains an equals sign.
    case program
    /// An action's id, or a media type, with characters that are not allowed.
    case token(String)
    /// The text is not UTF-8, or too long.
    case text
    /// Counted from 1.
    case line(Int)
    case missing(key: String)
    /// Under that key.
    case value(key: String)

    /// For logs, in English.
    public var description: String {
        switch self {
        case .control(let key): "the value of \(key) holds a control character that a desktop entry cannot hold"
        case .program: "the program's path is empty or holds an equals sign, which a desktop entry cannot start"
        case .token(let text): "\"\(SafeText(text).prefix(columns: 60))\" is no name for a desktop entry"
        case .text: "it is no text of a desktop entry"
        case .line(let number): "line \(number) is no line of a desktop entry"
        case .missing(let key): "the desktop entry has no \(SafeText(key))"
        case .value(let key): "the value of \(SafeText(key)) is not valid"
        }
    }
}
