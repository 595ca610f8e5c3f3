/// A picture of 1200×400 pixels, sent as pixels to 100×20 cells.
enum PixelRows {
    private static let pictures = [("JPEG", "market.jpg"), ("PNG", "clouds.png")]
    private static let cell = (width: 10, height: 20)

    /// What a program prints on a terminal that says how large its cells are, and what it is called.
    private struct Printed {
        let name: String
        let command: [String]
        let bytes: [UInt8]
        /// 0 where there is no such picture in it.
        var pixels = 0
        /// How near it comes to the picture, in dB; infinite where nothing is lost.
        var likeness = Double.nan

        init(name: String, command: [String]) {
            (self.name, self.command) = (name, command)
            let session = Session(command, columns: 100, rows: 24, cell: cell)
            _ = session.end()
            bytes = session.bytes
        }

        var perPixel: Double { pixels > 0 ? Double(bytes.count) / Double(pixels) : .nan }

        var note: String {
            guard pixels > 0 else { return "\(name) sends none" }
            let bits = Say.number(perPixel * 8)
            return "\(name) \(Say.number(Double(bytes.count))) bytes, \(bits) bits a pixel"
                + (likeness.isFinite ? ", \(likeness) dB" : "")
        }
    }

    static func measure() {
        for (format, name) in pictures {
            for form in ["kitty", "sixel"] { measure(form, format, Bench.assets + "/images/" + name) }
        }
    }

    private static func measure(_ form: String, _ format: String, _ file: String) {
        let sent = Printed(name: "Foyer", command: [Bench.product("bench-work"), "sent", form, file])
        let printed = compared([sent] + peers(form, file), form, file)
        let (ours, peers) = (printed[0], printed.dropFirst().filter { $0.pixels > 0 })
        let count = Counting.instructions(ours.command, columns: 100, rows: 24, cell: cell)
        let chafa =
            peers.first { $0.name == "chafa" }
            .map { Counting.instructions($0.command, columns: 100, rows: 24, cell: cell) } ?? .nan
        // Not all fill the room: bytes are compared for as many pixels.
        let ratios = (count / chafa, ours.perPixel / (peers.map(\.perPixel).min() ?? .nan))
        let isNear = peers.allSatisfy { ours.likeness >= $0.likeness }
        let misses = ours.pixels == 0 || ratios.0 > 1 || ratios.1 > 0.7 || !isNear
        Table.add(
            Row(
                number: "19", work: "picture 1200×400 → \(form), 1000×400, \(format), user instructions of the process",
                figure: "\(Say.millions(count)); \(ours.note); chafa \(Say.millions(chafa))",
                ratio: "\(Say.ratio(ratios.0)); bytes \(Say.ratio(ratios.1))", mark: "≤ 1; ≤ 0.7; ≥ theirs",
                isMet: misses ? false : ratios.0.isNaN || ratios.1.isNaN ? nil : true,
                note: printed.dropFirst().map(\.note).joined(separator: "; ")))
    }

    /// With the size of each one's picture, and how near it comes.
    private static func compared(_ printed: [Printed], _ form: String, _ file: String) -> [Printed] {
        let files = printed.map { item in
            let path = Bench.folder + "/" + item.name
            Files.write(item.bytes, to: path)
            return path
        }
        let answer = Shell.output(Shell.quote([Bench.product("bench-work"), "compare", form, file] + files))
        let numbers = answer.split(separator: " ").compactMap { Double($0) }
        guard numbers.count == printed.count * 2 else { return printed }
        return printed.indices.map { index in
            var item = printed[index]
            (item.pixels, item.likeness) = (Int(numbers[index * 2]), numbers[index * 2 + 1])
            return item
        }
    }

    private static func peers(_ form: String, _ file: String) -> [Printed] {
        var peers: [(String, [String])] = [
            ("chafa", ["-f", form, "--size", "100x20", "--stretch", "--animate=off", file]),
            ("timg", ["-p\(form.prefix(1))", "-g100x20", "--frames=1", file]),
        ]
        if form == "sixel" { peers.append(("img2sixel", ["-w", "1000", "-h", "400", file])) }
        return peers.compactMap { name, words in
            Shell.find(name).map { Printed(name: name, command: [$0] + words) }
        }
    }
}
