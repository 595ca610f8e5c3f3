/// Lines that a command has written: `foyer run` keeps the last of them.
enum OutputGrowth {
    private static let sizes = [1000, 100_000, 10_000_000]

    static func measure() {
        let home = Bench.folder + "/output-home"
        Shell.run("mkdir -p '\(home)'")
        var (logs, plain): ([Double], [Double]) = ([], [])
        for size in sizes {
            let command = ["--", "/bin/sh", "-c", "seq 1 \(size); echo all is said; sleep 60"]
            let session = Session(
                [Bench.product("foyer"), "run", "--log", "--ready-text", "^1$"] + command,
                environment: ["HOME": home])
            guard session.wait(forText: "all is said", seconds: 300) != nil else { fail("the log shows no end") }
            logs.append(Double(session.peakMemory))
            let lines = Session(
                [
                    "/bin/sh", "-c",
                    "exec " + Shell.quote([Bench.product("foyer"), "run", "--", "seq", "1", "\(size)"])
                        + " >/dev/null",
                ], environment: ["HOME": home])
            plain.append(Double(lines.end().memory))
        }
        let say: (Double) -> String = { Say.megabytes(Int($0)) }
        Growth(
            what: "lines written → peak memory of `foyer run --log`", sizes: sizes, mark: .bounded, costs: logs,
            say: say
        )
        .add()
        Growth(what: "the same → of `foyer run >/dev/null`", sizes: sizes, mark: .bounded, costs: plain, say: say).add()
    }
}
