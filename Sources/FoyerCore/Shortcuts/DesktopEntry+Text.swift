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
