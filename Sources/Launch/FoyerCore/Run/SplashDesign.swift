/// A splash of a user's own, from a file: what it says, and how it looks.
package struct SplashDesign: Equatable, Sendable {
    /// Where its parts are.
    package enum Layout: String, CaseIterable, Sendable {
        /// One below the other in the middle, the picture as an icon.
        case card
        /// The picture from edge to edge, the rest below it.
        case poster
        /// In the corner below, with much air above.
        case corner
    }

    package var layout = Layout.card
    package var title: String?
    package var slogan: String?
    package var picture: String?
    /// The theme that ``colors`` change; `nil` for the one that fits their ground, else the terminal's.
    package var theme: DisplaySettings.Theme?
    /// `0xRRGGBB`.
    package var colors: [CellColor.Role: UInt32] = [:]
    /// What is said during a step: `start` or `ready`.
    package var steps: [String: String] = [:]

    package init() {}
}
