/// A banner's slide and a cross-fade: what a frame costs in bytes and instructions.
enum MotionRows {
    static func measure() {
        if Bench.wants(11...11) { slide() }
        if Bench.wants(12...12) {
            fade(depth: "256", ours: [:], theirs: [:])
            fade(depth: "direct", ours: Bench.direct, theirs: Bench.directCurses)
        }
    }

    /// 0.4 s at 60 frames a second, eased out.
    private static let slideFrames = 24
    /// 1.5 s at 60 frames a second.
    private static let fadeFrames = 90

    private static func slide() {
        let pictures = ["autumn.jpg", "market.jpg"].map { Bench.assets + "/banners/" + $0 }
        let film = Bench.folder + "/slide"
        Shell.run(
            Shell.quote(
                [Bench.product("bench-work"), "film", "slide", film, "100", "20", "direct", "\(slideFrames)"] + pictures
            ))
        let ours = { (frames: Int) in [Bench.product("bench-work"), "slide", "\(frames)"] + pictures + ["--leave"] }
        let bytes = bytesAFrame(ours(slideFrames), Bench.direct, slideFrames, columns: 100, rows: 20)
        let theirs = bytesAFrame(
            [Bench.product("bench-curses"), "play", film, "--leave"], Bench.directCurses, slideFrames, columns: 100,
            rows: 20)
        func count(_ frames: Int) -> Double {
            Counting.instructions(ours(frames), environment: Bench.direct, columns: 100, rows: 20)
        }
        let instructions = (count(slideFrames * 2) - count(slideFrames)) / Double(slideFrames)
        Table.add(
            Row(
                number: "11", work: "carousel's slide 100×20, 24-bit, a frame",
                figure: "\(Say.number(bytes)) bytes, \(Say.millions(instructions)) instructions; C "
                    + "\(Say.number(theirs)) bytes", ratio: Say.ratio(bytes / theirs),
                mark: "≤ 80,000; aim (later) 6,000", isMet: bytes <= 80_000))
    }

    private static func fade(depth: String, ours: [String: String], theirs: [String: String]) {
        let film = Bench.folder + "/fade"
        Shell.run(
            Shell.quote([Bench.product("bench-work"), "film", "fade", film, "200", "50", depth, "\(fadeFrames)"]))
        let command = { (frames: Int) in [Bench.product("bench-work"), "fade", "\(frames)", "--leave"] }
        let bytes = bytesAFrame(command(fadeFrames), ours, fadeFrames, columns: 200, rows: 50)
        let other = bytesAFrame(
            [Bench.product("bench-curses"), "play", film, "--leave"], theirs, fadeFrames, columns: 200, rows: 50)
        func count(_ frames: Int) -> Double {
            Counting.instructions(command(frames), environment: ours, columns: 200, rows: 50)
        }
        let instructions = (count(20) - count(10)) / 10
        Table.add(
            Row(
                number: "12", work: "cross-fade 200×50, \(depth == "direct" ? "24-bit" : "256 colours"), a frame",
                figure: "\(Say.number(bytes)) bytes, \(Say.millions(instructions)) instructions; C's repaint "
                    + "\(Say.number(other)) bytes", ratio: Say.ratio(bytes / other), mark: "≤ 1",
                isMet: bytes / other <= 1.005))
    }

    private static func bytesAFrame(
        _ command: [String], _ environment: [String: String], _ frames: Int, columns: Int, rows: Int
    ) -> Double {
        let session = Session(command, environment: environment, columns: columns, rows: rows)
        _ = session.end()
        return Double(session.bytes.count) / Double(frames)
    }
}
