import FoyerCore

/// A program's version, compared as semver 2.0 does: 2.9 is before 2.10, and 2.10.0-beta.2 before 2.10.0.
package struct SemanticVersion: Hashable, Sendable {
    /// The length limit of a version in UTF-8 bytes.
    package static let maxLength = 128

    package let major: UInt64
    package let minor: UInt64
    package let patch: UInt64
    /// What follows `-`, part by part; empty for a release.
    package let prerelease: [Identifier]

    /// A part of a pre-release: numbers are compared as numbers, and come before words.
    package enum Identifier: Hashable, Sendable, Comparable {
        case number(UInt64)
        case word(String)

        init?(_ text: Substring) {
            let isWord = text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
            guard !text.isEmpty, isWord else { return nil }
            if text.utf8.allSatisfy(\.isASCIIDigit) {
                guard let number = UInt64(text) else { return nil }
                self = .number(number)
            } else {
                self = .word(String(text))
            }
        }

        package static func < (left: Identifier, right: Identifier) -> Bool {
            switch (left, right) {
            case (.number(let left), .number(let right)): left < right
            case (.number, .word): true
            case (.word, .number): false
            case (.word(let left), .word(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
            }
        }
    }

    package init(_ major: UInt64, _ minor: UInt64 = 0, _ patch: UInt64 = 0, prerelease: [Identifier] = []) {
        (self.major, self.minor, self.patch, self.prerelease) = (major, minor, patch, prerelease)
    }

    /// Reads `2.10.3`, `v2.10`, `2.10.0-beta.2+build`. What is missing is 0, and what follows `+` counts for nothing.
    package init?(_ text: String) {
        guard let partial = PartialVersion(text[...]), partial.count > 0 else { return nil }
        self = partial.lowest
    }
}

extension SemanticVersion: Comparable {
    package static func < (left: SemanticVersion, right: SemanticVersion) -> Bool {
        let (one, other) = ([left.major, left.minor, left.patch], [right.major, right.minor, right.patch])
        if one != other { return one.lexicographicallyPrecedes(other) }
        // A release comes after its pre-releases.
        if left.prerelease.isEmpty || right.prerelease.isEmpty {
            return right.prerelease.isEmpty && !left.prerelease.isEmpty
        }
        return left.prerelease.lexicographicallyPrecedes(right.prerelease)
    }
}

/// A version whose last numbers may be missing, or `x`, `X` or `*`.
struct PartialVersion {
    private(set) var numbers: [UInt64] = []
    private(set) var prerelease: [SemanticVersion.Identifier] = []

    /// How many numbers there are: 0 for any version.
    var count: Int { numbers.count }

    init?(_ text: Substring) {
        guard !text.isEmpty, text.utf8.count <= SemanticVersion.maxLength else { return nil }
        var rest = text.first == "v" ? text.dropFirst() : text
        if let plus = rest.firstIndex(of: "+") {
            guard Self.identifiers(rest[rest.index(after: plus)...]) != nil else { return nil }
            rest = rest[..<plus]
        }
        if let dash = rest.firstIndex(of: "-") {
            guard let parts = Self.identifiers(rest[rest.index(after: dash)...]) else { return nil }
            prerelease = parts
            rest = rest[..<dash]
        }
        let parts = rest.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        var isOpen = false
        for part in parts {
            if ["x", "X", "*"].contains(part) {
                isOpen = true
            } else {
                guard !isOpen, part.utf8.allSatisfy(\.isASCIIDigit), let number = UInt64(part), number < .max else {
                    return nil
                }
                numbers.append(number)
            }
        }
        // What is open has no pre-releases of its own.
        if numbers.count < 3, isOpen, !prerelease.isEmpty { return nil }
    }

    private static func identifiers(_ text: Substring) -> [SemanticVersion.Identifier]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let identifiers = parts.compactMap { SemanticVersion.Identifier($0) }
        return identifiers.count == parts.count ? identifiers : nil
    }

    private func number(_ index: Int) -> UInt64 { numbers.indices.contains(index) ? numbers[index] : 0 }

    /// With 0 for what is missing.
    var lowest: SemanticVersion { SemanticVersion(number(0), number(1), number(2), prerelease: prerelease) }

    /// The first version beyond those that begin with the first `count` numbers, and before all of its pre-releases.
    func next(after count: Int) -> SemanticVersion {
        let first: [SemanticVersion.Identifier] = [.number(0)]
        return switch count {
        case 1: SemanticVersion(number(0) + 1, 0, 0, prerelease: first)
        case 2: SemanticVersion(number(0), number(1) + 1, 0, prerelease: first)
        default: SemanticVersion(number(0), number(1), number(2) + 1, prerelease: first)
        }
    }

    /// The same version as a bound that leaves its own pre-releases out, as `< 2.18` does.
    var beforePrereleases: SemanticVersion {
        guard prerelease.isEmpty else { return lowest }
        return SemanticVersion(number(0), number(1), number(2), prerelease: [.number(0)])
    }
}
