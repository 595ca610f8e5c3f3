import Foyer
import FoyerPlatform
import FoyerSystem

/// The page of one flow, which opens at its failure.
package struct TracePage: Sendable {
    let trace: Trace
    let language: Language

    package init(_ trace: Trace, language: Language) {
        (self.trace, self.language) = (trace, language)
    }

    /// What pages of traces are named.
    package static let ending = ".html"

    package var html: String {
        let shell = PageShell(title: trace.title, language: language)
        let view = TraceView(trace, in: shell, level: 2, marksChanges: true)
        // What a reader looks for first is why; digests of programs stand behind it.
        return shell.html([header(shell), view.why, facts(shell), view.html])
    }

    private func facts(_ shell: PageShell) -> String {
        var facts = trace.facts
        if let last = trace.tries.last {
            facts.append(.init(.duration, TraceView.seconds(last.took) + " s"))
            if let ending = last.ending { facts.append(.init(.ending, ending)) }
        }
        let pairs = facts.filter { !$0.value.isEmpty }.map { fact in
            "<div><dt>\(shell.word(fact.name))</dt><dd>\(PageShell.escaped(fact.value))</dd></div>"
        }
        return "<dl class=\"facts\">\(pairs.joined())</dl>"
    }

    private func header(_ shell: PageShell) -> String {
        let failed = trace.tries.contains(where: \.hasFailed)
        let isFlaky = failed && trace.tries.last?.hasFailed == false
        let verdict = isFlaky ? "blocked" : failed ? "failed" : "passed"
        let word = isFlaky ? Phrase.flaky : failed ? .failed : .passed
        let place = trace.file.isEmpty ? "" : " · \(PageShell.escaped(trace.file))"
        return """
            <header><p class="kicker">\(shell.word(.trace))\(place)</p>
            <div class="heading"><h1>\(PageShell.escaped(trace.title))</h1>\
            <b class="pill \(verdict)">\(isFlaky ? "!" : failed ? "✗" : "✓")&#160;\(shell.word(word))</b></div></header>
            """
    }
}

// MARK: - Reading

extension TracePage {
    /// The screens of a page's tries, in order: of a trace that somebody has sent.
    ///
    /// - Throws: if this is no page of traces, or its frames are damaged.
    package static func tracks(in html: [UInt8]) throws(LocalizedFailure) -> [ScreenTrack] {
        let text = String(decoding: html, as: UTF8.self)
        let parts = text.split(separator: "<script type=\"text/plain\" class=\"frames\">").dropFirst()
        guard !parts.isEmpty else { throw TraceFrames.damage }
        var tracks: [ScreenTrack] = []
        for part in parts {
            tracks.append(try TraceFrames(packed: String(part.prefix { $0 != "<" })).track())
        }
        return tracks
    }
}
