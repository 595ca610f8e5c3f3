import Foyer
import FoyerPlatform
import FoyerStage

extension Scenario {
    /// Reads a scenario's file.
    ///
    /// - Parameters:
    ///   - file: the name that reports use.
    ///   - campaigns: the banner keys that the platform knows; where they are not known, every one will do.
    /// - Returns: the scenario, or everything that is wrong with it, in the order of the file.
    public static func read(
        _ text: [UInt8], file: String, campaigns: [String]? = nil
    ) -> Result<Scenario, ScenarioProblems> {
        var reader = NodeReader(campaigns: campaigns)
        var scenario = Scenario(title: "", file: file)
        if let root = reader.compose(text) { scenario.read(root, &reader) }
        guard reader.problems.isEmpty else {
            let sorted = reader.problems.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
            return .failure(ScenarioProblems(file: file, problems: sorted))
        }
        return .success(scenario)
    }

    private mutating func read(_ root: YAMLNode, _ reader: inout NodeReader) {
        let known = ["title", "size"] + NodeReader.startKeys + ["stage", "settings", "steps"]
        guard let fields = reader.fields(root, "A scenario", known: known) else { return }
        if let node = reader.required("title", in: fields, of: root, "The scenario") {
            title = reader.text(node, "title") ?? ""
        }
        if let node = fields["size"] { size = reader.size(node, "size") ?? size }
        if let node = fields["settings"] { settings = reader.settings(node) }
        if let node = fields["stage"] { stage = reader.stage(node) }
        if let found = reader.start(root, fields, "The scenario") { start = found }
        guard let node = reader.required("steps", in: fields, of: root, "The scenario") else { return }
        steps = reader.elements(node, "steps").compactMap { reader.step($0) }
        if node.sequence?.isEmpty == true { reader.report(node.mark, "steps is empty; expected at least one step.") }
    }

}

/// Everything that is wrong with a file.
public struct ScenarioProblems: Error, Sendable, CustomStringConvertible {
    public let file: String
    public let problems: [ScenarioProblem]

    /// One line each: `FILE:LINE:COLUMN: message`.
    public var description: String { problems.map { "\(file):\($0)" }.joined(separator: "\n") }
}

extension NodeReader {
    mutating func size(_ node: YAMLNode, _ what: String) -> CellSize? {
        let parts = (node.scalar ?? "").split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let columns = Int(parts[0]), let rows = Int(parts[1]),
            (1...1000).contains(columns), (1...1000).contains(rows)
        else { return expected("columns and rows, as 80x24", node, what) }
        return CellSize(columns: columns, rows: rows)
    }

    static let settingKeys = ["language", "motion", "theme", "colours", "ascii", "disk"]

    mutating func settings(_ node: YAMLNode, known: [String] = settingKeys) -> ScenarioSettings {
        var settings = ScenarioSettings()
        guard let fields = fields(node, "settings", known: known) else { return settings }
        if let node = fields["language"] {
            let words: KeyValuePairs<String, Language> = [
                "en": .english, "zh-Hans": .simplifiedChinese, "zh-Hant": .traditionalChinese,
            ]
            settings.language = word(node, "language", words) ?? settings.language
        }
        if let node = fields["motion"] {
            settings.reducesMotion = word(node, "motion", ["full": false, "reduced": true]) ?? false
        }
        if let node = fields["theme"] {
            settings.theme = word(node, "theme", ["dark": .dark, "light": .light]) ?? .dark
        }
        if let node = fields["colours"] {
            let words: KeyValuePairs<String, ColorDepth> = [
                "none": .mono, "16": .ansi16, "256": .indexed256, "24-bit": .direct,
            ]
            settings.depth = word(node, "colours", words) ?? settings.depth
        }
        if let node = fields["ascii"] { settings.isASCII = truth(node, "ascii") ?? false }
        if let node = fields["disk"] {
            settings.isDiskBlocked = word(node, "disk", ["good": false, "blocked": true]) ?? false
        }
        return settings
    }
}
