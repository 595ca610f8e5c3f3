import Foyer

/// Sentences of a run about its flows.
extension Phrase {
    package static func tracesNotKept(_ why: Phrase) -> Phrase {
        Phrase("There is no trace of what failed (--trace names a folder for it): \(why)")
    }

    package static func failuresNotKept(_ why: Phrase) -> Phrase {
        Phrase("--failed will not know what failed: \(why)")
    }

    static let notRun = Phrase("Not run.")

    /// - Parameter tries: how often it was played until it passed.
    static func flakyOnce(_ tries: Int) -> Phrase {
        Phrase("Flaky: it passed only at try \(tries).")
    }

    static func flakyIn(_ bad: Int, of all: Int) -> Phrase {
        Phrase("Flaky: \(bad) of \(all) plays passed only at another try.")
    }

    static func failedIn(_ bad: Int, of all: Int) -> Phrase {
        Phrase("Failed in \(bad) of \(all) plays.")
    }
}

extension Language {
    /// The last line of a run.
    package func told(_ figures: RunFigures) -> SafeText {
        let time = SafeText("\(figures.seconds)")
        func more(_ count: Int, _ phrase: Phrase) -> SafeText { count > 0 ? self[phrase] : "" }
        let flaky = more(
            figures.flaky,
            Phrase("\(figures.flaky) flaky, "))
        let notRun = more(
            figures.notRun,
            Phrase(", \(figures.notRun) not run"))
        return self[
            Phrase("\(figures.passed) passed, \(flaky)\(figures.failed) failed\(notRun) in \(time) s")]
    }

    /// A position in a list: "4 of 16".
    package func place(_ number: Int, of total: Int) -> SafeText {
        self[Phrase("\(number) of \(total)")]
    }

    package var colon: SafeText { self == .english ? ": " : "：" }
}
