/// Scenarios without a screen.
enum ScenarioRows {
    private static let runs = 5

    /// The whole shipped set, in one process, its start included.
    static func measure() {
        let command = Shell.quote([
            Bench.product("foyer"), "scenario", "run", "--headless", Bench.assets + "/scenarios",
        ])
        var times: [Double] = []
        var count = 0
        for _ in 0..<runs {
            let start = Session.now
            let answer = Shell.output(command)
            times.append(Session.now - start)
            // The last line: "132 passed, 0 failed in 0.61 s".
            count =
                answer.split(separator: "\n").last.flatMap { $0.split(separator: " ").first }.flatMap { Int($0) } ?? 0
        }
        let rate = Double(count) / Pairs.median(times)
        Table.add(
            Row(
                number: "17", work: "scenarios, headless", figure: "\(Say.number(rate)) a second, \(count) passed",
                mark: "≥ 300 a second", isMet: rate >= 300))
    }
}
