import Foyer
import FoyerPlatform
import FoyerSystem
import FoyerTrace

/// Where the traces of flows go: a page each, named after the flow's file. A page of the last run is replaced.
package struct TraceFolder: Sendable {
    package let path: String
    /// Runs in all of the user's folders write there.
    private let isShared: Bool
    private let language: Language
    private let facts: [Trace.Fact]
    private let disk: Disk

    /// - Parameters:
    ///   - path: made if it is missing; `nil` for where failures go if nobody says so.
    ///   - facts: what every page says of the machine.
    package init(
        _ path: String?, _ places: Places = Places(), language: Language, facts: [Trace.Fact] = [], disk: Disk = .real
    ) {
        (self.path, isShared) = (path ?? Self.standard(places), path == nil)
        (self.language, self.facts, self.disk) = (language, facts, disk)
    }

    /// Where traces of failures go if nobody says so.
    package static func standard(_ places: Places) -> String { places.state + "/traces" }

    /// Writes the page of a flow.
    ///
    /// - Returns: its path; `nil` if the flow could not even begin.
    package func write(_ result: ScenarioResult) throws(LocalizedFailure) -> String? {
        guard !result.tries.isEmpty else { return nil }
        // In a folder of a run's own, names are the same on every machine.
        let file = isShared ? UserFile.realPath(result.file) ?? result.file : result.file
        let name = Self.name(of: file, result.variant)
        let program = result.order.map { order -> [Trace.Fact] in
            let identity = ProgramIdentity(order, in: FlowRoom.path(for: order))
            return [
                Trace.Fact(.startedAs, order.shown.string), .init(.version, identity.version),
                .init(.interpreter, identity.interpreter ?? ""),
            ]
        }
        let trace = Trace(result, facts: (program ?? []) + facts)
        let page = (name: name + TracePage.ending, text: TracePage(trace, language: language).html)
        try ReportFiles.write(
            [page] + (isShared ? [] : [(name + ".json", trace.json + "\n")]), to: path, disk: disk)
        return path + "/" + page.name
    }

    /// Writes the page that lists the flows of a run.
    ///
    /// - Parameter pages: the paths of the flows' pages, by the numbers of the flows.
    package func writeIndex(_ report: RunReport, _ pages: [Int: String]) throws(LocalizedFailure) {
        let names = pages.mapValues { PathParts($0).name }
        let index = TraceIndex(report: report, names: names, language: language).html
        try ReportFiles.write([("index.html", index)], to: path, disk: disk)
    }

    /// Flows of the same name in other folders have other digits; plays of one flow have what tells them apart.
    static func name(of file: String, _ variant: [String] = []) -> String {
        let place = PathParts(file)
        let stem = place.name.hasSuffix(".yaml") ? String(place.name.dropLast(".yaml".count)) : place.name
        let name = ([stem.isEmpty ? "flow" : stem] + variant).joined(separator: ".")
        // The index has a name of its own.
        return file.contains("/") || name == "index" ? name + "-" + FileDigits.of(place.folder) : name
    }
}

/// The page that lists a run's flows: how each ended, how long it took, and where its trace is.
struct TraceIndex {
    let report: RunReport
    /// The names of the flows' pages in the index's folder, by the numbers of the flows.
    let names: [Int: String]
    let language: Language

    var html: String {
        let shell = PageShell(title: "Foyer · " + language[.flowsOfRun].string, language: language)
        let rows = report.outcomes.enumerated().map { row($0.element, names[$0.offset], shell) }
        let header = """
            <header><h1>\(shell.word(.flowsOfRun))</h1>\
            <p class="when">\(PageShell.escaped(language.told(report.figures).string))</p></header>
            """
        return shell.html([header, "<table class=\"flows\"><tbody>"] + rows + ["</tbody></table>"])
    }

    private func row(_ outcome: FlowOutcome, _ name: String?, _ shell: PageShell) -> String {
        let (kind, sign, verdict): (String, String, Phrase) =
            switch outcome.verdict {
            case .passed: ("passed", "✓", .passed)
            case .flaky: ("blocked", "!", .flaky)
            case .failed: ("failed", "✗", .failed)
            case .notRun: ("skipped", "·", .notRun)
            }
        let title = PageShell.escaped(outcome.title)
        let link = name.map { "<a href=\"\(Self.link($0))\">\(title)</a>" } ?? title
        return """
            <tr><td><b class="pill \(kind)">\(sign)&#160;\(shell.word(verdict))</b></td><td>\(link)<br>\
            \(PageShell.escaped(outcome.sentence(language).string))</td><td>\(PageShell.escaped(outcome.file))</td>\
            <td class="took">\(TraceView.seconds(outcome.time)) s</td></tr>
            """
    }

    /// A file's name as a relative link (RFC 3986), in which all but letters, digits, `-`, `.` and `_` is escaped.
    private static func link(_ name: String) -> String {
        name.utf8.map { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: String(Unicode.Scalar(byte))
            default: "%" + String(0x100 + Int(byte), radix: 16).dropFirst().uppercased()
            }
        }.joined()
    }
}

extension Phrase {
    fileprivate static let flowsOfRun = Phrase("Flows")
}

extension Language {
    package func traceWritten(_ path: String) -> SafeText {
        let shown = SafeText(path)
        return self[Phrase("Trace: \(shown)")]
    }
}
