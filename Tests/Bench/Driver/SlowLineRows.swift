import Glibc

/// What a user sees over a line of 1 Mbit/s, and over one of a quarter of it.
enum SlowLineRows {
    private static let rates = [125_000.0, 30_000]
    private static let answerDelay = 0.15
    private static let runs = 5
    /// As good as no line at all.
    private static let unhindered = 1e9
    /// In the page's last row.
    private static let footer = "Next"

    static func measure() {
        let stage = Session([Bench.product("foyer"), "serve"])
        _ = stage.wait(forText: "\n")
        let address = String(decoding: stage.bytes.prefix { $0 > 32 }, as: UTF8.self)
        let fade = download(address, unhindered).rest
        for rate in rates {
            key(address, rate)
            let (rest, bytes) = download(address, rate)
            Table.add(
                Row(
                    number: "25", work: "launch with download over \(name(rate)): the page's last row → the last byte",
                    figure: "\(Say.milliseconds(rest)), unhindered \(Say.milliseconds(fade)); "
                        + "\(Say.number(bytes)) bytes in all",
                    mark: "≤ 200 ms beyond the fade", isMet: rest - fade <= 0.2))
        }
    }

    private static func session(_ address: String, _ rate: Double, home: String) -> Session {
        let path = Bench.folder + "/" + home
        Shell.run("mkdir -p '\(path)'")
        let environment = Bench.direct.merging(["HOME": path, "XTERM_VERSION": "XTerm(379)"]) { $1 }
        let session = Session(
            [Bench.product("foyer"), "launch", "com.example.tea", "--server", address], environment: environment,
            line: SlowLine(bytesPerSecond: rate, answerDelay: answerDelay))
        if session.wait(forText: footer) == nil { fail("no page over a slow line") }
        return session
    }

    private static func name(_ rate: Double) -> String { "\(Say.number(rate / 1000)) KB/s" }

    /// A page that is reached by a key: the details of the launch.
    private static func key(_ address: String, _ rate: Double) {
        let session = session(address, rate, home: "slow-key")
        session.pause(seconds: 3)
        var (times, least): ([Double], [Double]) = ([], [])
        for _ in 0..<runs {
            for key in ["d", "d"] {
                let before = session.bytes.count
                let start = session.elapsed
                session.send(key)
                session.pause(seconds: 1.5)
                guard session.bytes.count > before else { fail("a key does nothing") }
                times.append(session.lastOutput - start)
                least.append(Double(session.bytes.count - before) / rate)
            }
        }
        let ratio = Pairs.median(zip(times, least).map { $0 / $1 })
        Table.add(
            Row(
                number: "25", work: "key → page over \(name(rate))",
                figure: "\(Say.milliseconds(Pairs.median(times))); the line's own time for these bytes "
                    + Say.milliseconds(Pairs.median(least)),
                ratio: Say.ratio(ratio), mark: "≤ 1.3", isMet: ratio <= 1.3))
    }

    /// A first launch: the program is fetched, so that there is a splash, and a fade to its page.
    ///
    /// - Returns: seconds from the page's last row, which the fade's first frame has, to the last byte; all bytes.
    private static func download(_ address: String, _ rate: Double) -> (rest: Double, bytes: Double) {
        var (ends, bytes): ([Double], [Double]) = ([], [])
        for index in 0..<runs {
            let session = session(address, rate, home: "slow-\(Int(rate))-\(index)")
            let page = session.elapsed
            session.pause(seconds: 4)
            ends.append(session.lastOutput - page)
            bytes.append(Double(session.bytes.count))
        }
        return (Pairs.median(ends), Pairs.median(bytes))
    }
}
