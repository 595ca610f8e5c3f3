import ArgumentParser
import Foyer
import FoyerPlatform
import FoyerSystem

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Shows what this terminal can do, and how Foyer knows.",
        discussion: """
            Shows the terminal's colours, theme, characters, mouse, synchronized output, taskbar progress and links, how \
            Foyer knows each of them, and what the terminal answered; also language, motion and the folders. Give it the \
            same options as the command that you want to check. Attach its output to every bug report.
            """)

    @OptionGroup(title: "Display Options") var display: DisplayOptions

    func run() throws {
        let places = Places()
        let settings = UserSettings.read(places)
        var choices = display.choices(settings)
        choices.keep = { TerminalMemory.user.keepAtOnce($1, for: $0) }
        let report = Diagnosis(choices, places: places)
        if display.json {
            Output.json(report.json)
        } else {
            for line in report.lines { Output.line(line) }
        }
    }
}
