import Foyer
import FoyerStage
import FoyerSystem
import TestSupport
import Testing

@testable import FoyerChecklist
@testable import FoyerFlows
@testable import FoyerPlatform
@testable import FoyerTUI

/// The reference pages say what the code does: every example is read by the product's own reader, and what a reader
/// knows is on its page.
@Suite struct ReferenceTests {
    static let package = Checkout.root

    /// A fenced block: what it is written in, what it is an example of, and where it stands.
    struct Example: Sendable, CustomStringConvertible {
        let language: String
        let kind: String
        let text: String
        let place: String
        var description: String { "\(place): \(language) \(kind)" }
    }

    static func text(_ path: String) throws -> String {
        String(decoding: try OpenFile.reading("\(package)/\(path)").readAll(limit: 1 << 20), as: UTF8.self)
    }

    static func files(_ ending: String, below folder: String = "Sources") throws -> [String] {
        let entries = try Folder.open(path: "\(package)/\(folder)", makes: false, disk: .real).entries(limit: .max)
        return try entries.flatMap { entry -> [String] in
            let path = "\(folder)/\(entry.name)"
            if entry.kind == .folder { return try files(ending, below: path) }
            return entry.name.hasSuffix(ending) ? [path] : []
        }
    }

    static func page(_ name: String) throws -> String {
        try text(try #require(try files(".md").first { $0.hasSuffix("/\(name).md") }))
    }

    /// Every YAML and JSON block of all articles.
    private static func examples() throws -> [Example] {
        try files(".md").flatMap { file -> [Example] in
            var examples: [Example] = []
            var open: (info: [Substring], line: Int, lines: [Substring])?
            for (index, line) in try text(file).split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                if let block = open, line == "```" {
                    let info = block.info.map(String.init)
                    if let language = info.first, ["yaml", "json"].contains(language) {
                        examples.append(
                            Example(
                                language: language, kind: info.dropFirst().first ?? "",
                                text: block.lines.joined(separator: "\n") + "\n", place: "\(file):\(block.line)"))
                    }
                    open = nil
                } else if open != nil {
                    open?.lines.append(line)
                } else if line.hasPrefix("```") {
                    open = (line.dropFirst(3).split(separator: " "), index + 1, [])
                }
            }
            return examples
        }
    }

    /// All words that are marked as code on a page.
    private static func words(of page: String) -> Set<String> {
        var words: Set<String> = []
        var isFenced = false
        for line in page.split(separator: "\n") {
            if line.hasPrefix("```") { isFenced.toggle() }
            if isFenced { continue }
            for (index, span) in line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            where index % 2 == 1 {
                words.insert(String(span))
                for word in span.split(whereSeparator: { " ,:{}[]\"".contains($0) }) { words.insert(String(word)) }
            }
        }
        return words
    }

    // MARK: - Examples

    @Test func everyYAMLAndJSONBlockIsRead() throws {
        let examples = try Self.examples()
        #expect(examples.count >= 14)
        for example in examples {
            let problems = try Self.problems(in: example, Array(example.text.utf8))
            #expect(problems.isEmpty, "\(example): \(problems)")
        }
    }

    private static func problems(in example: Example, _ bytes: [UInt8]) throws -> [String] {
        switch (example.language, example.kind) {
        case ("yaml", "scenario"):
            if case .failure(let found) = Scenario.read(bytes, file: example.place) { return [found.description] }
        case ("yaml", "checklist"):
            if case .failure(let found) = Checklist.read(bytes, file: example.place) { return [found.description] }
        case ("yaml", "settings"): return SettingsFile.parse(bytes).problems.map(\.description)
        case ("yaml", "splash"): return SplashFile.parse(bytes, at: example.place).problems.map(\.description)
        case ("json", "app"): _ = try AppMetadata(JSON.parse(bytes))
        case ("json", "banner"): _ = try BannerData(JSON.parse(bytes))
        case ("json", "popup"): _ = try PopupData(JSON.parse(bytes))
        case ("json", "config"):
            let names = try ConfigValues.read(bytes).names
            return names == ["version", "greeting"] ? [] : ["other names: \(names)"]
        case ("json", "catalogue"):
            return try CataloguedProgram.catalogue(JSON.parse(bytes)).count == 1 ? [] : ["not one program"]
        case ("json", "event"): _ = try CampaignEvent(JSON.parse(bytes))
        case ("json", "manifest"): _ = try Manifest.validate(bytes)
        default: return ["Nobody reads it: say after ```\(example.language) what it is an example of."]
        }
        return []
    }

