import Foyer
import FoyerPlatform
import FoyerSystem
import FoyerTrace

/// Where the traces of flows go: a page each, named after the flow's file. A page of the last run is replaced.
package struct TraceFolder: Sendable {
    package let path: String
    /// Whether the runs of all of the user's folders write there.
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
        let page = path + "/" + Self.name(of: file, result.variant) + TracePage.ending
        do { try Places().makeNamed(path) } catch { throw LocalizedFailure(error.cause) }
        if UserFile.isLink(page) { throw LocalizedFailure(.fileNotWritten(page, .isLink)) }
        let program = result.order.map { order -> [Trace.Fact] in
            let identity = ProgramIdentity(order, in: FlowRoom.path(for: order))
            return [
                Trace.Fact(.startedAs, order.shown.string), .init(.version, identity.version),
                .init(.interpreter, identity.interpreter ?? ""),
            ]
        }
        let html = TracePage(Trace(result, facts: (program ?? []) + facts), language: language).html
        do { try UserFile.replace(page, with: Array(html.utf8), disk: disk) } catch {
            throw .notWritten(page, error.code)
        }
        return page
    }

    /// Flows of the same name in other folders have other digits; plays of one flow have what tells them apart.
    static func name(of file: String, _ variant: [String] = []) -> String {
        let place = PathParts(file)
        let stem = place.name.hasSuffix(".yaml") ? String(place.name.dropLast(".yaml".count)) : place.name
        let name = ([stem.isEmpty ? "flow" : stem] + variant).joined(separator: ".")
        return file.contains("/") ? name + "-" + FileDigits.of(place.folder) : name
    }
}

extension Language {
    package func traceWritten(_ path: String) -> SafeText {
        let shown = SafeText(path)
        return self[Phrase("Trace: \(shown)", "轨迹：\(shown)", "軌跡：\(shown)")]
    }
}
