/// Scenarios without a screen.
enum ScenarioRows {
    static func measure() {
        let folder = Bench.assets + "/scenarios"
        let files = Files.names(in: folder).filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }
        var row = Row(
            number: "17", work: "scenarios, headless", figure: "there are none yet", mark: "≥ 200 a second", isMet: nil)
        if !files.isEmpty {
            let command = [Bench.product("foyer"), "scenario", "run", "--headless"] + files.map { folder + "/" + $0 }
            let times = (0..<5).map { _ in Session(command).end().elapsed }
            let rate = Double(files.count) / Pairs.median(times)
            row.figure = "\(Say.number(rate)) a second, \(files.count) files"
            row.isMet = rate >= 200
        }
        Table.add(row)
    }
}
