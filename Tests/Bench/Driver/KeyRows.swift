import Glibc

/// From a key to the page that it shows.
enum KeyRows {
    private static let presses = 200

    static func measure() {
        let film = Bench.folder + "/keys"
        Shell.run(Shell.quote([Bench.product("bench-film"), "film", "keys", film, "80", "24", "256", "2"]))
        let ours = Session([Bench.product("bench-film"), "keys"])
        let theirs = Session([Bench.product("bench-curses"), "keys", film])
        ours.waitForQuiet()
        theirs.waitForQuiet()
        // Every terminal answers the last question (DA1). Until then Esc may be the start of an answer.
        ours.send("\u{1B}[?62;22c")
        ours.waitForQuiet(seconds: 0.1)
        let before = (ours.bytes.count, theirs.bytes.count)
        var pressed = 0
        func press(_ session: Session, _ key: String = "n") -> Double {
            let (began, from) = (Session.now, session.bytes.count)
            session.send(key)
            // The first press shows the second page.
            guard session.wait(forText: pressed % 2 == 0 ? "omega" : "ALPHA", from: from, seconds: 5) != nil else {
                return .nan
            }
            return Session.now - began
        }
        var mine: [Double] = []
        var other: [Double] = []
        for index in 0..<presses {
            let first = index % 4 < 2
            if first { mine.append(press(ours)) }
            other.append(press(theirs))
            if !first { mine.append(press(ours)) }
            pressed += 1
        }
        ours.waitForQuiet(seconds: 0.2)
        theirs.waitForQuiet(seconds: 0.2)
        let ratio = Pairs.median(zip(mine, other).map { $0 / $1 })
        let bytes = (ours.bytes.count - before.0, theirs.bytes.count - before.1)
        let byteRatio = Double(bytes.0) / Double(bytes.1)
        Table.add(
            Row(
                number: "7", work: "key → page",
                figure: "\(Say.milliseconds(Pairs.median(mine))), \(bytes.0 / presses) bytes; C "
                    + "\(Say.milliseconds(Pairs.median(other))), \(bytes.1 / presses) bytes",
                ratio: "\(Say.ratio(ratio)); bytes \(Say.ratio(byteRatio))", mark: "≤ 0.8; ≤ 1.0",
                isMet: ratio <= 0.8 && byteRatio <= 1.005))
        let theirEscape = press(theirs, "\u{1B}")
        var escapes: [Double] = []
        for _ in 0..<15 {
            escapes.append(press(ours, "\u{1B}"))
            pressed += 1
        }
        let escape = Pairs.median(escapes)
        Table.add(
            Row(
                number: "8", work: "Esc → page",
                figure: "\(Say.milliseconds(escape)); C \(Say.milliseconds(theirEscape))", mark: "≤ 30 ms",
                isMet: escape <= 0.030))
    }
}
