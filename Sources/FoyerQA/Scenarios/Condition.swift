import Foyer
import FoyerStage

extension Condition {
    var needsScreen: Bool { !texts.isEmpty || !absent.isEmpty || screen != nil || !colours.isEmpty }

    /// What does not hold, with what is there; `nil` where everything holds.
    func unmet(by seen: ScenarioPlayer.Observation) -> String? {
        (needsScreen ? unmet(on: ScreenText(seen.screen)) ?? unmetColour(seen) : nil) ?? unmetLaunch(seen)
            ?? unmetRequests(seen) ?? banner?.unmet(by: seen.banner(), calls: seen.record.banner.all)
            ?? root?.unmet(by: seen.root(), calls: seen.record.host.all) ?? unmetOutside(seen)
    }

    private func unmet(on text: ScreenText) -> String? {
        if let missing = texts.first(where: { !text.contains($0) }) { return "\"\(missing)\" is not on the screen." }
        if let there = absent.first(where: { text.contains($0) }) { return "\"\(there)\" is on the screen." }
        if let screen, screen != text.lines {
            let row = zip(screen, text.lines).enumerated().first { $0.element.0 != $0.element.1 }?.offset
            let place = row ?? min(screen.count, text.lines.count)
            return "The screen is another from row \(place + 1) on."
        }
        return nil
    }

    /// Colours are compared as the theme has them.
    private func unmetColour(_ seen: ScenarioPlayer.Observation) -> String? {
        for (text, color) in colours {
            guard let place = ScreenText.place(of: text, on: seen.screen) else {
                return "\"\(text)\" is not in one line of the screen."
            }
            let there = seen.theme.rgb(seen.screen[place.column, place.row].foreground)
            let wanted = seen.theme.rgb(color)
            if there != wanted {
                return "\"\(text)\" has the colour \(Color.name(there)), not \(Color.name(wanted))."
            }
        }
        return nil
    }

    private func unmetLaunch(_ seen: ScenarioPlayer.Observation) -> String? {
        if let phase, phase != seen.phase { return "The state is \(seen.phase.rawValue), not \(phase.rawValue)." }
        let made = seen.record.launch.calls
        if let calls, calls != made {
            return "The delegate's calls were: " + (made.isEmpty ? "none" : made.joined(separator: ", "))
        }
        let ended = seen.record.launch.outcome
        if let outcome, outcome != ended?.scenarioText {
            return "The outcome is \(ended?.scenarioText ?? "open"), not \(outcome)."
        }
        if let exit, Int32(exit) != ended?.exitStatus {
            return "The exit status is \(ended.map { "\($0.exitStatus)" } ?? "open"), not \(exit)."
        }
        return nil
    }

    private func unmetRequests(_ seen: ScenarioPlayer.Observation) -> String? {
        for (route, count) in requests.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let asked = seen.requests(route)
            if asked != count { return "The stage was asked for \(route.rawValue) \(asked) times, not \(count)." }
        }
        return nil
    }

    /// What was told to, or came from, others than the host and its platform.
    private func unmetOutside(_ seen: ScenarioPlayer.Observation) -> String? {
        if let popup, case let made = seen.record.popup.all, popup != made {
            return "The pop-up's calls were: " + (made.isEmpty ? "none" : made.joined(separator: ", "))
        }
        // In whichever order: what is shown and what the network brings go side by side.
        if let events, case let told = seen.record.events.all, events.sorted() != told.sorted() {
            return "The campaign's owner was told: " + (told.isEmpty ? "nothing" : told.joined(separator: ", "))
        }
        if let opened, opened != seen.record.opened.all.last {
            return "The last link was \(seen.record.opened.all.last ?? "never there"), not \(opened)."
        }
        if let desktop {
            let there = seen.desktop()
            if desktop != there {
                return "On the desktop are: " + (there.isEmpty ? "no icons" : there.joined(separator: ", "))
            }
        }
        guard !guide.isEmpty else { return nil }
        guard let page = seen.record.guides.all.last else { return "No guide page was served." }
        return guide.first { !page.contains($0) }.map { "\"\($0)\" is not in the guide page." }
    }
}

extension Color {
    /// `#rrggbb`.
    fileprivate static func name(_ value: UInt32) -> String {
        let digits = String(value & 0xFF_FFFF, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
}
