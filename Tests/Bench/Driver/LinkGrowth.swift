/// Links that wait while the platform does not say which screen comes first.
enum LinkGrowth {
    private static let sizes = [1, 10, 100]

    static func measure() {
        let stage = Session([Bench.product("foyer"), "serve"])
        _ = stage.wait(forText: "control: ")
        stage.waitForQuiet()
        let addresses = String(decoding: stage.bytes, as: UTF8.self).split { $0.isWhitespace }.map(String.init)
        let fault = #"{"route":"config","fault":{"kind":"hang"}}"#
        Shell.run(Shell.quote(["curl", "-sf", "-X", "PUT", "-d", fault, addresses[2] + "/stage/faults"]))
        let costs = sizes.map { size in
            let home = Bench.folder + "/links-home"
            Shell.run("rm -rf '\(home)'; mkdir '\(home)'")
            let session = Session(
                [Bench.product("foyer"), "demo", "--reduce-motion", "--server", addresses[0]],
                environment: ["HOME": home])
            session.waitForQuiet()
            let open = Shell.quote([Bench.product("foyer"), "open", "foyer://page/view1"])
            let sent = Shell.run(
                "for link in $(seq \(size)); do \(open) || exit; done", environment: ["HOME": home])
            guard sent.status == 0 else { fail("a link was not taken: \(Shell.lastWords)") }
            let before = session.processorTime
            guard session.wait(forText: "about to enter") != nil else { fail("no link led to its page") }
            session.waitForRest()
            return session.processorTime - before
        }
        Growth(
            what: "waiting links → the page of the last, from the first screen on, CPU", sizes: sizes, mark: .constant,
            costs: costs
        ).add(note: "no more than 100 wait")
    }
}
