import Foyer
import FoyerStage

extension Condition {
    var needsScreen: Bool {
        !texts.isEmpty || !absent.isEmpty || screen != nil || !colours.isEmpty || !cells.isEmpty || still != nil
    }

    /// The condition that does not hold, with what was found; `nil` if all hold.
    func unmet(by seen: ScenarioPlayer.Observation) -> StepFailure? {
        (needsScreen ? unmet(on: ScreenText(seen.screen)) ?? unmetColour(seen) ?? unmetCell(seen) : nil)
            ?? unmetLaunch(seen)
            ?? unmetRequests(seen) ?? banner?.unmet(by: seen.banner(), calls: seen.record.banner.all)
            ?? root?.unmet(by: seen.root(), calls: seen.record.host.all) ?? unmetOutside(seen)
    }

    private func unmet(on text: ScreenText) -> StepFailure? {
        if let missing = texts.first(where: { !text.contains($0) }) { return .notOnScreen(missing) }
        if let there = absent.first(where: { text.contains($0) }) { return .onScreen(there) }
        if let screen, screen != text.lines {
            let row = zip(screen, text.lines).enumerated().first { $0.element.0 != $0.element.1 }?.offset
            return .screenDiffers(row: (row ?? min(screen.count, text.lines.count)) + 1)
        }
        return nil
    }

    /// Colours are compared as the theme resolves them.
    private func unmetColour(_ seen: ScenarioPlayer.Observation) -> StepFailure? {
        for (text, color) in colours {
            guard let place = ScreenText.place(of: text, on: seen.screen) else { return .notInOneLine(text) }
            let there = seen.theme.rgb(seen.screen[place.column, place.row].shownForeground)
            let wanted = seen.theme.rgb(color)
            if there != wanted { return .color(of: text, is: Color.name(there), not: Color.name(wanted)) }
        }
        return nil
    }

    private func unmetCell(_ seen: ScenarioPlayer.Observation) -> StepFailure? {
        if let still, seen.stillFor < still { return .screenMoves }
        for wanted in cells {
            let cell = seen.screen[wanted.column, wanted.row]
            func differs(_ found: String, _ what: String) -> StepFailure {
                .cell(column: wanted.column + 1, row: wanted.row + 1, shows: found, not: what)
            }
            let text = String(String.UnicodeScalarView(cell.glyph.scalars))
            if let character = wanted.text, character != text { return differs("\"\(text)\"", "\"\(character)\"") }
            for (color, shown) in [
                (wanted.foreground, cell.shownForeground), (wanted.background, cell.shownBackground),
            ] {
                guard let color, seen.theme.rgb(color) != seen.theme.rgb(shown) else { continue }
                return differs(Color.name(seen.theme.rgb(shown)), Color.name(seen.theme.rgb(color)))
            }
        }
        return nil
    }

    private func unmetLaunch(_ seen: ScenarioPlayer.Observation) -> StepFailure? {
        if let phase, phase != seen.phase { return .isNot(.state, seen.phase.rawValue, wanted: phase.rawValue) }
        let made = seen.record.launch.calls
        if let calls, calls != made { return .were(.delegate, made) }
        let ended = seen.record.launch.outcome
        if let outcome, outcome != ended?.scenarioText {
            return .isNot(.outcome, ended?.scenarioText, wanted: outcome)
        }
        let status = seen.exit ?? ended?.exitStatus
        if let exit, Int32(exit) != status { return .isNot(.exitStatus, status.map { "\($0)" }, wanted: "\(exit)") }
        return nil
    }

    private func unmetRequests(_ seen: ScenarioPlayer.Observation) -> StepFailure? {
        for (route, count) in requests.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let asked = seen.requests(route)
            if asked != count { return .requests(of: route.rawValue, asked, wanted: count) }
        }
        return nil
    }

    /// Communication with others than the host and its platform.
    private func unmetOutside(_ seen: ScenarioPlayer.Observation) -> StepFailure? {
        if let popup, case let made = seen.record.popup.all, popup != made { return .were(.popup, made) }
        // In any order: the screen and the network work side by side.
        if let events, case let told = seen.record.events.all, events.sorted() != told.sorted() {
            return .were(.owner, told)
        }
        if let opened, case let last = seen.record.opened.all.last, opened != last {
            return .isNot(.link, last, wanted: opened)
        }
        if let desktop, case let there = seen.desktop(), desktop != there { return .were(.desktop, there) }
        guard !guide.isEmpty else { return nil }
        guard let page = seen.record.guides.all.last else { return .noGuide }
        return guide.first { !page.contains($0) }.map { .notInGuide($0) }
    }
}

extension Cell {
    /// The colours as they are seen.
    fileprivate var shownForeground: Color { attributes.contains(.reverse) ? background : foreground }
    fileprivate var shownBackground: Color { attributes.contains(.reverse) ? foreground : background }
}

extension Color {
    /// `#rrggbb`.
    fileprivate static func name(_ value: UInt32) -> String {
        let digits = String(value & 0xFF_FFFF, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
}
