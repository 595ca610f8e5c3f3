import Foyer
import FoyerCore
import FoyerPlatformCore
import FoyerTUI

/// What happened to a chosen item's link.
public enum LinkOutcome: Equatable, Sendable {
    /// The delegate handled it, or the item has no link.
    case nothing
    /// Passed to the host's own router.
    case routed(String)
    /// Passed to the desktop; show the address, in case no browser opens.
    case opened(String)
    /// The desktop's opener could not be started.
    case cannotOpen(String)
    /// Not a link that a campaign may open.
    case refused(LinkRefusal)
}

/// A message about a chosen link, over the page's last row. The address stays readable, and is a hyperlink if the
/// terminal supports them.
public struct BannerNotice: Equatable, Sendable {
    /// The message.
    public let text: SafeText
    package let tone: PageNotice.Tone
    /// The address in the text, if it can be followed.
    let address: String?

    /// Returns `nil` if there is nothing to say.
    public init?(_ outcome: LinkOutcome, _ language: Language) {
        switch outcome {
        case .nothing: return nil
        case .routed(let link): self.init(language.noRoute(SafeText(link)), .bad)
        case .opened(let address): self.init(language.opened(SafeText(address)), .good, address: address)
        case .cannotOpen(let address): self.init(language.cannotOpen(SafeText(address)), .bad, address: address)
        case .refused(let refusal): self.init(language[.linkRefused(refusal)], .bad)
        }
    }

    /// A message of the host's own, such as why a banner is missing.
    public init(_ text: SafeText, _ tone: PageNotice.Tone, address: String? = nil) {
        (self.text, self.tone, self.address) = (text, tone, address)
    }

    /// Draws over the bottom row of the page, above the footer.
    ///
    /// - Returns: the address's rectangles, for `Screen.links`.
    public func render(into canvas: inout Canvas) -> [FrameLink] {
        let notice = PageNotice(text, tone: tone)
        notice.render(into: &canvas)
        guard let address else { return [] }
        // In every language the address ends the sentence.
        return notice.places(ofEnd: SafeText(address), in: canvas.size).compactMap { place in
            let seen = canvas.seen(place)
            guard !seen.isEmpty else { return nil }
            return FrameLink(row: seen.row, columns: seen.column..<seen.endColumn, address: address)
        }
    }
}

/// A message above a screen's footer until the user presses something: an element of the screen.
public final class NoticeLine: ScreenElement {
    /// The message; `nil` for none.
    public var content: BannerNotice?
    /// Where its address was drawn, for `Screen.links`.
    public private(set) var links: [FrameLink] = []
    /// The message, for `Spoken.news`.
    public var news: [SafeText] { content.map { [$0.text] } ?? [] }

    /// Says nothing yet.
    public init() {}

    /// Goes with the next press, which it leaves to others.
    public func handle(_ event: ScreenEvent, context: ScreenContext) -> Bool {
        switch event {
        case .input(let input): if input.isPress { content = nil }
        case .chosen: content = nil
        default: break
        }
        return false
    }

    /// Draws it over the bottom row of the page.
    public func draw(in canvas: inout Canvas) { links = content?.render(into: &canvas) ?? [] }
}
