import Foyer

/// Files with mistakes, of which none is played, in the forms in which a run's results are read.
package struct MistakeReport: Sendable {
    private let files: [ScenarioProblems]

    package init(_ files: [ScenarioProblems]) { self.files = files }

    /// An object for each mistake.
    package var json: [JSON] {
        files.flatMap { file in
            file.problems.map { problem in
                [
                    "event": "mistake", "file": .string(file.file), "line": JSON(problem.mark.line),
                    "column": JSON(problem.mark.column), "reason": .string(problem.phrase.english),
                ]
            }
        }
    }

    /// A test case for each file.
    package var junit: String {
        let cases = files.map { file in
            let lines = file.lines(.english).map(\.string)
            return JUnitFile.Case(
                name: file.file, group: file.file, file: file.file, time: 0,
                result: .failure(message: lines.first ?? "", details: lines.joined(separator: "\n")))
        }
        return JUnitFile(suite: "foyer scenarios", cases: cases).xml
    }

    /// GitHub's notes; see ``GitHubReport``.
    package func annotations(folder: String, root: String?) -> [String] {
        GitHubReport.annotations(files) { GitHubReport.path($0, folder: folder, root: root) }
    }
}
