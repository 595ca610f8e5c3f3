import Foyer
import FoyerEmulator
import Synchronization

/// What a run has sent to its terminal, and what was said of it meanwhile, for a trace. Its frames are drawn only when
/// somebody wants the page.
package final class TerminalTape: Sendable {
    private struct Piece {
        let time: Instant
        let size: CellSize
        let bytes: [UInt8]
    }

    private struct State {
        var pieces: [Piece] = []
        var count = 0
        var marks: [(label: String, time: Instant)] = []
    }

    /// The size limit in bytes; what comes later is left out.
    private static let largest = 32 << 20
    /// Output that comes sooner after the one before belongs to the same frame.
    private static let frame = Duration.milliseconds(8)

    private let title: String
    private let began: Instant
    private let state = Mutex(State())

    package init(title: String, since began: Instant) {
        (self.title, self.began) = (title, began)
    }

    package func take(_ bytes: [UInt8], size: CellSize, at now: Instant) {
        state.withLock { state in
            guard state.count < Self.largest else { return }
            state.count += bytes.count
            state.pieces.append(Piece(time: now, size: size, bytes: bytes))
        }
    }

    /// The run has reached another state.
    package func mark(_ label: String, at now: Instant) {
        state.withLock { $0.marks.append((label, now)) }
    }

    /// - Parameters:
    ///   - palette: of the terminal.
    ///   - add: adds what else is known, such as a launch's steps; its times are since the instant that it is given.
    package func page(
        facts: [Trace.Fact], palette: Palette, _ language: Language, until now: Instant,
        add: (inout Trace.Try, Instant) -> Void
    ) -> TracePage {
        let state = state.withLock { $0 }
        let (track, screen) = frames(of: state.pieces, palette)
        var attempt = Trace.Try(frames: TraceFrames(track, since: began), took: now - began)
        attempt.steps = steps(state.marks, until: now, start: language[.start].string)
        add(&attempt, began)
        let secrets = TraceSecrets(
            track.lazy.map(\.screen), texts: [title] + attempt.texts + track.map(\.surroundings.title))
        attempt.cover(secrets)
        attempt.frames = TraceFrames(track.covered(by: secrets), since: began)
        attempt.screen = screen.map { secrets.covering($0).textLines } ?? []
        var trace = Trace(title: secrets.covering(title))
        trace.facts = facts
        if secrets.count > 0 { trace.facts.append(Trace.Fact(.secretsHidden, "\(secrets.count)")) }
        trace.tries = [attempt]
        return TracePage(trace, language: language)
    }

    private func frames(of pieces: [Piece], _ palette: Palette) -> (ScreenTrack, screen: Buffer?) {
        guard let first = pieces.first else { return (ScreenTrack(), nil) }
        var (track, report) = (ScreenTrack(), TerminalReport())
        let terminal = TerminalEmulator(size: first.size)
        let theme = DisplayTheme(depth: .direct, palette: palette)
        for (index, piece) in pieces.enumerated() {
            if piece.size != terminal.size { terminal.resize(to: piece.size) }
            terminal.feed(piece.bytes)
            report.take(piece.bytes, answered: [])
            report.forgetQuestions()
            _ = terminal.takeAnswers()
            let next = index + 1 < pieces.count ? pieces[index + 1].time : nil
            if let next, next - piece.time < Self.frame { continue }
            track.take(terminal.screen, .init(report, cursor: terminal.cursor), theme: theme, at: piece.time)
        }
        return (track, terminal.screen)
    }

    /// From each mark to the next.
    private func steps(_ marks: [(label: String, time: Instant)], until end: Instant, start: String) -> [Trace.Step] {
        let starts = [(label: start, time: began)] + marks
        let ends = starts.dropFirst().map(\.time) + [end]
        return zip(starts, ends).compactMap { mark, next in
            let (from, to) = (max(.zero, mark.time - began), max(.zero, next - began))
            return mark.label == start && to == .zero ? nil : Trace.Step(mark.label, from: from, to: max(from, to))
        }
    }
}

extension ScreenTrack {
    fileprivate func covered(by secrets: TraceSecrets) -> ScreenTrack {
        guard secrets.count > 0 else { return self }
        var track = ScreenTrack()
        for scene in self {
            var surroundings = scene.surroundings
            surroundings.title = secrets.covering(surroundings.title)
            track.take(secrets.covering(scene.screen), surroundings, ground: scene.ground, at: scene.time)
        }
        return track
    }
}

extension Trace.Try {
    /// What it says beside its screens.
    fileprivate var texts: [String] {
        steps.map(\.title) + events.map(\.name) + reasons.map(\.english) + [ending ?? ""]
    }

    fileprivate mutating func cover(_ secrets: TraceSecrets) {
        guard secrets.count > 0 else { return }
        steps = steps.map {
            Trace.Step(
                secrets.covering($0.title), line: $0.line, from: $0.from, to: $0.to, took: $0.took, state: $0.state)
        }
        events = events.map {
            TraceEvent($0.lane, at: $0.at, until: $0.until, secrets.covering($0.name), isFailure: $0.isFailure)
        }
        reasons = reasons.map { reason in
            let text = secrets.covering(reason.english)
            return text == reason.english ? reason : Phrase(asIs: text)
        }
        ending = ending.map(secrets.covering)
    }

    /// It did not go well.
    ///
    /// - Parameter time: when, which the step tells that went wrong; `nil` for the last one.
    package mutating func fail(_ reason: SafeText, at time: Duration? = nil) {
        reasons.append(Phrase(asIs: reason.string))
        let then = time.flatMap { time in steps.lastIndex { $0.from <= time } }
        guard let index = then ?? steps.indices.last else { return }
        let step = steps[index]
        steps[index] = Trace.Step(step.title, line: step.line, from: step.from, to: step.to, state: .failed)
    }
}

extension ScreenTrack.TerminalState {
    package init(_ report: TerminalReport, cursor: CellPosition?) {
        self.init(
            cursor: cursor, title: report.title,
            modes: TerminalReport.Mode.allCases.filter { $0 != .cursor && report.has($0) }.map(\.rawValue))
    }
}
