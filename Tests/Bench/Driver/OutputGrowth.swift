/// Lines that a command has written: `foyer run` keeps the last of them.
enum OutputGrowth {
    private static let sizes = [1000, 100_000, 10_000_000]

    static func measure() {
        let home = Bench.folder + "/output-home"
        Shell.run("mkdir -p '\(home)'")
        var peaks: [Double] = []
        for size in sizes {
            let lines = Session(
                [
                    "/bin/sh", "-c",
                    "exec " + Shell.quote([Bench.product("foyer"), "run", "--", "seq", "1", "\(size)"])
                        + " >/dev/null",
                ], environment: ["HOME": home])
            peaks.append(Double(lines.end().memory))
        }
        Growth(
            what: "lines written → peak memory of `foyer run >/dev/null`", sizes: sizes, mark: .bounded, costs: peaks,
            say: { Say.megabytes(Int($0)) }
        )
        .add()
    }
}
