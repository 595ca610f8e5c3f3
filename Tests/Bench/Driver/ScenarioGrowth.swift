/// Scenarios in one run: what each of them costs.
enum ScenarioGrowth {
    private static let copies = [1, 10, 30]

    static func measure() {
        var (counts, costs): ([Int], [Double]) = ([], [])
        for copies in copies {
            let folder = Bench.folder + "/scenarios"
            Shell.run("rm -rf '\(folder)'; mkdir '\(folder)'")
            for copy in 0..<copies { Shell.run("cp -R '\(Bench.assets)/scenarios/demo' '\(folder)/\(copy)'") }
            let start = Session.now
            let answer = Shell.output(
                Shell.quote([Bench.product("foyer"), "scenario", "run", "--headless", folder]))
            let elapsed = Session.now - start
            let words = answer.split(separator: "\n").last?.split(separator: " ") ?? []
            let count = words.first.flatMap { Int($0) } ?? 0
            counts.append(count)
            guard count > 0 else { fail("no scenario has passed: \(answer)") }
            costs.append(elapsed / Double(count))
        }
        Growth(what: "scenarios in a run → time of one", sizes: counts, mark: .constant, costs: costs).add()
    }
}
