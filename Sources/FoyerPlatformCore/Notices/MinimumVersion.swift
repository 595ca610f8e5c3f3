import FoyerCore

/// The oldest version of a program that its platform still serves: the value `minimum` of its config.
public struct MinimumVersion: Equatable, Sendable {
    /// The config's value.
    package static let key = "minimum"
    private static let longestReason = 1_024

    package let version: SemanticVersion
    /// As written.
    public let text: String
    /// Why, in its author's words; may be empty. Text from outside.
    public let reason: String
    /// Where a newer version is to be had; empty if the author says nothing. Validated when it is opened.
    public let link: String

    /// - Returns: `nil` if the text is no version.
    package init?(_ text: String, reason: String = "", link: String = "") {
        guard let version = SemanticVersion(text) else { return nil }
        (self.version, self.text, self.reason, self.link) = (version, text, reason, link)
    }

    /// Reads `"2.10"`, or `{"version", "reason", "link"}`, of which the last two may be missing.
    ///
    /// - Returns: `nil` for anything else: what cannot be read locks nobody out.
    package init?(_ json: JSON) {
        if case .string(let text) = json {
            self.init(text)
            return
        }
        let node = JSONNode(json)
        guard let text = try? node.field("version").text(notEmptyUpTo: SemanticVersion.maxLength),
            let reason = try? node.optionalField("reason")?.text(upTo: Self.longestReason) ?? "",
            let link = try? node.optionalField("link")?.text(upTo: TransferBounds.address) ?? ""
        else { return nil }
        self.init(text, reason: reason, link: link)
    }

    /// As a site publishes it.
    package var json: JSON {
        guard !(reason + link).isEmpty else { return .string(text) }
        let more = [("reason", reason), ("link", link)].filter { !$0.1.isEmpty }
        return .object([.init("version", .string(text))] + more.map { JSON.Member($0, .string($1)) })
    }
}

extension ConfigSnapshot {
    /// What a program of this version has to be told; `nil` if it is new enough, or nothing is known.
    package func notice(for version: String) -> VersionNotice? {
        MinimumVersion(json(MinimumVersion.key).value.json).flatMap { VersionNotice(version, $0) }
    }
}

/// A program that is older than the oldest version its platform still serves.
public struct VersionNotice: Equatable, Sendable {
    /// The program's version, as it says.
    public let version: String
    /// The oldest that is still served, and why.
    public let minimum: MinimumVersion

    /// - Returns: `nil` if the version is new enough, or none.
    package init?(_ version: String, _ minimum: MinimumVersion) {
        guard let own = SemanticVersion(version), own < minimum.version else { return nil }
        (self.version, self.minimum) = (version, minimum)
    }
}

/// When a platform is asked for notices.
package enum NoticeRule {
    /// Whether to ask: once on each of the user's days, whatever came of it. Setting a clock back does not make a new day.
    ///
    /// - Parameter lastDay: the `LocalTime.day` of the last request; `nil` if there was none.
    package static func mayAsk(lastDay: Int64?, now: LocalTime) -> Bool { lastDay.map { now.day > $0 } ?? true }

    /// Whether anybody is there who could be told: no build service, no agent, and nobody who wants to hear nothing.
    package static func isWanted(automation: Automation?, announcements: Bool) -> Bool {
        automation == nil && announcements
    }
}
