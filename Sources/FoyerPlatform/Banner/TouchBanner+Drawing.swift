import Foyer
import FoyerCore
import FoyerTUI

// Drawing, and what the carousel learns about visibility.
extension TouchBanner {
    /// Draws within a rectangle; pass an empty one if the banner has no room.
    package func draw(in canvas: inout Canvas, rect: Rect, context: ScreenContext) {
        self.context = context
        place(rect, share: BannerView.visibleShare(of: rect, onScreen: canvas.size))
        guard hasRoom else { return }
        view.render(into: &canvas, in: rect, carousel: carousel, at: context.now)
        drawn.page = view.drawnPage(carousel)
        if hasArrived, carousel.isAtRest, carousel.page == carousel.reportedPage { shown = carousel.page }
        hasArrived = false
    }

    /// When the banner next changes by itself or has something to report; `nil` if only an event can change it.
    public func nextFrame(after now: Instant) -> Instant? {
        guard let context else { return nil }
        if shown != nil || owesPicture { return now }
        let change = view.nextChange(after: now, carousel: carousel, theme: context.theme)
        // A pending answer brings its own wake-up.
        let sign = banner.hasNothing && !banner.isLoading ? signEnd : nil
        let hover = carousel.pauseReasons.contains(.hover) ? hoverEnd : nil
        return [carousel.nextDeadline, change, sign, hover].compactMap { $0 }.min()
    }

    private func place(_ rect: Rect, share: Double) {
        self.rect = rect
        var events = see(covered: isCovered, hasRoom: !rect.isEmpty && !isHidden)
        if hasRoom {
            let new = Placement(size: rect.size, style: view.style, visibleShare: share)
            if new != placed {
                events += view.carouselEvents(in: rect.size) + [.visibleShareChanged(share)]
                placed = new
            }
        }
        for event in events { note(respond(to: event)) }
        settleSign()
        keepPictures()
    }

    /// Removes the loading sign once it has been visible long enough.
    func settleSign() {
        guard let end = signEnd, let now = context?.now, now >= end else { return }
        signEnd = nil
        pictures.isStale = true
    }

    /// The carousel events that follow from a change of visibility.
    func see(covered: Bool, hasRoom: Bool) -> [CarouselEvent] {
        let wasSeen = !isCovered && self.hasRoom
        (isCovered, self.hasRoom) = (covered, hasRoom)
        let isSeen = !covered && hasRoom
        if isSeen == wasSeen { return [] }
        return [isSeen ? .pauseEnded(.hidden) : .pauseBegan(.hidden)]
    }
}
