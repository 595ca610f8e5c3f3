import Glibc

/// A picture of 1200×400 pixels in 100×20 cells.
enum PictureRows {
    private static let pictures = [("JPEG", "market.jpg", 0.3), ("PNG", "clouds.png", 0.45)]

    static func measure() {
        let chafa = Shell.find("chafa")
        for (format, name, mark) in pictures where Bench.wants("9") {
            let file = Bench.assets + "/images/" + name
            let ours = Counting.instructions([Bench.product("bench-work"), "picture", file])
            let theirs = chafa.map { Counting.instructions([$0] + arguments + [file]) } ?? .nan
            Table.add(
                Row(
                    number: "9", work: "picture 1200×400 → 100×20 cells, \(format), user instructions of the process",
                    figure: "\(Say.millions(ours)); chafa \(Say.millions(theirs))", ratio: Say.ratio(ours / theirs),
                    mark: "≤ \(mark)", isMet: theirs.isNaN ? nil : ours / theirs <= mark))
        }
        for (format, name, _) in pictures where Bench.wants("10") {
            quality(format, Bench.assets + "/images/" + name, chafa)
        }
    }

    /// Chafa's best within the same glyphs; it decides about sizes and colours itself otherwise.
    private static let arguments = [
        "--format=symbols", "--colors=full", "--color-space=rgb", "--symbols=block", "--size=100x20", "--stretch",
        "--animate=off",
    ]

    private static func quality(_ format: String, _ file: String, _ chafa: String?) {
        let printed = Bench.folder + "/chafa"
        Files.write("", to: printed)
        if let chafa { Shell.run(Shell.quote([chafa] + arguments + [file]) + " >'\(printed)'") }
        let numbers = Shell.output(Shell.quote([Bench.product("bench-work"), "quality", file, printed]))
            .split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 3 else { return }
        Table.add(
            Row(
                number: "10", work: "the same, \(format), PSNR",
                figure: "half blocks \(Say.number(numbers[0])) dB; all glyphs \(Say.number(numbers[1])) dB, chafa "
                    + "\(Say.number(numbers[2])) dB", mark: "≥ 57 dB; ≥ chafa",
                isMet: chafa == nil ? nil : numbers[0] >= 57 && numbers[1] >= numbers[2]))
    }
}
