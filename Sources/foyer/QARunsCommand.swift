import ArgumentParser
import Foyer
import FoyerPlatform
import FoyerQA

extension QACommand {
    struct Compare: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "compare", abstract: "Lists the items whose verdict has changed from one run to another.",
            discussion: """
                A run is its file, run.jsonl, or the folder of its report. What has become worse comes first.

                EXIT STATUS: 0 nothing is worse; 1 something is; 65 a file is no run.
                """)

        @Argument(help: ArgumentHelp("The run before.", valueName: "run"), completion: .file())
        var before: String

        @Argument(help: ArgumentHelp("The run to compare with it.", valueName: "run"), completion: .file())
        var now: String

        @OptionGroup var list: ListOption
        @OptionGroup var words: LanguageOption

        func run() throws {
            let language = words.chosen(UserSettings.read(Places()))
            let runs = try list.runs([before, now], language)
            let comparison = RunComparison(runs[0], runs[1])
            for change in comparison.changes {
                let item = SafeText("\(change.id): \(change.title)")
                Output.line(language.change(change.before, change.now) + "  " + item)
            }
            for fact in comparison.facts {
                let values = [fact.before, fact.now].map { $0.isEmpty ? "–" : $0 }
                Output.line(SafeText("\(fact.name): \(values.joined(separator: " → "))"))
            }
            Output.line(language[.itemsChanged(comparison.changes.count, same: comparison.same)])
            if comparison.changes.contains(where: \.isWorse) { throw ExitCode.failure }
        }
    }

    struct Merge: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "merge",
            abstract: "Writes one report of several testers' runs, with a matrix of their verdicts.",
            discussion: """
                A run is its file, run.jsonl, or the folder of its report. What one tester has found wrong is wrong.

                EXIT STATUS: 0 no item failed; 1 an item failed; 65 a file is no run.
                """)

        @Argument(help: ArgumentHelp("The runs.", valueName: "run"), completion: .file())
        var runs: [String]

        @Option(
            name: .customLong("report"), help: ArgumentHelp("The folder for report.html.", valueName: "folder"),
            completion: .directory)
        var folder: String

        @OptionGroup var list: ListOption
        @OptionGroup var words: LanguageOption

        func run() throws {
            let language = words.chosen(UserSettings.read(Places()))
            let merged = MergedRuns(try list.runs(runs, language))
            let page: String
            do { page = try merged.write(to: folder, language) } catch {
                throw Failure.said(error.cause, in: language, ExitStatus.wrongInput)
            }
            Output.line(language.counts { merged.count($0) })
            Output.line(language.reportWritten(page))
            if merged.count(.failed) > 0 { throw ExitCode.failure }
        }
    }
}

/// The checklist of runs that are named.
struct ListOption: ParsableArguments {
    @Option(help: "The checklist of the runs; by default the list that ships with Foyer.", completion: .file())
    var list: String?

    /// Reads the runs.
    func runs(_ paths: [String], _ language: Language) throws -> [ChecklistRun] {
        let list = try ChecklistInput.read(list, try ScenarioInput.assets(), language)
        var runs: [ChecklistRun] = []
        for path in paths {
            do {
                runs.append(ChecklistRun(list, entries: try RunJournal.entries(path: RunFolder.journal(at: path))))
            } catch {
                throw Failure.said(error.cause, in: language, ExitStatus.wrongInput)
            }
        }
        return runs
    }
}

extension Language {
    /// How many items have which verdict, and how many have none.
    func counts(_ count: (Verdict?) -> Int) -> SafeText {
        let open = count(nil)
        let counts = Verdict.allCases.map { "\(count($0)) \(self[$0.word])" }
        return SafeText((counts + (open > 0 ? ["\(open) \(self[.openItem])"] : [])).joined(separator: ", "))
    }

    fileprivate func change(_ before: Verdict?, _ now: Verdict?) -> SafeText {
        self[before?.word ?? .openItem] + " → " + self[now?.word ?? .openItem]
    }
}

extension Phrase {
    fileprivate static func itemsChanged(_ changed: Int, same: Int) -> Phrase {
        Phrase(
            "\(changed) changed, \(same) the same.", "\(changed) 项有变化，\(same) 项相同。", "\(changed) 項有變化，\(same) 項相同。")
    }
}
