/// A package outside of this one that uses `Foyer` alone: what a clean debug build of it takes.
enum OutsideRows {
    /// Before the products were split, every host built everything.
    private static let former = (steps: 787.0, seconds: 134.0)

    static func measure() {
        let folder = Bench.diskFolder + "/outside"
        let answer = Shell.output(Shell.quote([Bench.root + "/Tests/Bench/outside", Bench.root, folder]))
        Shell.run("rm -rf '\(folder)'")
        let numbers = answer.split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 2 else { fail("the package outside does not build: \(Bench.folder)/log") }
        let ratios = (numbers[0] / former.steps, numbers[1] / former.seconds)
        Table.add(
            Row(
                number: "18", work: "outside package, `Foyer` alone: clean debug build",
                figure: "\(Say.number(numbers[0])) steps, \(Say.seconds(numbers[1])); before the products were parted "
                    + "\(Say.number(former.steps)), \(Say.seconds(former.seconds)) on another machine",
                ratio: "steps \(Say.ratio(ratios.0)), time \(Say.ratio(ratios.1))", mark: "≤ 0.35",
                isMet: ratios.0 <= 0.35 && ratios.1 <= 0.35))
    }
}
