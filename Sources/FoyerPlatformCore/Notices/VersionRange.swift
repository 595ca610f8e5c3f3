import FoyerCore

/// Which versions of a program a campaign is for, as semver ranges are written: `< 2.18`, `>= 2.0 < 3`, `^2.1`, `~2.4.1`,
/// `2.x`, `1.2 - 2.3`, and several with `||`.
///
/// A pre-release is compared like any other version; `< 2.18` leaves out those of 2.18 itself.
package struct VersionRange: Hashable, Sendable {
    /// The length limit of a range in UTF-8 bytes.
    package static let maxLength = 256

    /// As it was written.
    package let text: String
    /// One of them must hold.
    private let choices: [Choice]

    /// From a version on, and up to but without another.
    private struct Choice: Hashable, Sendable {
        var from: SemanticVersion?
        var below: SemanticVersion?

        func contains(_ version: SemanticVersion) -> Bool {
            from.map { version >= $0 } ?? true && below.map { version < $0 } ?? true
        }

        mutating func narrow(_ other: Choice) {
            from = [from, other.from].compactMap { $0 }.max()
            below = [below, other.below].compactMap { $0 }.min()
        }
    }

    /// - Returns: `nil` for what is no range; an empty one is for no version, and so refused as well.
    package init?(_ text: String) {
        let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        guard text.utf8.count <= Self.maxLength, isPlain else { return nil }
        self.text = text
        var choices: [Choice] = []
        for part in text.split(separator: "||", omittingEmptySubsequences: false) {
            guard let choice = Self.choice(part) else { return nil }
            choices.append(choice)
        }
        self.choices = choices
    }

    package func contains(_ version: SemanticVersion) -> Bool { choices.contains { $0.contains(version) } }

    // MARK: - Reading

    private static let operators = ["<=", ">=", "<", ">", "=", "^", "~"]

    private static func choice(_ text: Substring) -> Choice? {
        var words = text.split(separator: " ")
        if words.count == 3, words[1] == "-" { return span(words[0], words[2]) }
        guard !words.isEmpty else { return nil }
        var choice = Choice()
        while !words.isEmpty {
            var word = words.removeFirst()
            let sign = operators.first { word.hasPrefix($0) } ?? ""
            word = word.dropFirst(sign.count)
            // "< 2.18" is written with a space as well.
            if word.isEmpty, !sign.isEmpty {
                guard !words.isEmpty else { return nil }
                word = words.removeFirst()
            }
            guard let version = PartialVersion(word), let part = comparator(sign, version) else { return nil }
            choice.narrow(part)
        }
        return choice
    }

    private static func span(_ from: Substring, _ to: Substring) -> Choice? {
        guard let from = PartialVersion(from), let to = PartialVersion(to), from.count > 0, to.count > 0 else {
            return nil
        }
        return Choice(from: from.lowest, below: upperBound(of: to))
    }

    /// The first version beyond all that a partial one stands for.
    private static func upperBound(of version: PartialVersion) -> SemanticVersion? {
        switch version.count {
        case 0: nil
        case 3 where !version.prerelease.isEmpty: successor(of: version.lowest)
        default: version.next(after: version.count)
        }
    }

    /// The next version after a pre-release, which is that one with a part more.
    private static func successor(of version: SemanticVersion) -> SemanticVersion {
        SemanticVersion(
            version.major, version.minor, version.patch, prerelease: version.prerelease + [.number(0)])
    }

    private static func comparator(_ sign: String, _ version: PartialVersion) -> Choice? {
        if version.count == 0 { return ["<", ">"].contains(sign) ? nil : Choice() }
        let end = upperBound(of: version)
        switch sign {
        case "<": return Choice(from: nil, below: version.beforePrereleases)
        case "<=": return Choice(from: nil, below: end)
        case ">": return Choice(from: end, below: nil)
        case ">=": return Choice(from: version.lowest, below: nil)
        case "^": return Choice(from: version.lowest, below: version.next(after: caretCount(version)))
        case "~": return Choice(from: version.lowest, below: version.next(after: min(version.count, 2)))
        default: return Choice(from: version.lowest, below: end)
        }
    }

    /// The number of leading numbers that `^` keeps: up to the first that is not 0.
    private static func caretCount(_ version: PartialVersion) -> Int {
        let index = version.numbers.firstIndex { $0 > 0 } ?? version.count - 1
        return index + 1
    }
}

extension VersionRange {
    /// Reads the member of a document; `nil` if there is none.
    static func read(_ node: JSONNode?) throws(JSONShapeError) -> VersionRange? {
        guard let node else { return nil }
        guard let range = VersionRange(try node.text(notEmptyUpTo: maxLength)) else {
            throw node.shapeError(expected: "a range of versions such as < 2.18")
        }
        return range
    }

    /// Whether something is for a host of this version.
    ///
    /// - Parameters:
    ///   - range: `nil` for all hosts.
    ///   - version: `nil` for a host that does not say: then only what is for all.
    static func holds(_ range: VersionRange?, for version: SemanticVersion?) -> Bool {
        guard let range else { return true }
        return version.map { range.contains($0) } ?? false
    }
}
