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
        let pictures = ["autumn", "market"].map { name in
            let file = Bench.folder + "/" + name
            let picture = Bench.assets + "/images/" + name + ".jpg"
            Shell.run(Shell.quote([Bench.product("bench-work"), "pixels", picture, file]))
            return file
        }
        func film(_ frames: Int) -> [String] {
            let file = Bench.folder + "/slide-\(frames)"
            Shell.run(
                Shell.quote(
                    [Bench.product("bench-film"), "film", "slide", file, "100", "20", "direct", "\(frames)"] + pictures)
            )
            return [Bench.product("bench-curses"), "play", file, "--leave"]
        }
        let ours = { (frames: Int) in [Bench.product("bench-film"), "slide", "\(frames)"] + pictures + ["--leave"] }
        // The first picture is there before the slide begins: what a film of it alone takes is not the slide's.
        func bytesAFrame(_ command: (Int) -> [String], _ environment: [String: String]) -> Double {
            let sizes = [slideFrames, 1].map { sent(command($0), environment, columns: 100, rows: 20) }
            return Double(sizes[0] - sizes[1]) / Double(slideFrames - 1)
        }
        let (bytes, theirs) = (bytesAFrame(ours, Bench.direct), bytesAFrame(film, Bench.directCurses))
        func count(_ frames: Int) -> Double {
            Counting.instructions(ours(frames), environment: Bench.direct, columns: 100, rows: 20)
        }
        let instructions = (count(slideFrames * 2) - count(slideFrames)) / Double(slideFrames)
        Table.add(
            Row(
                number: "11", work: "carousel's slide 100×20, 24-bit, a frame",
                figure: "\(Say.number(bytes)) bytes, \(Say.millions(instructions)) instructions; C "
                    + "\(Say.number(theirs)) bytes", ratio: Say.ratio(bytes / theirs),
                mark: "≤ 4,000", isMet: bytes <= 4000))
    }

    private static func fade(depth: String, ours: [String: String], theirs: [String: String]) {
        let film = Bench.folder + "/fade"
        Shell.run(
            Shell.quote([Bench.product("bench-film"), "film", "fade", film, "200", "50", depth, "\(fadeFrames)"]))
        let command = { (frames: Int) in [Bench.product("bench-film"), "fade", "\(frames)", "--leave"] }
        func bytesAFrame(_ command: [String], _ environment: [String: String]) -> Double {
            Double(sent(command, environment, columns: 200, rows: 50)) / Double(fadeFrames)
        }
        let bytes = bytesAFrame(command(fadeFrames), ours)
        let other = bytesAFrame([Bench.product("bench-curses"), "play", film, "--leave"], theirs)
        func count(_ frames: Int) -> Double {
            Counting.instructions(command(frames), environment: ours, columns: 200, rows: 50)
        }
        let instructions = (count(20) - count(10)) / 10
        Table.add(
            Row(
                number: "12", work: "cross-fade 200×50, \(depth == "direct" ? "24-bit" : "256 colours"), a frame",
                figure: "\(Say.number(bytes)) bytes, \(Say.millions(instructions)) instructions; C's repaint "
                    + "\(Say.number(other)) bytes", ratio: Say.ratio(bytes / other), mark: "≤ 0.5",
                isMet: bytes / other <= 0.5))
    }

    /// The bytes that a program sends.
    private static func sent(_ command: [String], _ environment: [String: String], columns: Int, rows: Int) -> Int {
        let session = Session(command, environment: environment, columns: columns, rows: rows)
        _ = session.end()
        return session.bytes.count
    }
}
