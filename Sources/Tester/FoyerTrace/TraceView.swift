import Foyer
import FoyerPlatform

/// A trace as a part of a page: what can be read stands in it as text, and the page's script adds the screens.
package struct TraceView {
    let trace: Trace
    let shell: PageShell
    /// Of its headings: one below that of what it stands in.
    let level: Int
    /// Whether changes are marked until somebody wants otherwise.
    let marksChanges: Bool

    package init(_ trace: Trace, in shell: PageShell, level: Int, marksChanges: Bool) {
        (self.trace, self.shell, self.level, self.marksChanges) = (trace, shell, level, marksChanges)
    }

    package var html: String {
        "<div class=\"trace\"\(marksChanges ? "" : " data-unmarked")>\n\(switches)<div class=\"told\">"
            + trace.tries.enumerated().map { section($0.element, number: $0.offset + 1) }.joined(separator: "\n")
            + "</div>\n<div class=\"player\"></div>\n</div>"
    }

    /// Why the first failing try failed; empty if none did.
    var why: String {
        guard let failed = trace.tries.first(where: \.hasFailed), !failed.reasons.isEmpty else { return "" }
        let index = failed.steps.firstIndex { $0.state == .failed }
        let place = index.map { index in
            let step = failed.steps[index]
            return "<p class=\"where\">\(word(.stepAndLine(index + 1, step.line)))"
                + " · <code>\(escaped(step.title))</code></p>"
        }
        let reasons = failed.reasons.map { "<p class=\"reason\">\(word($0))</p>" }
        return "<section class=\"why\" aria-label=\"\(word(.failed))\">"
            + ([place].compactMap { $0 } + reasons).joined(separator: "\n") + "</section>"
    }

    private var switches: String {
        guard trace.tries.count > 1 else { return "" }
        let buttons = trace.tries.indices.map { index in
            "<button type=\"button\">\(word(name(of: index)))</button>"
        }
        return "<div class=\"tries group-of-buttons\" role=\"group\" aria-label=\"\(word(.triesOfTrace))\">"
            + buttons.joined() + "</div>\n"
    }

    private func name(of index: Int) -> Phrase {
        .tryOfTrace(index + 1, trace.tries[index].hasFailed ? .failed : .passed)
    }

    private func section(_ attempt: Trace.Try, number: Int) -> String {
        var parts = [
            "<section class=\"try\" data-took=\"\(Self.milliseconds(attempt.took))\" "
                + "data-title=\"\(word(name(of: number - 1)))\"\(attempt.opensAt.map { " data-open=\"\($0)\"" } ?? "")>"
        ]
        if !attempt.steps.isEmpty {
            let steps = attempt.steps.map(step).joined(separator: "\n")
            parts.append("<div>\(heading(.stepsOfTrace))<ol class=\"steps\">\(steps)</ol></div>")
        }
        if !attempt.events.isEmpty {
            // A step that begins with a moment stands before it.
            let events = attempt.events.enumerated().sorted { one, other in
                func order(_ event: TraceEvent) -> (Duration, Int) { (event.at, event.until == nil ? 1 : 0) }
                let (first, second) = (order(one.element), order(other.element))
                return first == second ? one.offset < other.offset : first < second
            }
            let items = events.map { event($0.element) }.joined(separator: "\n")
            parts.append("<div>\(heading(.marksOfTrace))<ol class=\"marks\">\(items)</ol></div>")
        }
        if !attempt.screen.isEmpty {
            parts.append(
                "<noscript><p>\(word(.traceNeedsScripts))</p><pre class=\"cells\">"
                    + attempt.screen.map(escaped).joined(separator: "\n") + "</pre></noscript>")
        }
        parts.append(Self.frames(attempt.frames))
        parts += attempt.expected.map { expected in
            let data = [("step", expected.step), ("frame", expected.frame)].map { name, number in
                number.map { " data-\(name)=\"\($0)\"" } ?? ""
            }
            return Self.frames(expected.frames, "expected", data.joined())
        }
        parts.append("</section>")
        return parts.joined(separator: "\n")
    }

    private func heading(_ phrase: Phrase) -> String { "<h\(level)>\(word(phrase))</h\(level)>" }

    private static func frames(_ frames: TraceFrames, _ name: String = "frames", _ data: String = "") -> String {
        "<script type=\"text/plain\" class=\"\(name)\"\(data)>\(frames.packed)</script>"
    }

    private func step(_ step: Trace.Step) -> String {
        let (sign, says): (String, Phrase) =
            switch step.state {
            case .done: ("•", .stepDone)
            case .passed: ("✓", .passed)
            case .failed: ("✗", .failed)
            case .unplayed: ("·", .notPlayed)
            }
        let time = step.state == .unplayed ? "" : Self.seconds(step.took) + " s"
        return
            "<li><button type=\"button\" class=\"step \(step.state.rawValue)\" data-state=\"\(step.state.rawValue)\" "
            + "data-from=\"\(Self.milliseconds(step.from))\" data-to=\"\(Self.milliseconds(step.to))\">"
            + "<span class=\"sign\" role=\"img\" aria-label=\"\(word(says))\">\(sign)</span>"
            + "<span class=\"what\">\(escaped(step.title))</span><span class=\"at\">\(time)</span></button></li>"
    }

    private func event(_ event: TraceEvent) -> String {
        if let until = event.until { return span(event, until: until) }
        let short = Self.shortened(event.name)
        let tooltip = short == event.name ? "" : " title=\"\(escaped(event.name))\""
        return "<li class=\"\(event.isFailure ? "bad" : "")\" data-kind=\"\(event.lane.rawValue)\" "
            + "data-at=\"\(Self.milliseconds(event.at))\"\(event.isFailure ? " data-bad" : "")>"
            + "<button type=\"button\"\(tooltip)><span class=\"at\">\(Self.seconds(event.at))</span>"
            + "<span class=\"what\">\(escaped(short))</span></button></li>"
    }

    /// With the first digits of each digest in place of it, which would take all the room.
    private static func shortened(_ text: String) -> String {
        text.replacing(#/([0-9a-fA-F]{8})[0-9a-fA-F]{24,}/#) { String($0.1) + "…" }
    }

    private func span(_ event: TraceEvent, until end: Duration) -> String {
        let name = Phrase.step(event.name) ?? Phrase(asIs: event.name)
        return "<li class=\"\(event.isFailure ? "bad" : "")\" data-span data-from=\"\(Self.milliseconds(event.at))\" "
            + "data-to=\"\(Self.milliseconds(end))\"\(event.isFailure ? " data-bad" : "")><span class=\"row-of\">"
            + "<span class=\"at\">\(Self.seconds(event.at))</span><span class=\"what\">\(word(name))"
            + " · \(Self.seconds(end - event.at)) s</span></span></li>"
    }

    /// To a thousandth, as the page shows it.
    package static func seconds(_ time: Duration) -> String { XMLText.seconds(max(0, time.inSeconds)) }

    /// To a microsecond, as frames are timed.
    private static func milliseconds(_ time: Duration) -> String {
        let micros = max(0, time.saturatedNanoseconds / 1000)
        let rest = String(1000 + micros % 1000).dropFirst()
        return "\(micros / 1000)" + (micros % 1000 == 0 ? "" : ".\(rest)")
    }

    private func escaped(_ text: String) -> String { PageShell.escaped(text) }
    private func word(_ phrase: Phrase) -> String { shell.word(phrase) }
}
