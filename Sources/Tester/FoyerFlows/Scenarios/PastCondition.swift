import Foyer
import FoyerPlatform
import FoyerTrace

/// What must have been on the screen since the flow began, and how it came and went.
struct PastCondition: Sendable {
    /// A text or a state of the launch, and how long it lasted at one time.
    struct Sight: Sendable {
        var text: String?
        var state: LaunchPhase?
        var least = Duration.zero
        var most: Duration?

        var name: String { text ?? state?.rawValue ?? "" }
    }

    var seen: [Sight] = []
    /// Texts that were never there.
    var unseen: [String] = []
    /// Texts that came and went together.
    var together: [String] = []
    /// Texts that kept their places.
    var steady: [String] = []
    /// Characters of which there never were fewer than before.
    var grows: [String] = []
    /// Characters whose colours have changed where they stand.
    var glimmers: [String] = []

    private var texts: [String] {
        seen.compactMap(\.text) + unseen + together + steady + grows + glimmers
    }

    /// The condition that does not hold; `nil` if all hold.
    func unmet(by past: FlowPast, at now: Instant) -> StepFailure? {
        if texts.isEmpty, seen.isEmpty { return nil }
        var watch = SightWatch(texts, together: together)
        let ends = past.track.frames.dropFirst().map(\.time) + [now]
        for (scene, end) in zip(past.track, ends) {
            watch.look(
                at: scene.screen, isFading: past.phase(at: scene.time) == .fading, at: scene.time,
                stands: end - scene.time)
        }
        return unmetSight(watch, past, at: now) ?? unmetCourse(watch)
    }

    private func unmetSight(_ watch: SightWatch, _ past: FlowPast, at now: Instant) -> StepFailure? {
        for sight in seen {
            let times = sight.state.map { past.times(of: $0) } ?? watch.texts[sight.name]?.times ?? []
            let longest = times.map { ($0.end ?? now) - $0.start }.max()
            guard let longest else { return .neverSeen(sight.name) }
            if longest < sight.least || sight.most.map({ longest > $0 }) == true {
                return .wasSeen(sight.name, seconds: longest.inSeconds)
            }
        }
        return unseen.first { watch.texts[$0]?.times.isEmpty == false }.map { .onceSeen($0) }
    }

    private func unmetCourse(_ watch: SightWatch) -> StepFailure? {
        if let missing = (together + steady + grows + glimmers).first(where: { watch.texts[$0]?.times.isEmpty != false }
        ) {
            return .neverSeen(missing)
        }
        if watch.cameApart { return .apart(together) }
        return steady.first { watch.texts[$0]?.hasMoved == true }.map { .moved($0) }
            ?? grows.first { watch.texts[$0]?.hasShrunk == true }.map { .shrank($0) }
            ?? glimmers.first { watch.texts[$0]?.hasGlimmered != true }.map { .isLifeless($0) }
    }
}

/// The screens of a flow so far, and the states of its launch with the instants at which they began.
struct FlowPast {
    var track = ScreenTrack()
    private(set) var phases: [(phase: LaunchPhase, start: Instant)] = []

    mutating func take(_ phase: LaunchPhase, at now: Instant) {
        if phases.last?.phase != phase { phases.append((phase, now)) }
    }

    func phase(at instant: Instant) -> LaunchPhase? { phases.last { $0.start <= instant }?.phase }

    func times(of phase: LaunchPhase) -> [SightWatch.Time] {
        phases.indices.filter { phases[$0].phase == phase }.map { index in
            .init(start: phases[index].start, end: index + 1 < phases.count ? phases[index + 1].start : nil)
        }
    }
}

/// Looks at one screen after the other for some texts.
struct SightWatch {
    /// From when until when; the last one may still last.
    struct Time {
        let start: Instant
        var end: Instant?
    }

    struct Text {
        var times: [Time] = []
        private(set) var hasMoved = false
        private(set) var hasShrunk = false
        private(set) var hasGlimmered = false
        private var place: (column: Int, row: Int)?
        private var cells: [ScreenCell] = []

        var isThere: Bool { times.last.map { $0.end == nil } ?? false }

        mutating func note(_ isThere: Bool, at now: Instant) {
            if isThere == self.isThere { return }
            if isThere { times.append(Time(start: now)) } else { times[times.count - 1].end = now }
            (place, cells) = (nil, [])
        }

