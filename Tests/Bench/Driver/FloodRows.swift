/// More input than anybody types.
enum FloodRows {
    static func measure() {
        let stage = Session([Bench.product("foyer"), "serve"])
        _ = stage.wait(forText: "\n")
        let address = String(decoding: stage.bytes.prefix { $0 > 32 }, as: UTF8.self)
        let pasted = String(repeating: "x", count: 10 << 20)
        send("10 MB pasted, bracketed", "\u{1B}[200~" + pasted + "\u{1B}[201~", address)
        send("10 MB pasted", pasted, address)
        let digits = String(repeating: "1", count: 1 << 20)
        send("1 MB in an unfinished control sequence", "\u{1B}[" + digits, address)
        send("1 MB in an unfinished answer", "\u{1B}P0$r" + digits, address)
    }

    private static func send(_ what: String, _ text: String, _ address: String) {
        let home = Bench.folder + "/flood"
        Shell.run("mkdir -p '\(home)'")
        // Nothing is asked of the terminal, so that nothing is waited for.
        let session = Session(
            [
                Bench.product("foyer"), "launch", "com.example.gone", "--server", address, "--theme", "dark",
                "--pixels",
                "off",
            ], environment: Bench.direct.merging(["HOME": home]) { $1 })
        if session.wait(forText: "1001") == nil { fail("there is no error page") }
        session.waitForRest()
        let before = session.processorTime
        session.sendAll(text + "q")
        let sent = session.elapsed
        let usage = session.end()
        let (processor, delay) = (usage.processor - before, max(0, usage.elapsed - sent))
        Table.add(
            Row(
                number: "27", work: what + ", then `q`",
                figure: "CPU \(Say.seconds(processor)); closed \(Say.milliseconds(delay)) after the last byte",
                mark: "≤ 1 s; ≤ 0.1 s", isMet: processor <= 1 && delay <= 0.1))
    }
}
