import ArgumentParser
import Foyer
import FoyerPlatform
import FoyerSystem

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Says what this terminal can do and what Foyer will use.",
        discussion: """
            Colours, theme, characters, mouse, synchronized output, taskbar progress and links of the terminal, what each \
            is known from, and what the terminal answered; language, motion and the folders. Give it the same options as the command that you ask about. It belongs in every bug report.
            """)

    @OptionGroup(title: "Display Options") var display: DisplayOptions

    func run() throws {
        let places = Places()
        let settings = UserSettings.read(places)
        let report = Diagnosis(display.choices(settings), places: places)
        if display.json {
            Output.json(report.json)
        } else {
            for line in report.lines { Output.line(line) }
        }
    }
}