        mutating func compare(_ text: String, on screen: Buffer) {
            if let new = ScreenText.place(of: text, on: screen) {
                if let place, place != new { hasMoved = true }
                place = new
            }
            guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1 else { return }
            let glyph = Glyph(scalar)
            // A letter and its mark may be one scalar or two.
            let new = screen.cells.filter {
                $0.glyph == glyph
                    || $0.glyph.mark0 != 0 && String(String.UnicodeScalarView($0.glyph.scalars)) == text
            }
            if new.count < cells.count { hasShrunk = true }
            if !cells.isEmpty, new.count == cells.count, new != cells { hasGlimmered = true }
            cells = new
        }
    }

    private(set) var texts: [String: Text] = [:]
    /// Whether some screen showed one of them without another.
    private(set) var cameApart = false
    private let together: [String]

    init(_ texts: [String], together: [String]) {
        self.together = together
        for text in texts { self.texts[text] = Text() }
    }

    /// What stands for less than that is seen by nobody.
    private static let glimpse = Duration.milliseconds(50)

    /// - Parameters:
    ///   - isFading: a fade takes everything along, which says nothing about the texts.
    ///   - time: how long the screen stood.
    mutating func look(at screen: Buffer, isFading: Bool, at now: Instant, stands time: Duration) {
        let lines = ScreenText(screen)
        for text in texts.keys {
            let isThere = lines.contains(text)
            texts[text]?.note(isThere, at: now)
            if isThere, !isFading { texts[text]?.compare(text, on: screen) }
        }
        let count = together.count { texts[$0]?.isThere == true }
        if !isFading, time >= Self.glimpse, count > 0, count < together.count { cameApart = true }
    }
}

extension YAMLFields {
    mutating func past() -> PastCondition {
        var past = PastCondition()
        set(&past.seen, "seen", .oneOrMore(.sight))
        set(&past.unseen, "unseen", .texts)
        set(&past.together, "together", .texts)
        set(&past.steady, "steady", .texts)
        set(&past.grows, "grows", .texts)
        set(&past.glimmers, "glimmers", .texts)
        return past
    }
}

extension YAMLShape where Value == PastCondition.Sight {
    /// A text, or a text or a state with how long it lasted.
    fileprivate static let sight = YAMLShape<String>.text.map { PastCondition.Sight(text: $0) }.orMapping(
        .mapping { fields in
            var sight = PastCondition.Sight()
            sight.text = fields.optional("text", YAMLShape<String>.text)
            sight.state = fields.optional("state", .anyCase)
            fields.set(&sight.least, "for", .duration)
            sight.most = fields.optional("at-most", .duration)
            fields.rule(YAMLSchema.hasOne(of: [["text"], ["state"]]))
            if fields.has("text") == fields.has("state") {
                fields.report.add(fields.node.mark, .lacks(fields.what, ["text", "state"]))
            }
            return sight
        })
}

extension ScenarioStep {
    /// Texts have been on the screen.
    package static func seen(_ texts: [String], line: Int) -> ScenarioStep {
        let condition = Condition(past: PastCondition(seen: texts.map { PastCondition.Sight(text: $0) }))
        return ScenarioStep(
            line: line, action: .wait(condition, within: ScenarioPlayer.patience),
            summary: texts.joined(separator: ", "))
    }
}

// MARK: - What goes wrong

extension StepFailure {
    static func neverSeen(_ name: String) -> StepFailure {
        .other(Phrase("\"\(name)\" was never seen."))
    }

    static func onceSeen(_ name: String) -> StepFailure {
        .other(Phrase("\"\(name)\" was seen."))
    }

    /// - Parameter seconds: at the longest.
    static func wasSeen(_ name: String, seconds: Double) -> StepFailure {
        let time = ((seconds * 100).rounded() / 100).formatted
        return .other(Phrase("\"\(name)\" was seen for \(time) s."))
    }

    static func apart(_ texts: [String]) -> StepFailure {
        let all = texts.joined(separator: ", ")
        return .other(Phrase("These were not always seen together: \(all)"))
    }

    static func moved(_ text: String) -> StepFailure {
        .other(Phrase("\"\(text)\" has changed its place."))
    }

    static func shrank(_ text: String) -> StepFailure {
        .other(Phrase("There were fewer \"\(text)\" than before."))
    }

    static func isLifeless(_ text: String) -> StepFailure {
        .other(Phrase("\"\(text)\" has never changed its colours."))
    }
}