    // MARK: - Keys and words

    private static func missing(_ outline: YAMLOutline, on page: String) throws -> [String] {
        let words = words(of: try self.page(page))
        return outline.paths.filter { path in
            let value = path.firstRange(of: ": ").map { String(path[$0.upperBound...]) }
            return !words.contains(value ?? path.split(separator: ".").last.map(String.init) ?? path)
        }
    }

    @Test func everyKeyOfAScenarioIsOnItsPage() throws {
        let outline = YAMLShape<Scenario>.scenario(nil).outline
        #expect(outline.paths.contains("steps.wait.banner.image: placeholder") && outline.paths.count > 200)
        // Named keys of the keyboard stand for all of their kind.
        let stand = ["steps.press: f1"]
        #expect(try Self.missing(outline, on: "ScenarioFiles").filter { !stand.contains($0) } == [])
    }

    private static let steps = Set(
        (YAMLShape<ScenarioStep>.step(nil).outline.keys + YAMLShape<ScenarioStep>.stepOfProgram.outline.keys).map(
            \.name)
    ).subtracting(["budget", "mask"]).sorted()

    @Test func `every step has a row in the table of steps`() throws {
        let page = try Self.page("ScenarioFiles")
        let section = try #require(page.firstRange(of: "\n## Steps\n")).upperBound
        let rows = page[section...].prefix { $0 != "#" }.split(separator: "\n").compactMap { line in
            line.split(separator: "|").first.map(String.init)
        }
        #expect(Self.steps.count >= 24)
        #expect(Self.steps.filter { step in !rows.contains { $0.contains("`\(step):") } } == [])
    }

    @Test func `the help of scenarios names every step`() throws {
        let text = try Self.text("Sources/Programs/foyer/ScenarioCommand.swift")
        let start = try #require(text.firstRange(of: "A scenario is a small YAML file.")).upperBound
        let end = try #require(text.firstRange(of: "Conditions check")).lowerBound
        let words = Set(text[start..<end].split { !$0.isLetter }.map(String.init))
        #expect(Self.steps.filter { !words.contains($0) } == [])
    }

    @Test func everyKeyOfAChecklistIsOnItsPage() throws {
        var outline = YAMLShape<Checklist>.checklist.outline
        let items = try #require(outline.keys.first { $0.name == "items" }?.below)
        // The scenario's page describes what is on screen and how the platform behaves.
        outline.keys = outline.keys.filter { $0.name != "items" }
        outline.keys += items.keys.map { key in
            (key.name, key.name == "settings" ? key.below : YAMLOutline())
        }
        #expect(try Self.missing(outline, on: "ChecklistFiles") == [])
    }

    @Test func everySettingIsOnItsPage() throws {
        let outline = YAMLShape<UserSettings>.settings.outline
        #expect(outline.paths.contains("commands.ready-port") && outline.paths.contains("theme.accent-deep"))
        #expect(try Self.missing(outline, on: "SettingsFile") == [])
    }

    /// The colours are on the page of the settings.
    @Test func everyKeyOfASplashIsOnItsPage() throws {
        var outline = YAMLShape<SplashDesign>.splash.outline
        outline.keys = outline.keys.map { ($0.name, $0.name == "colors" ? YAMLOutline() : $0.below) }
        #expect(outline.paths.contains("layout: poster") && outline.paths.contains("steps"))
        #expect(try Self.missing(outline, on: "AnyCommand") == [])
    }

