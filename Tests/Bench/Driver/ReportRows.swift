import Glibc

/// The report of a checklist that has been walked.
enum ReportRows {
    private static let runs = 5
    /// Long enough for a splash, its fade and the page behind it: they weigh most in a report.
    private static let secondsPerItem = 4.0
    private static let tries = 3

    static func measure() {
        let home = Bench.folder + "/tester"
        Shell.run("mkdir -p '\(home)'")
        let judged = walk(home)
        var (times, processor): ([Double], [Double]) = ([], [])
        var size = 0
        for _ in 0..<runs {
            let out = home + "/report"
            Shell.run("rm -rf '\(out)'")
            let report = Shell.quote([Bench.product("foyer"), "qa", "report", "--report", out])
            let usage = Shell.run(report, environment: ["HOME": home])
            if usage.status != 0 { fail("there is no report: \(Shell.lastWords)") }
            times.append(usage.elapsed)
            processor.append(usage.processor)
            size = Files.size(out + "/report.html")
        }
        let time = Pairs.median(times)
        Table.add(
            Row(
                number: "28", work: "`foyer qa report` of the shipped list, nothing cached",
                figure: "\(Say.seconds(time)), CPU \(Say.seconds(Pairs.median(processor))); "
                    + "\(judged) items, \(Say.megabytes(size))", mark: "≤ 3 s, ≤ 4 MB",
                isMet: time <= 3 && size <= 4_000_000))
    }

    /// Does each item and passes it.
    ///
    /// - Returns: how many have a verdict.
    private static func walk(_ home: String) -> Int {
        let session = Session([Bench.product("foyer"), "qa", "--tester", "bench"], environment: ["HOME": home])
        _ = session.wait(forText: "What to do")
        let list = Files.text(Bench.assets + "/checklists/launch.yaml")
        let items = list.split(separator: "\n  - id:").dropFirst()
        let count = items.count
        for (number, item) in zip(1..., items) {
            // A key that comes while a page is still opening may do nothing.
            for _ in 0..<tries where judged(home) < number {
                if item.contains("\n    run:") {
                    press("\r", "$ ", session)
                    press("exit\r", "verdict", session)
                    press("\r", "Pass", session)
                } else {
                    press("\r", "Verdict", session)
                    session.pause(seconds: secondsPerItem)
                    press(f2, "Pass", session)
                }
                session.send("p")
                for _ in 0..<50 where judged(home) < number { session.pause(seconds: 0.1) }
            }
        }
        if judged(home) < count { fail("\(judged(home)) of \(count) items have a verdict") }
        return count
    }

    private static let f2 = "\u{1B}OQ"

    private static func press(_ key: String, _ text: String, _ session: Session) {
        let before = session.bytes.count
        session.send(key)
        _ = session.wait(forText: text, from: before, seconds: 3)
    }

    private static func judged(_ home: String) -> Int {
        let journal = Files.text(home + "/.local/state/foyer/qa/launch/run.jsonl")
        return journal.split(separator: "\n").count { $0.contains(#""entry":"verdict""#) }
    }
}
