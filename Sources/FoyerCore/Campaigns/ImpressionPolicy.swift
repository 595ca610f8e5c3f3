/// When a page counts as shown.
public enum ImpressionPolicy: String, CaseIterable, Sendable {
    /// As soon as it is at rest and visible.
    case atRest
    /// At rest and at least half visible for one continuous second after its picture was drawn: the rule of the Media
    /// Rating Council (MRC) for display advertising, for billed campaigns. An error image does not count.
    case viewable

    /// The share of the banner's cells that must be visible.
    package static let viewableShare = 0.5
    /// The uninterrupted duration.
    package static let viewableTime = Duration.seconds(1)
}
