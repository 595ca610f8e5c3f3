import ArgumentParser
import Foyer
import FoyerPlatform
import FoyerQA
import FoyerSystem
import Glibc

struct SnapshotCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapshot", abstract: "Draws a screen of a scenario, with the same bytes each time.",
        discussion: """
            Plays the scenario without a terminal up to the step, and draws the settled screen.

            EXAMPLES:
              foyer snapshot flows/loading-page --format ansi
              foyer snapshot my.yaml --at error --size 120x30 --format svg -o error.svg
              foyer snapshot demo/home --theme light --format png -o home.png

            EXIT STATUS: 0 success; 1 the scenario failed before that step; 64 it has no such step; 65 the file has a \
            mistake.
            """)

    @Argument(help: "A scenario file, or the name of one that ships with Foyer.", completion: .file())
    var scenario: String

    @Option(
        help: ArgumentHelp(
            "The step to draw: its number, or the name of a snapshot; by default the last.",
            valueName: "step"))
    var at: String?

    @Option(
        help: ArgumentHelp("Columns and rows; by default the scenario's own.", valueName: "80x24"),
        transform: size)
    var size: CellSize?

    @Option(help: "dark or light; by default the scenario's own.")
    var theme: ThemeChoice?

    @Option(help: "text, ansi (for a terminal, in colour), svg, or png (with photographs in pixels).")
    var format = Snapshot.Format.text

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"),
        completion: .file())
    var output: String?

    @OptionGroup var words: LanguageOption

    mutating func validate() throws {
        if format == .png, output == nil, isatty(STDOUT_FILENO) == 1 {
            throw ValidationError("A terminal cannot show a PNG; name a file with --output FILE.")
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
            throw ValidationError("\"\(text)\" is not a size; write it as 80x24.")
        }
        return CellSize(columns: parts[0], rows: parts[1])
    }
}

extension Snapshot.Format: ExpressibleByArgument {}
extension ThemeChoice: ExpressibleByArgument {}
