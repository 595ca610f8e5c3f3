/// The loading page from 0 to 100 per cent.
enum LoadingRows {
    private static let steps = 100

    static func measure() {
        let ours = { (steps: Int) in [Bench.product("bench-film"), "loading", "\(steps)"] }
        let theirs = { (steps: Int) in [Bench.product("bench-curses"), "loading", "\(steps)"] }
        instructions(ours, theirs)
        memory(ours(steps), theirs(steps))
        bytes("the same, bytes a step", [:], 0.8, ours, theirs)
        bytes("the same without colour, bytes a step", ["NO_COLOR": "1"], 0.8, ours, theirs)
        let frames = Double(steps + 1)
        let writes = Double(Counting.terminalWrites(ours(steps) + ["--leave"])) / frames
        let theirWrites = Double(Counting.terminalWrites(theirs(steps) + ["--leave"])) / frames
        Table.add(
            Row(
                number: "5", work: "the same",
                figure: "writes a frame \(Say.number(writes)); C \(Say.number(theirWrites))",
                mark: "1", isMet: writes < 1.05, note: "entering and leaving the screen counted in"))
    }

    private static func instructions(_ ours: (Int) -> [String], _ theirs: (Int) -> [String]) {
        func count(_ command: (Int) -> [String], _ steps: Int) -> Double {
            Counting.instructions(command(steps) + ["--leave"])
        }
        let (all, theirAll) = (count(ours, steps), count(theirs, steps))
        let (start, theirStart) = (count(ours, 0), count(theirs, 0))
        let ratio = all / theirAll
        let peers = Peer.note { peer in
            guard let loading = peer.loading, Counting.hasCounters || !peer.isInterpreted else { return nil }
            return Say.ratio(Counting.instructions(loading(steps)) / theirAll)
        }
        Table.add(
            Row(
                number: "2", work: "loading page 0→100, user instructions of the process",
                figure: "\(Say.millions(all)); C \(Say.millions(theirAll))", ratio: Say.ratio(ratio), mark: "≤ 1.2",
                isMet: ratio <= 1.2,
                note: "start \(Say.millions(start)), C \(Say.millions(theirStart)); a step "
                    + "\(Say.number((all - start) / Double(steps))), C "
                    + "\(Say.number((theirAll - theirStart) / Double(steps))): "
                    + "\(Say.ratio((all - start) / (theirAll - theirStart))); \(peers)"))
    }

    private static func memory(_ ours: [String], _ theirs: [String]) {
        func peak(_ command: [String], _ wait: (Session) -> Void = { $0.waitForQuiet() }) -> Double {
            let session = Session(command)
            wait(session)
            return Double(session.peakMemory)
        }
        let result = Pairs.measure(5, { peak(ours) }, { peak(theirs) })
        let peers = Peer.note { peer in
            // The others are a shell's children, whose memory is not its own.
            guard peer.isInterpreted else { return nil }
            return Say.ratio(peak(peer.waiting) { _ = $0.wait(forText: "Hello") } / result.theirs)
        }
        Table.add(
            Row(
                number: "3", work: "the same, peak memory",
                figure: "\(Say.megabytes(Int(result.ours))); C \(Say.megabytes(Int(result.theirs)))",
                ratio: Say.ratio(result.ratio), mark: "≤ 4", isMet: result.ratio <= 4, note: peers))
    }

    private static func bytes(
        _ work: String, _ environment: [String: String], _ mark: Double, _ ours: (Int) -> [String],
        _ theirs: (Int) -> [String]
    ) {
        func step(_ command: (Int) -> [String]) -> Double {
            let counts = [steps, 0].map { steps in
                let session = Session(command(steps), environment: environment)
                _ = session.end()
                return session.bytes.count
            }
            return Double(counts[0] - counts[1]) / Double(steps)
        }
        let (mine, other) = (step { ours($0) + ["--leave"] }, step { theirs($0) + ["--leave"] })
        Table.add(
            Row(
                number: "4", work: work, figure: "\(Say.number(mine)); C \(Say.number(other))",
                ratio: Say.ratio(mine / other), mark: "≤ \(mark)", isMet: mine / other <= mark + 0.005,
                note: Peer.note { $0.loading.map { Say.number(step($0)) } }))
    }
}
