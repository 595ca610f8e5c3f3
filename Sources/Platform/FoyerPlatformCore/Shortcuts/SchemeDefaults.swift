import FoyerCore

/// Edits `mimeapps.list`, which says what opens a scheme by default. Every other line stays byte for byte.
package enum SchemeDefaults {
    private static let group = Array("[Default Applications]".utf8)

    /// The file with the entry as the scheme's first default, before existing ones.
    /// - Parameters:
    ///   - list: the file's bytes; empty if there is none.
    ///   - entry: the name of a desktop entry's file, `foyer-handler.desktop`.
    package static func adding(_ entry: String, for scheme: String, to list: [UInt8]) -> [UInt8] {
        var lines = lines(of: list)
        if let index = indices(of: scheme, in: lines).first {
            let others = entries(of: lines[index]).filter { $0 != entry }
            lines[index] = line(scheme, [entry] + others, ending: ending(of: lines[index]))
            return Array(lines.joined())
        }
        if let last = lines.indices.last, ending(of: lines[last]).isEmpty { lines[last].append(0x0A) }
        if let index = lines.firstIndex(where: { content(of: $0).elementsEqual(group) }) {
            lines.insert(line(scheme, [entry], ending: ending(of: lines[index])), at: index + 1)
        } else {
            lines += [group + [0x0A], line(scheme, [entry], ending: [0x0A])]
        }
        return Array(lines.joined())
    }

    /// The file without the entry as a default of the scheme. A group that becomes empty at the file's end is removed
    /// too, because `adding` has made it.
    package static func removing(_ entry: String, for scheme: String, from list: [UInt8]) -> [UInt8] {
        var lines = lines(of: list)
        for index in indices(of: scheme, in: lines).reversed() where entries(of: lines[index]).contains(entry) {
            let others = entries(of: lines[index]).filter { $0 != entry }
            if others.isEmpty {
                lines.remove(at: index)
                if let last = lines.last, content(of: last).elementsEqual(group) { lines.removeLast() }
            } else {
                lines[index] = line(scheme, others, ending: ending(of: lines[index]))
            }
        }
        return Array(lines.joined())
    }

    /// Each line with its end.
    private static func lines(of list: [UInt8]) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var rest = list[...]
        while let end = rest.firstIndex(of: 0x0A) {
            lines.append(Array(rest[...end]))
            rest = rest[(end + 1)...]
        }
        if !rest.isEmpty { lines.append(Array(rest)) }
        return lines
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func ending(of line: [UInt8]) -> [UInt8] {
        guard line.last == 0x0A else { return [] }
        return line.dropLast().last == 0x0D ? [0x0D, 0x0A] : [0x0A]
    }

    private static func content(of line: [UInt8]) -> ArraySlice<UInt8> {
        var content = line.dropLast(ending(of: line).count).drop(while: isBlank)
        while let last = content.last, isBlank(last) { content.removeLast() }
        return content
    }

    /// The scheme's lines in the group of defaults; one if the file is well-formed.
    private static func indices(of scheme: String, in lines: [[UInt8]]) -> [Int] {
        let key = Array(DesktopEntry.mediaType(scheme: scheme).utf8)
        var isInGroup = false
        var indices: [Int] = []
        for (index, line) in lines.enumerated() {
            let content = content(of: line)
            if content.first == UInt8(ascii: "[") { isInGroup = content.elementsEqual(group) }
            guard isInGroup, content.starts(with: key) else { continue }
            if content.dropFirst(key.count).drop(while: isBlank).first == UInt8(ascii: "=") { indices.append(index) }
        }
        return indices
    }

    private static func entries(of line: [UInt8]) -> [String] {
        let content = content(of: line)
        guard let equals = content.firstIndex(of: UInt8(ascii: "=")) else { return [] }
        let value = content[(equals + 1)...].drop(while: isBlank)
        return value.split(separator: UInt8(ascii: ";")).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func line(_ scheme: String, _ entries: [String], ending: [UInt8]) -> [UInt8] {
        let text = DesktopEntry.mediaType(scheme: scheme) + "=" + entries.map { $0 + ";" }.joined()
        return Array(text.utf8) + ending
    }
}