    // MARK: - JSON members

    @Test(arguments: [
        ("WireFormat", "FoyerPlatformCore/Programs/AppMetadata"),
        ("WireFormat", "FoyerPlatformCore/Campaigns/BannerData"),
        ("WireFormat", "FoyerPlatformCore/Campaigns/PopupData"),
        ("WireFormat", "FoyerPlatformCore/Campaigns/CampaignEvent"),
        ("ManifestFile", "FoyerPlatformCore/Programs/Manifest"),
    ])
    func everyMemberThatIsReadIsOnThePage(_ page: String, _ source: String) throws {
        let text = try Self.page(page)
        let members = try Self.text("Sources/Platform/\(source).swift").matches(of: /ield\("([A-Za-z_0-9]+)"\)/).map {
            String($0.1)
        }
        #expect(!members.isEmpty)
        for member in Set(members) {
            #expect(text.contains("\"\(member)\"") || text.contains("`\(member)`"), "\(member) of \(source)")
        }
    }

    // MARK: - Exit statuses and variables

    @Test func everyExitStatusIsOnThePage() throws {
        let rows = try Self.page("ExitStatuses").matches(of: /(?m)^\| (\d+) \| (.*) \|$/)
        let table = Dictionary(uniqueKeysWithValues: rows.compactMap { row in Int(row.1).map { ($0, String(row.2)) } })
        for code in LaunchCode.allCases {
            #expect(table[Int(code.exitStatus)]?.hasPrefix("\(code.rawValue):") == true, "\(code)")
        }
        let own = try Self.text("Sources/Programs/foyer/FoyerCommand.swift").matches(of: /ExitCode\((\d+)\)/)
            .compactMap { Int($0.1) }
        #expect(own.count >= 7)
        let launches = LaunchCode.allCases.map { Int($0.exitStatus) }
        // A command that cannot be run, and one that is not there, as under env(1).
        let commands = [126, 127]
        let known = Set(own + launches + commands + [0, 1, Int(OpenResult.refused(reason: "x").exitStatus)])
        #expect(Set(table.keys) == known)
    }

    @Test func everyErrorIsOnThePage() throws {
        let rows = try Self.page("NineErrors").split(separator: "\n").filter { $0.hasPrefix("| 1") }.map { row in
            row.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
        }
        let table = rows.filter { $0.count == 7 }.map { [$0[0], $0[1], $0[2], $0[5], $0[6]] }
        let codes = LaunchCode.allCases.map { code in
            [
                "\(code.rawValue)", "`\(code)`", code.message, code.reloadCanHelp ? "reload" : "close",
                "\(code.exitStatus)",
            ]
        }
        #expect(table == codes)
    }

    @Test func everyVariableIsOnThePage() throws {
        let words = Self.words(of: try Self.page("Environment"))
        var names = Set(TerminalEnvironment.names)
        for file in try Self.files(".swift") where !file.contains("HelloFoyer") {
            let text = try Self.text(file)
            names.formUnion(
                text.matches(of: /(?:getenv|environment|variable|absolute)[(\[]"([A-Za-z_]+)"/).map { String($0.1) })
            names.formUnion(text.matches(of: /"((?:FOYER|XDG)_[A-Z_]+|NOTIFY_SOCKET|TMPDIR)"/).map { String($0.1) })
        }
        #expect(names.count > 25)
        #expect(names.subtracting(words).sorted() == [])
        let variables = words.filter { $0.wholeMatch(of: /[A-Z]+_[A-Z_]+/) != nil }
        // The variables of build services and agents are read from a table.
        let elsewhere = Set(["WAYLAND_DISPLAY"] + (Automation.buildServices + Automation.agents).map(\.name))
        #expect(variables.subtracting(names).subtracting(elsewhere).sorted() == [], "named and never read")
    }
}
