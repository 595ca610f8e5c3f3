import Foyer
import FoyerPlatform

/// Asks before the demo ends: only a second `q` within two seconds leaves, so that a `q` too many on the way back from a page
/// does not.
final class LeaveQuestion: ScreenElement {
    private static let time = Duration.seconds(2)
    private let notice: NoticeLine
    private var deadline: Instant?

    /// - Parameter notice: shows the question.
    init(_ notice: NoticeLine) { self.notice = notice }

    /// Leaves if it has asked already.
    func ask(_ context: ScreenContext) {
        if let deadline, context.now < deadline { return context.request(.leave) }
        deadline = context.now + Self.time
        notice.content = question(context)
    }

    func handle(_ event: ScreenEvent, context: ScreenContext) -> Bool {
        switch event {
        case .input(.key("q")): break
        case .input(.key), .input(.mouse), .covered: deadline = nil
        case .deadline:
            guard let deadline, context.now >= deadline else { break }
            self.deadline = nil
            if notice.content == question(context) { notice.content = nil }
        default: break
        }
        return false
    }

    func nextFrame(after now: Instant) -> Instant? { deadline }

    private func question(_ context: ScreenContext) -> BannerNotice {
        BannerNotice(context.language[.pressQAgain], .plain)
    }
}
