/// A launch onto the disk, against a C program that does the same with the same promises.
enum DiskRows {
    private static let pairs = 5

    static func measure(_ what: String, _ port: Int, _ digest: String) {
        let folder = Bench.diskFolder
        // On a disk nothing is removed before the end: ext4 without a journal passes over each inode that was freed in
        // the last minutes, and after 3,000 of them that cost up to two seconds of processor time a run.
        var runs = 0
        func place() -> String {
            runs += 1
            Shell.run("sync -f '\(folder)'")
            return "\(folder)/run-\(runs)"
        }
        defer { Shell.run("rm -rf '\(folder)'/run-*") }
        func peer() -> Usage {
            let command = [Bench.product("bench-launch"), LaunchRows.address(port), digest, place()]
            let usage = Session(command).end()
            if usage.status != 0 { fail("the launch in C failed: status \(usage.status >> 8)") }
            return usage
        }
        var usages: [(ours: Usage, theirs: Usage)] = []
        for index in 0..<pairs {
            let theirs = index % 2 == 1 ? peer() : nil
            let ours = LaunchRows.launch(port, home: place())
            usages.append((ours, theirs ?? peer()))
        }
        func median(_ value: ((ours: Usage, theirs: Usage)) -> Double) -> Double { Pairs.median(usages.map(value)) }
        let time = median { $0.ours.elapsed / $0.theirs.elapsed }
        let processor = median { $0.ours.processor / $0.theirs.processor }
        Table.add(
            Row(
                number: "13b", work: what,
                figure: "\(Say.seconds(median(\.ours.elapsed))), CPU \(Say.seconds(median(\.ours.processor))); C "
                    + "\(Say.seconds(median(\.theirs.elapsed))), CPU \(Say.seconds(median(\.theirs.processor)))",
                ratio: "\(Say.ratio(time)), CPU \(Say.ratio(processor))", mark: "≤ 1.1",
                isMet: time <= 1.1 && processor <= 1.1))
    }
}
