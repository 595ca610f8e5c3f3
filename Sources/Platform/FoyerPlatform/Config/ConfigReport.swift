import FoyerCore
import FoyerPlatformCore

/// What `foyer config` says: the root, and each value with its source.
package struct ConfigReport: Equatable, Sendable {
    package let decision: RootDecision
    /// In the snapshot's order.
    package let values: [(name: String, reading: ConfigReading<ConfigValues.Value>)]

    /// - Parameter key: only this value, whether it exists or not; `nil` for all.
    package init(_ snapshot: ConfigSnapshot, decision: RootDecision, key: String? = nil) {
        self.decision = decision
        values = (key.map { [$0] } ?? snapshot.names).map { ($0, snapshot.json($0)) }
    }

    /// The result as one line of JSON.
    package var json: JSON {
        let members = values.map { name, reading in
            JSON.Member(name, ["value": reading.value.json, "source": .string(reading.source.rawValue)])
        }
        return ["event": "result", "root": .string(decision.root), "values": .object(members)]
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
