/// A package outside of this one that uses `Foyer` alone: what a clean debug build of it takes.
enum OutsideRows {
    static func measure() {
        let folder = Bench.diskFolder + "/outside"
        let answer = Shell.output(Shell.quote([Bench.root + "/Tests/Bench/outside", Bench.root, folder]))
        Shell.run("rm -rf '\(folder)'")
        let numbers = answer.split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 2 else { fail("the package outside does not build: \(Bench.folder)/log") }
        Table.add(
            Row(
                number: "32", work: "outside package, `Foyer` alone: clean debug build",
                figure: "\(Say.seconds(numbers[1])), \(Say.number(numbers[0])) steps", mark: "≤ 20 s",
                isMet: numbers[1] <= 20))
    }
}
