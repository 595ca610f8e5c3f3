import FoyerCore
import FoyerPlatformCore

/// What `foyer config` says: the root, and each value with its source.
package struct ConfigReport: Equatable, Sendable {
    package let decision: RootDecision
    /// In the snapshot's order.
    package let values: [(name: String, reading: ConfigReading<ConfigValues.Value>)]

    /// That the program is too old for its platform, if it is.
    package let notice: VersionNotice?
    private let programVersion: String?

    /// - Parameters:
    ///   - key: only this value, whether it exists or not; `nil` for all.
    ///   - programVersion: the version to compare with the platform's `minimum`; `nil` to compare none.
    package init(
        _ snapshot: ConfigSnapshot, decision: RootDecision, key: String? = nil, programVersion: String? = nil
    ) {
        self.decision = decision
        self.programVersion = programVersion
        notice = programVersion.flatMap { snapshot.notice(for: $0) }
        values = (key.map { [$0] } ?? snapshot.names).map { ($0, snapshot.json($0)) }
    }

    /// The result as one line of JSON.
    package var json: JSON {
        let members = values.map { name, reading in
            JSON.Member(
                name,
                .object([
                    JSON.Member("value", reading.value.json), JSON.Member("source", .string(reading.source.rawValue)),
                ]))
        }
        let tooOld = programVersion.map { _ in JSON.Member("tooOld", .bool(notice != nil)) }
        return .object(
            [
                JSON.Member("event", "result"), JSON.Member("root", .string(decision.root)),
                JSON.Member("values", .object(members)),
            ] + [tooOld].compactMap { $0 })
    }

    /// The result as lines for people: each value, then why the root is what it is.
    package func lines(in language: Language) -> [SafeText] {
        values.map { name, reading in
            let value: SafeText
            if case .text(let text) = reading.value {
                value = SafeText(text)
            } else {
                value = SafeText(reading.value.jsonText)
            }
            return "\(SafeText(name)) = \(value)  (\(language.source(reading.source)))"
        } + [language[.root] + ": " + language.rootReason(decision)]
    }

    package static func == (left: ConfigReport, right: ConfigReport) -> Bool {
        left.decision == right.decision && left.json == right.json
    }
}
