/// A command that writes much, behind `foyer run` and alone.
enum RunRows {
    private static let pairs = 15
    private static let words = ["seq", "1", "3000000"]

    static func measure() {
        let home = Bench.folder + "/run"
        Shell.run("mkdir -p '\(home)'")
        func run(_ command: [String]) -> Usage {
            Session(["/bin/sh", "-c", Shell.quote(command) + " | cat >/dev/null"], environment: ["HOME": home]).end()
        }
        let foyer = [Bench.product("foyer"), "run", "--"] + words
        var usages: [(ours: Usage, theirs: Usage)] = []
        for _ in 0..<pairs { usages.append((run(foyer), run(words))) }
        func median(_ value: ((ours: Usage, theirs: Usage)) -> Double) -> Double { Pairs.median(usages.map(value)) }
        let time = median { $0.ours.elapsed / $0.theirs.elapsed }
        let processor = median { $0.ours.processor / $0.theirs.processor }
        Table.add(
            Row(
                number: "22", work: "`foyer run -- \(words.joined(separator: " ")) | cat >/dev/null`",
                figure: "\(Say.milliseconds(median(\.ours.elapsed))), CPU "
                    + "\(Say.milliseconds(median(\.ours.processor))); without "
                    + "\(Say.milliseconds(median(\.theirs.elapsed))), CPU "
                    + Say.milliseconds(median(\.theirs.processor)),
                ratio: "\(Say.ratio(time)), CPU \(Say.ratio(processor))", mark: "≤ 1.15",
                isMet: time <= 1.15 && processor <= 1.15))
    }
}
