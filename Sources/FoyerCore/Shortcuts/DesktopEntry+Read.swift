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
