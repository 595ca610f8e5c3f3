import FoyerCore

/// A version of an analytics collector: three numbers, compared from the left.
public struct CollectorVersion: Comparable, Hashable, Sendable, CustomStringConvertible {
    package let major: Int
    package let minor: Int
    package let patch: Int

    /// The oldest version that the touch service works with.
    package static let least = CollectorVersion(1, 2, 3)

    /// Major, minor and patch, as in 1.2.3.
    public init(_ major: Int, _ minor: Int, _ patch: Int) {
        self.major = major
        self.minor = minor
        self.patch = patch
    }

    /// Reads `1.2.3`; missing parts count as 0. `nil` for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        var numbers = [0, 0, 0]
        for (place, part) in parts.enumerated() {
            guard !part.isEmpty, part.utf8.allSatisfy(\.isASCIIDigit), let number = Int(part) else { return nil }
            numbers[place] = number
        }
        self.init(numbers[0], numbers[1], numbers[2])
    }

    /// Orders from the least to the greatest.
    public static func < (left: CollectorVersion, right: CollectorVersion) -> Bool {
        (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }

    /// Such as "1.4.0".
    public var description: String { "\(major).\(minor).\(patch)" }
}

/// What the touch service needs before it starts: a collector that has started and is new enough, and then a server.
package struct TouchStart: Equatable, Sendable {
    /// The version of the collector that has started; `nil` if none has.
    package var collector: CollectorVersion?
    package var host: WebAddress?
    package private(set) var isStarted = false

    package init(collector: CollectorVersion? = nil, host: WebAddress? = nil) {
        self.collector = collector
        self.host = host
    }

    /// Starts, or throws the first missing requirement. Starting again changes nothing.
    package mutating func start() throws(TouchStartError) {
        guard let collector else { throw .collectorNotStarted }
        guard collector >= .least else { throw .collectorTooOld(collector) }
        guard host != nil else { throw .noServerHost }
        isStarted = true
    }

    /// The platform's base, once everything is in order.
    package func requireStarted() throws(TouchStartError) -> WebAddress {
        guard isStarted, let host else { throw .notStarted }
        return host
    }
}

/// What is missing before the touch service can start or work.
public enum TouchStartError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Start the analytics collector first.
    case collectorNotStarted
    /// The collector's version is below `CollectorVersion.least`.
    case collectorTooOld(CollectorVersion)
    /// Set the server first.
    case noServerHost
    /// A banner was requested before `start`.
    case notStarted

    /// For people, in English.
    public var description: String { cause.english }

    /// The sentence in every language.
    package var cause: Phrase {
        switch self {
        case .collectorNotStarted:
            Phrase("The analytics collector has not been started. Start it before the touch service.")
        case .collectorTooOld(let version):
            Phrase(
                """
                The analytics collector is version \(version); the touch service needs \(CollectorVersion.least) or \
                newer.
                """)
        case .noServerHost: Phrase("No server host is set. Set it before the touch service is started.")
        case .notStarted: Phrase("The touch service has not been started. Start it before asking for banners.")
        }
    }
}
