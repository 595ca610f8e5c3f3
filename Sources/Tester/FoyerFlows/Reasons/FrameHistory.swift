import Foyer

/// The screens since the last thing that was done, as text.
struct FrameHistory {
    /// Beyond these, older ones are forgotten.
    private static let most = 400
    /// How many are searched for what is only near.
    private static let mostNear = 40

    private struct Frame {
        let lines: [String]
        let from: Instant
    }

    private var frames: [Frame] = []

    /// The screen has changed.
    mutating func add(_ screen: @autoclosure () -> [String], at now: Instant) {
        if frames.count == Self.most { frames.removeFirst(Self.most / 4) }
        frames.append(Frame(lines: screen(), from: now))
    }

    /// Something is done: only what comes then, and what stands there now, may be what is waited for.
    mutating func begin() {
        frames = frames.suffix(1)
    }

    /// What was probably meant, on the last of the former screens that had it, and when that came and went.
    func nearest(to text: String) -> (text: NearestText, from: Instant, to: Instant)? {
        for index in frames.indices.dropLast().suffix(Self.mostNear).reversed() {
            guard let found = NearestText(to: text, in: frames[index].lines) else { continue }
            return (found, frames[index].from, frames[index + 1].from)
        }
        return nil
    }

    /// When a text came and went last; `nil` if no former screen had it.
    func stood(_ text: String) -> (from: Instant, to: Instant)? {
        guard let last = frames.dropLast().lastIndex(where: { ScreenText($0.lines).contains(text) }) else { return nil }
        var first = last
        while first > 0, ScreenText(frames[first - 1].lines).contains(text) { first -= 1 }
        return (frames[first].from, frames[last + 1].from)
    }
}
