import Foyer
import FoyerPlatform
import FoyerSystem

/// Where the traces of flows go: a page each, named after the flow's file. A page of the last run is replaced.
package struct TraceFolder: Sendable {
    package let path: String
    private let language: Language
    private let facts: [Trace.Fact]

    /// - Parameters:
    ///   - path: made if it is missing.
    ///   - facts: what every page says of the machine.
    package init(_ path: String, language: Language, facts: [Trace.Fact] = []) {
        (self.path, self.language, self.facts) = (path, language, facts)
    }

    /// Where traces of failures go if nobody says so.
    package static func standard(_ places: Places) -> String { places.state + "/traces" }

    /// Writes the page of a flow.
    ///
    /// - Returns: its path; `nil` if the flow could not even begin.
    package func write(_ result: ScenarioResult) throws(Failure) -> String? {
        guard !result.tries.isEmpty else { return nil }
        let page = path + "/" + Self.name(of: result.file) + TracePage.ending
        do { try Places().make(path) } catch { throw Failure(cause: error.cause) }
        let program = result.order.map { order -> [Trace.Fact] in
            let identity = ProgramIdentity(order, in: FlowRoom.path(for: order))
            return [
                Trace.Fact(.startedAs, order.shown.string), .init(.version, identity.version),
                .init(.interpreter, identity.interpreter ?? ""),
            ]
        }
        let html = TracePage(Trace(result, facts: (program ?? []) + facts), language: language).html
        do { try UserFile.replace(page, with: Array(html.utf8)) } catch {
            throw Failure(cause: .fileNotWritten(page, SystemError.cause(error.code)))
        }
        return page
    }

    package struct Failure: Error, Sendable {
        package let cause: Phrase
    }

    /// Flows of the same name in other folders have other digits.
    static func name(of file: String) -> String {
        let parts = file.split(separator: "/")
        let stem = parts.last?.split(separator: ".").first.map(String.init) ?? "flow"
        guard parts.count > 1 else { return stem }
        return stem + "-" + RunFolder.digits(parts.dropLast().joined(separator: "/"))
    }
}

extension Language {
    package func traceWritten(_ path: String) -> SafeText {
        let shown = SafeText(path)
        return self[Phrase("Trace: \(shown)", "轨迹：\(shown)", "軌跡：\(shown)")]
    }
}
