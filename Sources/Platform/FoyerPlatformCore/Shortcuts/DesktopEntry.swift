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
    package var comment: String?
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
    /// A desktop entry must have this key.
    case missing(key: String)
    /// Under that key.
    case value(key: String)

    /// For logs, in English.
    public var description: String {
        switch self {
        case .control(let key): "the value of \(key) holds a control character that a desktop entry cannot hold"
        case .program: "the program's path is empty or holds an equals sign, which a desktop entry cannot start"
        case .token(let text): "\"\(SafeText(text, columns: 60))\" is no name for a desktop entry"
        case .text: "it is no text of a desktop entry"
        case .line(let number): "line \(number) is no line of a desktop entry"
        case .missing(let key): "the desktop entry has no \(SafeText(key))"
        case .value(let key): "the value of \(SafeText(key)) is not valid"
        }
    }
}

extension DesktopEntry {
    /// The size limit of an entry's file in bytes.
    package static let maxBytes = 64 << 10

    /// Reads the bytes of an entry's file. Skips keys that Foyer does not write.
    package init(reading bytes: [UInt8]) throws(DesktopEntryError) {
        guard bytes.count <= Self.maxBytes, let text = String(validating: bytes, as: UTF8.self) else { throw .text }
        let groups = try KeyFile.read(text)
        guard let main = groups.first, main.name == Self.group else { throw .missing(key: "[\(Self.group)]") }
        guard try main.string("Type") == "Application" else { throw .value(key: "Type") }
        name = try main.required("Name")
        comment = try main.string("Comment")
        icon = try main.string("Icon")
        command = try main.command()
        needsTerminal = try main.truth("Terminal")
        isHidden = try main.truth("NoDisplay")
        mediaTypes = try main.list("MimeType")
        link = try main.string("X-Foyer-Link")
        actions = []
        for id in try main.list("Actions") {
            guard let group = groups.first(where: { $0.name == Self.actionGroup + id }) else {
                throw .missing(key: "[\(Self.actionGroup)\(id)]")
            }
            actions.append(Action(id: id, name: try group.required("Name"), command: try group.command()))
        }
    }
}

/// Groups of keys and raw values, one a line.
private struct KeyFile {
    let name: String
    var values: [(key: String, value: Substring)] = []

    static func read(_ text: String) throws(DesktopEntryError) -> [KeyFile] {
        var groups: [KeyFile] = []
        let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, scalars) in lines.enumerated() {
            let line = Substring(scalars)
            if line.isEmpty || line.hasPrefix("#") { continue }
            if line.hasPrefix("["), line.hasSuffix("]") {
                groups.append(KeyFile(name: String(line.dropFirst().dropLast())))
                continue
            }
            guard !groups.isEmpty, let equals = scalars.firstIndex(of: "=") else { throw .line(index + 1) }
            let value = Substring(scalars[scalars.index(after: equals)...].drop { $0 == " " })
            groups[groups.count - 1].values.append((String(Substring(scalars[..<equals])), value))
        }
        return groups
    }

    private func raw(_ key: String) -> Substring? { values.first { $0.key == key }?.value }

    func string(_ key: String) throws(DesktopEntryError) -> String? {
        guard let raw = raw(key) else { return nil }
        guard let string = CommandText.string(raw) else { throw .value(key: key) }
        return string
    }

    func required(_ key: String) throws(DesktopEntryError) -> String {
        guard let string = try string(key) else { throw .missing(key: key) }
        return string
    }

    func truth(_ key: String) throws(DesktopEntryError) -> Bool {
        switch raw(key) {
        case nil, "false": false
        case "true": true
        default: throw .value(key: key)
        }
    }

    /// Only lists of plain names are written, which need no escapes.
    func list(_ key: String) throws(DesktopEntryError) -> [String] {
        guard let raw = raw(key) else { return [] }
        guard !raw.contains("\\") else { throw .value(key: key) }
        return raw.split(separator: ";").map(String.init)
    }

    func command() throws(DesktopEntryError) -> [DesktopEntry.Argument] {
        guard let arguments = CommandText.arguments(try required("Exec")), !arguments.isEmpty else {
            throw .value(key: "Exec")
        }
        return arguments
    }
}

extension DesktopEntry {
    static let group = "Desktop Entry"
    static let actionGroup = "Desktop Action "
    /// The latest version that Debian 12's `desktop-file-validate` knows.
    static let version = "1.0"

    /// The text of the entry's file. `DesktopEntry(reading: entry.text())` is `entry`.
    package func text() throws(DesktopEntryError) -> String {
        var text = "[\(Self.group)]\nType=Application\nVersion=\(Self.version)\n"
        try Self.write("Name", name, to: &text)
        if let comment { try Self.write("Comment", comment, to: &text) }
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
