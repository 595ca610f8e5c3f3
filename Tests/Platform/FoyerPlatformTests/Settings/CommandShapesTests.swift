import FoyerCore
import Testing

@testable import FoyerPlatform

/// Commands of the settings.
@Suite struct CommandShapesTests {
    private func parse(_ lines: [String]) -> (commands: [String: NamedCommand], problems: [String]) {
        let text = (["commands:"] + lines.map { "  " + $0 }).joined(separator: "\n")
        let (settings, problems) = SettingsFile.parse(Array(text.utf8))
        return (settings.commands, problems.map { "\($0.mark.line):\($0.mark.column): \($0)" })
    }

    @Test func aWithdrawnKeySaysWhatToUseInstead() {
        let (commands, problems) = parse([
            "db: {run: [x]}", "web: {run: [x], needs: [db]}", "tail: {run: [x], log: true}",
        ])
        #expect(commands.keys.sorted() == ["db"])
        #expect(
            problems == [
                "3:19: needs was removed in 0.5: start several commands with process-compose or docker compose.",
                "4:20: log was removed in 0.5: press d on the splash for the latest lines, or follow a log file with tail -f.",
            ])
    }

    @Test func anUnknownKeyIsNamedWithThoseThatThereAre() {
        let (commands, problems) = parse(["h: {run: [x], nope: 1}"])
        #expect(commands.isEmpty)
        #expect(
            problems == [
                "2:17: h knows no \"nope\"; expected run, title, icon, splash, screen, ready-port, ready-text, ready-file, ready-url, ready-command or timeout."
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
        let (commands, problems) = parse(["db: {run: [x]}", "db: {run: [y]}"])
        #expect(commands["db"]?.arguments == ["x"])
        #expect(problems == ["2:3: \"db\" appears twice; each key may appear once."])
    }
}
