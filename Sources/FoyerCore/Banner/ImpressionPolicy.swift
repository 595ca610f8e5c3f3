/// When a page counts as shown.
package enum ImpressionPolicy: String, CaseIterable, Sendable {
    /// As soon as it is at rest and visible.
    case atRest
    /// At rest and at least half visible for one continuous second after its picture was drawn: the rule of the Media
    /// Rating Council (MRC) for display advertising, for campaigns that bill. An error image is no drawn picture.
    case viewable

    /// The share of the banner's cells that must be visible.
    package static let viewableShare = 0.5
    /// How long, without a break.
    package static let viewableTime = Duration.seconds(1)
}
