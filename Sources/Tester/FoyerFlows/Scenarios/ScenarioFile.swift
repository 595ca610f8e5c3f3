import Foyer
import FoyerPlatform

/// All problems of a file.
package struct ScenarioProblems: Error, Sendable, CustomStringConvertible {
    package let file: String
    package let problems: [YAMLProblem]

    package init(file: String, problems: [YAMLProblem]) {
        (self.file, self.problems) = (file, problems)
    }

    /// One line each: `FILE:LINE:COLUMN: message`.
    package func lines(_ language: Language) -> [SafeText] { problems.map { $0.line(in: file, language) } }

    package var description: String { lines(.english).map(\.string).joined(separator: "\n") }
}

extension Scenario {
    /// Reads a scenario's file.
    ///
    /// - Parameters:
    ///   - file: the name for reports.
    ///   - campaigns: the banner keys of the platform; if they are not known, any will do.
    /// - Returns: the scenario, or all its problems in the order of the file.
    package static func read(
        _ text: [UInt8], file: String, campaigns: [String]? = nil
    ) -> Result<Scenario, ScenarioProblems> {
        let (value, problems) = YAMLShape<Scenario>.scenario(campaigns).decode(text, as: .theScenario)
        guard var scenario = value, problems.isEmpty else {
            return .failure(ScenarioProblems(file: file, problems: problems))
        }
        scenario.file = file
        let folder = SourceFolder.of(file)
        scenario.program = scenario.program?.below(folder)
        scenario.serve = scenario.serve.map { SourceFolder.path($0, below: folder) }
        return .success(scenario)
    }
}

extension Scenario {
    /// The steps with a cell that is on no screen of one of its sizes, until a step makes it another.
    fileprivate var cellsOutside: [(step: ScenarioStep, problem: Phrase)] {
        var found: [(step: ScenarioStep, problem: Phrase)] = []
        for step in steps {
            if case .resize = step.action { break }
            for (column, row) in step.action.cells {
                let size = (sizes.isEmpty ? [size] : sizes).first { column >= $0.columns || row >= $0.rows }
                if let size { found.append((step, .noCell(column: column + 1, row: row + 1, on: size))) }
            }
        }
        return found
    }
}

extension YAMLShape where Value == Scenario {
    static func scenario(_ campaigns: [String]?) -> YAMLShape {
        mapping { fields in
            var scenario = Scenario(title: "", file: "")
            if let title = fields.required("title", YAMLShape<String>.text) { scenario.title = title }
            fields.set(&scenario.sizes, "size", .oneOrMore(.size, needs: .columnsAndRows))
            scenario.size = scenario.sizes.first ?? scenario.size
            fields.set(&scenario.tags, "tags", .oneOrMore(.text))
            scenario.timeout = fields.optional("timeout", YAMLShape<Duration>.duration)
            switch fields.opening() {
            case .flow(let start): scenario.start = start
            case .program(let order): scenario.program = order
            case nil: break
            }
            scenario.serve = fields.optional("serve", .text)
            // The campaigns of other sources are not known.
            let campaigns = fields.has("serve") ? nil : campaigns
            fields.set(&scenario.stage, "stage", .stage(campaigns))
            fields.set(&scenario.goldens.masks, "mask", .oneOrMore(.mask))
            fields.set(&scenario.settings, "settings", fields.runsProgram() ? .settingsOfProgram : .settings)
            fields.refuseBesideProgram(["serve", "stage"])
            let step: YAMLShape<ScenarioStep> = fields.runsProgram() ? .stepOfProgram : .step(campaigns)
            if let steps = fields.required("steps", YAMLShape<[ScenarioStep]>.list(of: step, needs: .aStep)) {
                scenario.steps = steps
                for (step, problem) in scenario.cellsOutside {
                    fields.report.say(YAMLMark(line: step.line, column: step.column), problem)
                }
            }
            return scenario
        }
    }
}

extension YAMLShape where Value == CellSize {
    private static let number = "([1-9][0-9]{0,2}|1000)"
    static let size = YAMLShape(
        outline: YAMLOutline(schema: YAMLSchema.matching("^\(number)x\(number)$"))
    ) { node, what, report in
        if let size = node.scalar.flatMap({ CellSize(scenario: $0) }) { return size }
        report.expected(.columnsAndRows, node, what)
        return nil
    }
}

extension CellSize {
    /// - Parameter text: such as `80x24`.
    package init?(scenario text: String) {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let columns = Int(parts[0]), let rows = Int(parts[1]),
            (1...1000).contains(columns), (1...1000).contains(rows)
        else { return nil }
        self.init(columns: columns, rows: rows)
    }
}

extension YAMLShape where Value == Duration {
    static let duration = YAMLShape<Double>.seconds(in: 0...86_400).map {
        Duration.nanoseconds(Int64(($0 * 1e9).rounded()))
    }
}

extension YAMLShape where Value == ScenarioSettings {
    static let settings = YAMLShape.mapping { fields in
        var settings = fields.settingsOfAnyTerminal()
        fields.setLook(&settings)
        fields.set(&settings.languages, "language", .oneOrMore(.anyCase))
        settings.language = settings.languages.first ?? settings.language
        fields.set(&settings.isASCII, "ascii", .truth)
        return settings
    }

    /// A program that is not ours has only a terminal.
    static let settingsOfProgram = YAMLShape.mapping { fields in
        var settings = ScenarioSettings()
        fields.setLook(&settings)
        return settings
    }

    /// Everything else is the terminal's own, since the tester looks at the real one.
    package static let settingsByHand = YAMLShape.mapping { fields in fields.settingsOfAnyTerminal() }
}

extension YAMLFields {
    fileprivate mutating func setLook(_ settings: inout ScenarioSettings) {
        set(&settings.themes, "theme", .oneOrMore(.anyCase))
        settings.theme = settings.themes.first ?? settings.theme
        set(&settings.depth, "colours", .oneOf(["none": .mono, "16": .ansi16, "256": .indexed256, "24-bit": .direct]))
    }

    fileprivate mutating func settingsOfAnyTerminal() -> ScenarioSettings {
        var settings = ScenarioSettings()
        set(&settings.reducesMotion, "motion", .oneOf(["full": false, "reduced": true]))
        set(&settings.isDiskBlocked, "disk", .oneOf(["good": false, "blocked": true]))
        set(&settings.events, "events", .oneOf(["on": .granted, "ask": .ask, "off": .denied]))
        set(&settings.announcements, "announcements", .oneOf(["on": true, "off": false]))
        return settings
    }
}
