/// A picture of 1200×400 pixels, sent as pixels to 100×20 cells.
enum PixelRows {
    private static let pictures = [("JPEG", "market.jpg"), ("PNG", "clouds.png")]
    /// What a program prints, and what it is called.
    private typealias Printed = (name: String, command: [String])

    static func measure() {
        for (format, name) in pictures {
            for form in ["kitty", "sixel"] { measure(form, format, Bench.assets + "/banners/" + name) }
        }
    }

    private static func measure(_ form: String, _ format: String, _ file: String) {
        let ours = [Bench.product("bench-work"), "sent", form, file]
        let peers = peers(form, file)
        let count = Counting.instructions(ours)
        let chafa = peers.first { $0.name == "chafa" }.map { Counting.instructions($0.command) } ?? .nan
        let files = ([("Foyer", ours)] + peers).map { name, command in
            let printed = Bench.folder + "/" + name
            Files.write("", to: printed)
            Shell.run("{ \(Shell.quote(command)); } >'\(printed)'")
            return printed
        }
        let sizes = files.map { Double(Files.size($0)) }
        let least = sizes.dropFirst().filter { $0 > 0 }.min() ?? .nan
        let qualities = form == "sixel" ? decibels(file, files) : []
        let best = qualities.dropFirst().compactMap { Double($0) }.max()
        let isNear = best.map { (Double(qualities[0]) ?? 0) >= $0 } ?? true
        let notes = peers.indices.map { index in
            let quality = qualities.isEmpty ? "" : ", \(qualities[index + 1]) dB"
            return "\(peers[index].name) \(Say.number(sizes[index + 1])) bytes\(quality)"
        }
        let ratios = (count / chafa, sizes[0] / least)
        let misses = sizes[0] == 0 || ratios.0 > 0.5 || ratios.1 > 1 || !isNear
        Table.add(
            Row(
                number: "19", work: "picture 1200×400 → \(form), 1000×400, \(format), user instructions of the process",
                figure: "\(Say.millions(count)), \(Say.number(sizes[0])) bytes"
                    + (qualities.isEmpty ? ", nothing lost" : ", \(qualities[0]) dB")
                    + "; chafa \(Say.millions(chafa))",
                ratio: "\(Say.ratio(ratios.0)); bytes \(Say.ratio(ratios.1))", mark: "≤ 0.5; ≤ 1; ≥ theirs",
                isMet: misses ? false : ratios.0.isNaN || ratios.1.isNaN ? nil : true,
                note: notes.joined(separator: "; ")))
    }

    /// How near they come to the picture; `?` for one of another size, which cannot be compared.
    private static func decibels(_ file: String, _ printed: [String]) -> [String] {
        let answer = Shell.output(Shell.quote([Bench.product("bench-work"), "sixels", file] + printed))
        let numbers = answer.split(separator: " ").map(String.init)
        return numbers.count == printed.count ? numbers : printed.map { _ in "?" }
    }

    private static func peers(_ form: String, _ file: String) -> [Printed] {
        var peers: [Printed] = [
            ("chafa", ["-f", form, "--size", "100x20", "--stretch", "--animate=off", file]),
            ("timg", ["-p\(form.prefix(1))", "-g100x20", "--frames=1", file]),
        ]
        if form == "sixel" { peers.append(("img2sixel", ["-w", "1000", "-h", "400", file])) }
        return peers.compactMap { name, words in Shell.find(name).map { (name, [$0] + words) } }
    }
}
