import Glibc

/// The launch of a program that is installed.
enum WarmRows {
    private static let runs = 21

    static func measure() {
        let stage = Session([Bench.product("foyer"), "serve"])
        _ = stage.wait(forText: "\n")
        let address = String(decoding: stage.bytes.prefix { $0 > 32 }, as: UTF8.self)
        let home = Bench.folder + "/warm"
        Shell.run("mkdir -p '\(home)'")
        let launch = [Bench.product("foyer"), "launch", "com.example.tea", "--server", address]
        // One that is known by its version; what it does not answer is asked once.
        let environment = Bench.direct.merging(["HOME": home, "XTERM_VERSION": "XTerm(379)"]) { $1 }
        if Session(launch + ["--plain"], environment: environment).end().status != 0 { fail("nothing is installed") }
        var (pages, ends, bytes): ([Double], [Double], [Double]) = ([], [], [])
        Session(launch, environment: environment).pause(seconds: 3)
        for _ in 0..<runs {
            let session = Session(launch, environment: environment)
            // A word of the page's first sentence.
            pages.append(session.wait(forText: "kettle") ?? .nan)
            session.pause(seconds: 2)
            ends.append(session.lastOutput)
            bytes.append(Double(session.bytes.count))
        }
        let (page, end, written) = (Pairs.median(pages), Pairs.median(ends), bytes.max() ?? .nan)
        Table.add(
            Row(
                number: "24", work: "warm launch of an installed program, 80×24, 24 bits",
                figure: "page \(Say.milliseconds(page)), its picture and last byte \(Say.milliseconds(end)); "
                    + "\(Say.number(written)) bytes in all, in two seconds",
                mark: "≤ 200 ms; ≤ 30 KB", isMet: page <= 0.2 && end <= 0.2 && written <= 30_000))
    }
}
