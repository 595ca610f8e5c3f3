/// The demo on its `home` network: what a first launch shows, and a launch of what is installed.
enum DemoRows {
    /// A terminal with a progress on its taskbar's button: each per cent is one sequence, which can be counted.
    private static let terminal = ["TERM_PROGRAM": "WezTerm", "COLORTERM": "truecolor"]
    /// In the page's first sentence.
    private static let page = "kettle"
    /// On the splash alone.
    private static let splash = "A cup in five minutes"

    static func measure() {
        let home = Bench.folder + "/demo"
        Shell.run("mkdir -p '\(home)'")
        let session = Session(
            [Bench.product("foyer"), "demo", "--new", "--pixels", "off", "--language", "en"],
            environment: terminal.merging(["HOME": home]) { $1 })
        if session.wait(forText: "Tea House") == nil { fail("the demo shows no home") }
        session.waitForQuiet(seconds: 1)
        let first = launch(session)
        let again = session.bytes.count
        session.send("\u{1B}")
        if session.wait(forText: "Tea House", from: again) == nil { fail("the demo does not come back") }
        session.waitForQuiet(seconds: 1)
        let second = launch(session)
        Table.add(
            Row(
                number: "33", work: "demo, first launch of Tea House on its `home` network; its launch once installed",
                figure: "page after \(Say.seconds(first.page)), \(first.steps) steps of the bar, "
                    + "last byte \(Say.seconds(first.rest)) later; page after \(Say.milliseconds(second.page)), "
                    + (second.hasSplash ? "**with a splash**" : "no splash"),
                mark: "1.5–2.5 s, ≥ 20 steps, then the fade; ≤ 150 ms and no splash",
                isMet: (1.5...2.5).contains(first.page) && first.steps >= 20 && first.hasSplash
                    && second.page <= 0.15 && !second.hasSplash))
    }

    /// Launches what is chosen.
    ///
    /// - Returns: seconds from the key to the page's first words, which the fade's first frame has; different per cents before;
    ///   whether the splash was shown; seconds from the page's words to the last byte.
    private static func launch(_ session: Session) -> (page: Double, steps: Int, hasSplash: Bool, rest: Double) {
        let (before, start) = (session.bytes.count, session.elapsed)
        session.send("\r")
        guard let page = session.wait(forText: page, from: before) else { fail("the demo shows no page") }
        let written = String(decoding: session.bytes[before...], as: UTF8.self)
        session.waitForQuiet(seconds: 1)
        let steps = written.split(separator: "\u{1B}]9;4;1;").dropFirst().map { $0.prefix(while: \.isNumber) }
        return (page - start, Set(steps).count, written.contains(splash), session.lastOutput - page)
    }
}
