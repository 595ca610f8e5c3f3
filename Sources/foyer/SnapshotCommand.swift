import ArgumentParser
import Foyer
import FoyerPlatform
import FoyerQA
import FoyerSystem
import Glibc

struct SnapshotCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapshot", abstract: "Draws a screen of a scenario, the same bytes each time.",
        discussion: """
            The scenario is played without a terminal up to the step, and the settled screen is drawn.

            EXAMPLES:
              foyer snapshot flows/loading-page --format ansi
              foyer snapshot my.yaml --at error --size 120x30 --format svg -o error.svg
              foyer snapshot demo/home --theme light --format png -o home.png

            EXIT STATUS: 0 it went well; 1 the scenario failed before that step; 64 it has no such step; 65 the file is
            wrong.
            """)

    @Argument(help: "The scenario's file, or the name of a shipped one.", completion: .file())
    var scenario: String

    @Option(
        help: ArgumentHelp(
            "After which step: its number, or the name of a snapshot; the last where none is named.",
            valueName: "step"))
    var at: String?

    @Option(
        help: ArgumentHelp("Columns and rows; the scenario's own where none are named.", valueName: "80x24"),
        transform: size)
    var size: CellSize?

    @Option(help: "dark or light; the scenario's own where none is named.")
    var theme: ThemeChoice?

    @Option(help: "text, ansi (with colours, for a terminal), svg or png (pictures; png with photographs in pixels).")
    var format = Snapshot.Format.text

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Writes to this file in place of standard output.", valueName: "file"),
        completion: .file())
    var output: String?

    @OptionGroup var words: LanguageOption

    mutating func validate() throws {
        if format == .png, output == nil, isatty(STDOUT_FILENO) == 1 {
            throw ValidationError("A PNG is nothing for a terminal; name a file: --output FILE.")
        }
    }

    func run() async throws {
        let language = words.chosen(UserSettings.read(Places()))
        let assets = try ScenarioInput.assets()
        let shipped = "\(assets.shipped)/\(scenario).yaml"
        let path = OutputFile.exists(scenario) ? scenario : OutputFile.exists(shipped) ? shipped : scenario
        let picture = try await picture(try ScenarioInput.scenarios([path], assets, language)[0], assets, language)
        guard let output else { return StandardStreams.print(picture) }
        try OutputFile.write(picture, to: output, language)
    }

    /// Standard output is for the picture: problems go elsewhere.
    private func picture(
        _ scenario: Scenario, _ assets: ScenarioAssets, _ language: Language
    ) async throws -> [UInt8] {
        do throws(Snapshot.Failure) {
            return try await Snapshot.draw(scenario, at: at, size: size, theme: theme, format: format, on: assets)
        } catch {
            switch error {
            case .noStep(let phrase): throw ValidationError(language[phrase].string)
            case .noPicture:
                StandardError.write(SafeText(error.description))
                throw ExitCode.failure
            case .failed(let result):
                for line in SafeText.lines(of: result.report(language)) { StandardError.write(line) }
                throw ExitCode.failure
            }
        }
    }

    private static func size(_ text: String) throws -> CellSize {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard parts.count == 2, parts.allSatisfy({ (1...1000).contains($0) }) else {
            throw ValidationError("\"\(text)\" is no size; write it as 80x24.")
        }
        return CellSize(columns: parts[0], rows: parts[1])
    }
}

extension Snapshot.Format: ExpressibleByArgument {}
extension ThemeChoice: ExpressibleByArgument {}
