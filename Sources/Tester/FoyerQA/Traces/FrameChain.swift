import Foyer

/// Frames that follow one another closely and change much: among them may be fades.
struct FrameChain {
    struct Link {
        let time: Instant
        let surroundings: ScreenTrack.TerminalState
        /// In exact colours, over the screen before.
        let parts: [ScreenTrack.Part]
        let screen: Buffer
        /// How many cells change.
        let cells: Int

        init(_ frame: ScreenTrack.Frame, _ parts: [ScreenTrack.Part], _ screen: Buffer) {
            (time, surroundings) = (frame.time, frame.surroundings)
            (self.parts, self.screen) = (parts, screen)
            cells = parts.reduce(0) { $0 + $1.cells.count }
        }

        /// Whether so much changes that there may be a reason.
        var isHeavy: Bool { cells >= max(64, screen.size.columns * screen.size.rows / 16) }
    }

    /// A fade over some links.
    struct Fade {
        var fade: FrameFade
        /// The link that ends it.
        let last: Int
        /// Of each link from the first to the last, where it has one.
        let weights: [Int?]
    }

    /// The longest pause between two frames of a chain.
    private static let pause = Duration.milliseconds(300)
    /// What ends a fade rather than lets it go on.
    private static let rest = Duration.milliseconds(60)
    private static let most = 96
    private static let mostEnds = 5
    /// The share of cells that a frame of a fade may have of its own.
    private static let own = 0.6

    /// The screen before the first.
    let before: Buffer
    private(set) var links: [Link] = []
    private var lastHeavy: Instant

    init(before: Buffer, _ first: Link) {
        self.before = before
        (links, lastHeavy) = ([first], first.time)
    }

    func goesOn(to link: Link) -> Bool {
        links.count < Self.most && link.time - lastHeavy <= Self.pause && link.screen.size == before.size
    }

    mutating func add(_ link: Link) {
        links.append(link)
        if link.isHeavy { lastHeavy = link.time }
    }

    func screen(before link: Int) -> Buffer { link == 0 ? before : links[link - 1].screen }

    /// The fade that begins with a link and saves most; `nil` if none does.
    func fade(from first: Int) -> Fade? {
        var best: (fade: Fade, cost: Double)?
        for last in ends(after: first) {
            let fade = FrameFade(from: screen(before: first), to: links[last].screen)
            let samples = FadeSamples(of: fade)
            guard samples.changing >= 32, isLikely(samples, first, last) else { continue }
            var (weights, cost, plain): ([Int?], Double, Double) = ([], Double(samples.changing), 0)
            for link in links[first...last] {
                let (weight, missing) = samples.weight(of: link.screen)
                weights.append(missing < Self.own ? weight : nil)
                plain += Double(link.cells)
                cost += min(Double(link.cells), missing * Double(samples.changing))
            }
            weights[weights.count - 1] = 256
            if cost < plain * 0.75, cost - plain < best?.cost ?? 0 {
                best = (Fade(fade: fade, last: last, weights: weights), cost - plain)
            }
        }
        guard var found = best?.fade else { return nil }
        for (link, weight) in zip(links[first...found.last], found.weights) {
            if let weight { found.fade.note(link.screen, at: weight) }
        }
        return found
    }

    /// Where a fade may end: at the end of the chain, and before a rest.
    private func ends(after first: Int) -> [Int] {
        let heavy = links.indices.filter { $0 >= first && links[$0].isHeavy }
        let ends = heavy.indices.filter { place in
            place >= 2
                && (place + 1 == heavy.count || links[heavy[place + 1]].time - links[heavy[place]].time > Self.rest)
        }
        return ends.suffix(Self.mostEnds).map { heavy[$0] }
    }

    /// Whether any of three frames fits: most pairs of screens are no fade.
    private func isLikely(_ samples: FadeSamples, _ first: Int, _ last: Int) -> Bool {
        [first, (first + last) / 2, last - 1].contains { samples.weight(of: links[$0].screen).missing < Self.own }
    }
}
