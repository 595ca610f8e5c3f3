import FoyerCore
import Testing

@testable import FoyerPlatform

/// Commands of the settings that need each other.
@Suite struct CommandShapesTests {
    private func parse(_ lines: [String]) -> (commands: [String: NamedCommand], problems: [String]) {
        let text = (["commands:"] + lines.map { "  " + $0 }).joined(separator: "\n")
        let (settings, problems) = SettingsFile.parse(Array(text.utf8))
        return (settings.commands, problems.map { "\($0.mark.line):\($0.mark.column): \($0)" })
    }

    @Test func needsAreNames() {
        let (commands, problems) = parse([
            "web: {run: [x], needs: [api, db]}", "api: {run: [x], needs: [db]}", "db: {run: [x]}",
        ])
        #expect(problems.isEmpty)
        #expect(commands["web"]?.needs == ["api", "db"] && commands["db"]?.needs == [])
    }

    @Test func whatIsWrongInThemIsNamedAtItsPlace() {
        let (commands, problems) = parse([
            "a: {run: [x], needs: [b]}", "b: {run: [x], needs: [c]}", "c: {run: [x], needs: [b]}",
            "d: {run: [x], needs: [db]}", "e: {run: [x], needs: [good, good]}", "f: {run: [x], needs: [e]}",
            "g: {run: [x], needs: [h]}", "h: {run: [x], nope: 1}", "i: {run: [x], needs: good}", "good: {run: [x]}",
        ])
        #expect(commands.keys.sorted() == ["good"])
        #expect(
            problems == [
                "2:25: \"b\" is needed, and its own entry has a mistake.",
                "3:25: A command cannot need itself: b → c → b.",
                "4:25: A command cannot need itself: c → b → c.",
                "5:25: There is no command \"db\"; did you mean \"b\"?",
                "6:31: \"good\" is listed twice in needs; list each name once.",
                "7:25: \"e\" is needed, and its own entry has a mistake.",
                "8:25: \"h\" is needed, and its own entry has a mistake.",
                "9:17: h knows no \"nope\"; expected run, title, icon, splash, screen, ready-port, ready-text, ready-file, ready-url, ready-command, timeout, log or needs.",
                "10:24: needs is \"good\"; expected a list.",
            ])
    }

    @Test func oneMayHaveALineOrTheWholeScreen() {
        let (commands, problems) = parse([
            "a: {run: [x], screen: line}", "b: {run: [x], screen: full}", "c: {run: [x]}",
            "d: {run: [x], screen: plain}",
        ])
        #expect(commands["a"]?.screen == .line && commands["b"]?.screen == .full)
        #expect(commands["c"] != nil && commands["c"]?.screen == nil && commands["d"] == nil)
        #expect(problems == ["5:25: screen is \"plain\"; expected full or line."])
    }

    @Test func aNameThatIsThereTwiceCountsOnce() {
        let (commands, problems) = parse(["db: {run: [x]}", "db: {run: [y]}", "web: {run: [x], needs: [db]}"])
        #expect(commands["db"]?.arguments == ["x"] && commands["web"] != nil)
        #expect(problems == ["2:3: \"db\" appears twice; each key may appear once."])
    }
}
