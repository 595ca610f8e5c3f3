/// Flows of programs: how long they wait, what golden screens and traces cost, and how fast a driver is answered.
enum TesterRows {
    private static let foyer = Bench.product("foyer")
    private static let runs = 5

    /// A fresh folder for flows, and one for who plays them.
    private static func makeFolder(_ name: String) -> String {
        let folder = Bench.folder + "/" + name
        Shell.run("rm -rf '\(folder)' && mkdir -p '\(folder)/home'")
        return folder
    }

    /// Plays the flows of a folder; fails if they do.
    private static func play(_ folder: String, _ options: [String] = []) -> Usage {
        let command = [foyer, "scenario", "run", "--headless"] + options + [folder]
        let usage = Shell.run(Shell.quote(command), environment: ["HOME": folder + "/home"])
        if usage.status != 0 { fail("a flow failed: \(Shell.lastWords)") }
        return usage
    }

    // MARK: 37

    static func measureWaits() {
        let folder = makeFolder("waits")
        for index in 1...16 {
            Files.write(
                """
                title: A second, \(index)
                run: [sh, -c, "sleep 1; echo done"]
                steps:
                  - wait: done
                  - wait: { exit: 0 }
                """, to: folder + "/wait-\(index).yaml")
        }
        let time = Pairs.median((0..<runs).map { _ in play(folder).elapsed })
        Table.add(
            Row(
                number: "37", work: "16 flows of programs that wait a second each", figure: Say.seconds(time),
                mark: "≤ 2 s", isMet: time <= 2))
    }

    // MARK: 38

    /// Thirty launches with ten screens each, and the same without: the same waits, the same keys.
    static func measureGolden() {
        let (plain, golden) = (makeFolder("plain"), makeFolder("golden"))
        for (folder, hasScreens) in [(plain, false), (golden, true)] {
            for index in 1...30 {
                let steps = (1...10).map { step in
                    "  - press: d\n  - wait: { state: error }\n" + (hasScreens ? "  - golden: screen-\(step)\n" : "")
                }
                Files.write(
                    "title: Launch \(index)\nlaunch: com.example.cable\nsettings: { motion: reduced }\nsteps:\n"
                        + "  - wait: { state: error }\n" + steps.joined(), to: "\(folder)/launch-\(index).yaml")
            }
        }
        // The screens are written, and from then on compared.
        _ = play(golden)
        let times = Pairs.measure(
            9, { play(golden, ["--frozen"]).elapsed }, { play(plain).elapsed })
        Table.add(
            Row(
                number: "38", work: "300 golden screens, beside the same flows without",
                figure: "\(Say.milliseconds(times.ours)); \(Say.milliseconds(times.theirs))",
                ratio: Say.ratio(times.ratio), mark: "≤ 1.10", isMet: times.ratio <= 1.10))
    }

    // MARK: 39

    static func measureTrace() {
        let folder = makeFolder("trace")
        Repainting.write(to: folder + "/repaint.sh")
        Files.write(
            """
            title: Ten seconds, 30 frames a second
            run: { command: [sh, repaint.sh], files: [repaint.sh] }
            steps:
              - wait: { exit: 0 }
            timeout: 60
            """, to: folder + "/repaint.yaml")
        let pages = folder + "/pages"
        let times = Pairs.measure(
            3, { play(folder, ["--trace", pages]).elapsed }, { play(folder).elapsed })
        let size = Files.names(in: pages).map { Files.size("\(pages)/\($0)") }.max() ?? 0
        Table.add(
            Row(
                number: "39", work: "trace of 10 s, 80×24, 30 frames a second",
                figure: "\(Say.number(Double(size) / 1000)) KB; \(Say.seconds(times.ours)), without "
                    + Say.seconds(times.theirs),
                ratio: Say.ratio(times.ratio), mark: "≤ 300 KB; ≤ 1.05",
                isMet: size > 0 && size <= 300_000 && times.ratio <= 1.05))
    }

    // MARK: 42

    /// A thousand steps, all on standard input at once: a text is typed, entered, and waited for.
    static func measureDrive() {
        let folder = makeFolder("drive")
        let count = 999
        let steps = (1...count / 3).map { "type: tea\($0)\npress: enter\nwait: tea\($0)\n" }
        Files.write(steps.joined(), to: folder + "/steps")
        func drive(_ file: String) -> Double {
            let command = Shell.quote([foyer, "scenario", "drive", "--", "cat"]) + " <'\(file)'"
            let usage = Shell.run(command, environment: ["HOME": folder + "/home"])
            if usage.status != 0 { fail("a step failed: \(Shell.lastWords)") }
            return usage.elapsed
        }
        Files.write("press: enter\n", to: folder + "/one")
        let times = (0..<runs).map { _ in (drive(folder + "/steps") - drive(folder + "/one")) / Double(count - 1) }
        let time = Pairs.median(times)
        Table.add(
            Row(
                number: "42", work: "`foyer scenario drive -- cat`, a step", figure: Say.milliseconds(time),
                mark: "≤ 5 ms", isMet: time <= 0.005))
    }
}
