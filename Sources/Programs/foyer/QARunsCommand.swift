import ArgumentParser
import Foyer
import FoyerChecklist
import FoyerPlatform
import FoyerSystem

extension QACommand {
    struct Compare: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "compare", abstract: "Lists the items whose verdict has changed from one run to another.",
            discussion: """
                A run is its file, run.jsonl, or the folder of its report. What has become worse comes first.

                EXIT STATUS: 0 nothing is worse; 1 something is; 65 a file is not a run.
                """)

        @Argument(help: ArgumentHelp("The run before.", valueName: "run"), completion: .file())
        var before: String

        @Argument(help: ArgumentHelp("The run to compare with it.", valueName: "run"), completion: .file())
        var now: String

        @OptionGroup var list: ListOption
        @OptionGroup var words: LanguageOption

        func run() throws {
            let language = words.chosen(UserSettings.read(Places()))
            let runs = try list.runs([before, now], language, keepsFrames: false)
            let comparison = RunComparison(runs[0], runs[1])
            for change in comparison.changes {
                let item = SafeText("\(change.id): \(change.title)")
                let card: SafeText = change.isOfAnotherCard ? " (" + language[.cardWas] + ")" : ""
                Output.line(language.change(change.before, change.now) + "  " + item + card)
            }
            for fact in comparison.facts {
                let values = [fact.before, fact.now].map { $0.isEmpty ? "–" : $0 }
                Output.line(SafeText("\(fact.name): \(values.joined(separator: " → "))"))
            }
            for item in comparison.gone {
                Output.line(language[.itemGone(item.id, item.verdict)])
            }
            Output.line(
                language[.itemsChanged(comparison.changes.count, same: comparison.same, open: comparison.open)])
            if comparison.changes.contains(where: \.isWorse) { throw ExitCode.failure }
        }
    }

    struct Merge: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "merge",
            abstract: "Writes one report of several testers' runs, with a matrix of their verdicts.",
            discussion: """
                A run is its file, run.jsonl, or the folder of its report. What one tester has found wrong is wrong.

                EXIT STATUS: 0 no item failed; 1 an item failed; 65 a file is not a run.
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
            let merged = MergedRuns(try list.runs(try unlike(runs, language), language))
            let page: String
            do { page = try merged.write(to: folder, language) } catch {
                throw Failure.said(error.cause, in: language, ExitStatus.wrongInput)
            }
            Output.line(language.counts { merged.count($0) })
            Output.line(language.reportWritten(page))
            if merged.count(.failed) > 0 { throw ExitCode.failure }
        }

        /// Each run once, whatever it is called.
        private func unlike(_ paths: [String], _ language: Language) throws -> [String] {
            var (unlike, contents): ([String], [[UInt8]]) = ([], [])
            for path in paths {
                let content = (try? UserFile.read(RunFolder.journal(at: path), limit: RunJournal.largestNamed)) ?? []
                if !content.isEmpty, let index = contents.firstIndex(of: content) {
                    StandardError.write(language[.sameRun(path, as: unlike[index])])
                } else {
                    unlike.append(path)
                    contents.append(content)
                }
            }
            return unlike
        }
    }
}

/// The checklist of runs that are named.
struct ListOption: ParsableArguments {
    @Option(help: "The checklist of the runs; by default the list that ships with Foyer.", completion: .file())
    var list: String?

    func runs(_ paths: [String], _ language: Language, keepsFrames: Bool = true) throws -> [ChecklistRun] {
        let named = list
        let list = try ChecklistInput.read(named, try ScenarioInput.assets(), language)
        var runs: [ChecklistRun] = []
        for path in paths {
            let run: ChecklistRun
            do {
                run = ChecklistRun(
                    list,
                    entries: try RunJournal.entries(
                        named: RunFolder.journal(at: path), keepsFrames: keepsFrames))
            } catch {
                throw Failure.said(error.cause, in: language, ExitStatus.wrongInput)
            }
            // Whoever names a list may compare a former version of it with the present one.
            if named == nil, run.judged == 0, !run.gone.isEmpty {
                throw Failure.said(
                    .runOfAnotherList(path, run.listName ?? "…", not: list.nameAndDigest), in: language,
                    ExitStatus.wrongInput)
            }
            runs.append(run)
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
    /// - Parameter open: judged in neither run.
    fileprivate static func itemsChanged(_ changed: Int, same: Int, open: Int) -> Phrase {
        if open == 0 {
            return Phrase("\(changed) changed, \(same) the same.")
        }
        return Phrase("\(changed) changed, \(same) the same, \(open) open in both.")
    }

    fileprivate static func itemGone(_ id: String, _ verdict: Verdict) -> Phrase {
        let (id, word) = (SafeText(id), verdict.word)
        return Phrase("No longer in the list: \(id) (\(word))")
    }
}
