import Glibc

/// A checkout from nothing, and a change in it. They take a quarter of an hour, so they are measured only by their numbers.
enum CheckoutRows {
    static func measure() {
        let clone = Bench.diskFolder + "/checkout"
        // Who runs the tests must be able to read it.
        chmod(Bench.diskFolder, 0o755)
        Shell.run("git clone -q '\(Bench.root)' '\(clone)'")
        if Bench.wants("30") { fromNothing(clone) }
        if Bench.wants("31") { change(clone) }
    }

    private static func fromNothing(_ clone: String) {
        let home = Bench.diskFolder + "/home"
        Shell.run("mkdir -p '\(home)'")
        let session = Session(["/bin/sh", "-c", "cd '\(clone)' && exec Scripts/run"])
        let demo = session.wait(forText: "Tea House", seconds: 3600)
        session.send("q")
        let tests = Shell.run("cd '\(clone)' && Scripts/test")
        let (first, second) = ((demo ?? .nan) / 60, tests.elapsed / 60)
        Table.add(
            Row(
                number: "30", work: "from a fresh clone: `Scripts/run` → demo; then `Scripts/test`",
                figure: "\(Say.number(first)) min; \(Say.number(second)) min"
                    + (tests.status == 0 ? "" : ", **with failures**"),
                mark: "≤ 2.5 min; ≤ 8 min", isMet: first <= 2.5 && second <= 8 && tests.status == 0,
                note: "the packages it depends on were fetched before"))
    }

    private static func change(_ clone: String) {
        let test = "cd '\(clone)' && Scripts/test --filter CarouselMovingTests"
        if Shell.run(test).status != 0 { fail("the tests fail: \(Shell.lastWords)") }
        var times: [Double] = []
        for index in 0..<3 {
            Shell.run("echo '// \(index)' >>'\(clone)/Sources/Launch/FoyerCore/Carousel/Carousel.swift'")
            times.append(Shell.run(test).elapsed)
        }
        let time = Pairs.median(times)
        Table.add(
            Row(
                number: "31", work: "one line of a core file changed → its tests have run",
                figure: Say.seconds(time), mark: "≤ 20 s", isMet: time <= 20))
    }
}
