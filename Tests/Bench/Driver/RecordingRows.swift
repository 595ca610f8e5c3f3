/// What is drawn of recordings: films and pictures.
enum RecordingRows {
    private static let runs = 3

    private static func draw(_ source: String, _ format: String) -> (usage: Usage, bytes: Int) {
        let file = Bench.folder + "/drawn"
        let command = [Bench.product("foyer"), "snapshot", source, "--format", format, "-o", file]
        let usage = Shell.run(Shell.quote(command))
        if usage.status != 0 { fail("nothing is drawn: \(Shell.lastWords)") }
        return (usage, Files.size(file))
    }

    // MARK: 40

    static func measureFilm() {
        let recording = Bench.folder + "/ten-seconds.cast"
        // A film of which everything changes is refused for its size.
        Repainting.writeRecording(
            to: recording, seconds: 10, framesPerSecond: Repainting.framesPerSecond, changing: 4)
        for (name, source) in [("four rows change", recording), ("the loading page", "flows/loading-page")] {
            let films = (0..<runs).map { _ in draw(source, "apng") }
            let time = Pairs.median(films.map(\.usage.elapsed))
            Table.add(
                Row(
                    number: "40", work: "film (APNG) of 10 s, 80×24, 30 frames a second: \(name)",
                    figure: "\(Say.seconds(time)), CPU \(Say.seconds(Pairs.median(films.map(\.usage.processor)))); "
                        + Say.megabytes(films[0].bytes),
                    mark: "≤ 5 s", isMet: time <= 5))
        }
    }

    // MARK: 41

    static func measureMemory() {
        let recording = Bench.folder + "/seventeen-minutes.cast"
        Repainting.writeRecording(to: recording, seconds: 17 * 60, framesPerSecond: 10)
        let (text, vector) = (draw(recording, "text").usage.memory, draw(recording, "svg").usage.memory)
        Table.add(
            Row(
                number: "41", work: "recording of 17 minutes, \(Say.megabytes(Files.size(recording))) → text; SVG",
                figure: "\(Say.megabytes(text)); \(Say.megabytes(vector)) at most", mark: "≤ 64 MB",
                isMet: max(text, vector) <= 64_000_000))
    }
}
