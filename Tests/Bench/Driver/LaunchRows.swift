import Glibc

/// A launch of 200 MB in 3,000 files, against what a shell script would do.
enum LaunchRows {
    private static let app = "com.example.tea"
    /// The same with files that do not get smaller by packing.
    private static let incompressible = "com.example.salt"
    private static let fileCount = 3000
    private static let fileSize = 200_000_000 / fileCount
    private static let pairs = 5
    /// Bytes a second of the slow server.
    private static let slow = 50_000_000

    private static var site: String { Bench.folder + "/site" }

    static func measure() {
        var words = Words()
        let size = makeSite(app) { words.text(bytes: fileSize) }
        let fast = server(rate: 0)
        let what = "launch: 200 MB, 3,000 files, \(Say.megabytes(size)) packed"
        if Bench.wants(13...13) {
            againstShell(what + ", verified, in memory", fast.port, folder: Bench.folder)
            againstShell("the same on the disk, both synced", fast.port, folder: Bench.diskFolder, syncs: true)
        }
        if Bench.wants(14...14) {
            let limited = server(rate: slow)
            againstCurl("the same at 50 MB/s, time ÷ `curl` alone", app, limited.port)
            var noise = SystemRandomNumberGenerator()
            let size = makeSite(incompressible) { noise.bytes(fileSize) }
            againstCurl("the same with \(Say.megabytes(size)) packed", incompressible, limited.port)
            Shell.run("rm -f '\(package(incompressible))'")
        }
        if Bench.wants(15...15) {
            let peaks = (0..<3).map { _ in Double(launch(fast.port).memory) }
            let peak = Int(Pairs.median(peaks))
            Table.add(
                Row(
                    number: "15", work: "the same, peak memory", figure: Say.megabytes(peak), mark: "≤ 40 MB",
                    isMet: peak <= 40_000_000))
        }
        if Bench.wants(16...16) { drawn(fast.port) }
    }

    // MARK: Rows

    /// - Parameter syncs: whether the shell's files are to be safe from a loss of power, as Foyer's are.
    private static func againstShell(_ what: String, _ port: Int, folder: String, syncs: Bool = false) {
        let url = "http://127.0.0.1:\(port)/packages/\(app).ma"
        // On a disk nothing is removed before the end: ext4 without a journal passes over each inode that was freed in
        // the last minutes, and after 3,000 of them that cost up to two seconds of processor time a run.
        var runs = 0
        func place() -> String {
            if syncs { runs += 1 }
            return "\(folder)/run-\(runs)"
        }
        defer { Shell.run("rm -rf '\(folder)'/run-*") }
        func peer(_ commands: String) -> Usage {
            let place = place()
            Shell.run("rm -rf '\(place)'; mkdir '\(place)'; sync -f '\(folder)'")
            return Shell.run("cd '\(place)' && " + commands + (syncs ? " && sync -f out" : ""))
        }
        func launch(_ port: Int) -> Usage {
            Shell.run("sync -f '\(folder)'")
            return Self.launch(port, home: place())
        }
        let unzip = "curl -s -o p '\(url)' && sha256sum p && unzip -q p -d out"
        var usages: [(ours: Usage, theirs: Usage)] = []
        for index in 0..<pairs {
            if index % 2 == 0 {
                let ours = launch(port)
                usages.append((ours, peer(unzip)))
            } else {
                let theirs = peer(unzip)
                usages.append((launch(port), theirs))
            }
        }
        var note = ""
        if Shell.find("bsdtar") != nil {
            let times = (0..<3).map { _ in peer("curl -s -o p '\(url)' && mkdir out && bsdtar -xf p -C out").elapsed }
            note = "curl; bsdtar, unverified \(Say.seconds(Pairs.median(times)))"
        }
        add(what, usages, note)
    }

    private static func add(_ what: String, _ usages: [(ours: Usage, theirs: Usage)], _ note: String) {
        func median(_ value: ((ours: Usage, theirs: Usage)) -> Double) -> Double { Pairs.median(usages.map(value)) }
        let time = median { $0.ours.elapsed / $0.theirs.elapsed }
        let processor = median { $0.ours.processor / $0.theirs.processor }
        Table.add(
            Row(
                number: "13", work: what,
                figure: "\(Say.seconds(median(\.ours.elapsed))), CPU \(Say.seconds(median(\.ours.processor))); "
                    + "`curl; sha256sum; unzip` \(Say.seconds(median(\.theirs.elapsed))), CPU "
                    + Say.seconds(median(\.theirs.processor)),
                ratio: "\(Say.ratio(time)), CPU \(Say.ratio(processor))", mark: "≤ 0.42, aim 0.30",
                isMet: time <= 0.42 && processor <= 0.42, note: note))
    }

    private static func againstCurl(_ what: String, _ app: String, _ port: Int) {
        let result = Pairs.measure(pairs, { launch(port, app).elapsed }, { curl(port, app) })
        Table.add(
            Row(
                number: "14", work: what, figure: "\(Say.seconds(result.ours)); curl \(Say.seconds(result.theirs))",
                ratio: Say.ratio(result.ratio), mark: "≤ 1.15", isMet: result.ratio <= 1.15))
    }

    /// Up to the end of the last step: what comes after it, the fade, only a screen has. Lines say “Ready” then; a
    /// screen says it when the step begins, and its bar is full in the fade's first frame.
    private static func drawn(_ port: Int) {
        func run(_ options: [String]) -> (elapsed: Double, processor: Double) {
            let home = Bench.folder + "/launched"
            prepare(home: home)
            let session = Session(launchCommand(port) + options, environment: ["HOME": home])
            var elapsed = session.wait(forText: "Ready")
            if options.isEmpty, let ready = session.bytes.firstRange(of: Array("Ready".utf8)) {
                elapsed = session.wait(forText: "100", from: ready.upperBound)
            }
            return (elapsed ?? .nan, session.processorTime)
        }
        var ratios: [(time: Double, processor: Double)] = []
        for index in 0..<pairs * 3 {
            let plain = index % 2 == 0 ? run(["--plain"]) : nil
            let drawn = run([])
            let other = plain ?? run(["--plain"])
            ratios.append((drawn.elapsed / other.elapsed, drawn.processor / other.processor))
        }
        let time = Pairs.median(ratios.map(\.time))
        let processor = Pairs.median(ratios.map(\.processor))
        Table.add(
            Row(
                number: "16", work: "the same in memory with the page drawn, ÷ headless",
                figure: "until all steps have ended",
                ratio: "\(Say.ratio(time)), CPU \(Say.ratio(processor))", mark: "≤ 1.03",
                isMet: time <= 1.03 && processor <= 1.03))
    }

    // MARK: Runs

    private static func prepare(home: String) {
        Shell.run("rm -rf '\(home)'; mkdir '\(home)'")
    }

    private static func launchCommand(_ port: Int, _ app: String = app) -> [String] {
        [Bench.product("foyer"), "launch", app, "--server", "http://127.0.0.1:\(port)"]
    }

    private static func launch(
        _ port: Int, _ app: String = app, home: String = Bench.folder + "/launched"
    ) -> Usage {
        prepare(home: home)
        let usage = Session(launchCommand(port, app) + ["--plain"], environment: ["HOME": home]).end()
        if usage.status != 0 { fail("the launch failed: status \(usage.status >> 8)") }
        return usage
    }

    private static func curl(_ port: Int, _ app: String) -> Double {
        Shell.run("curl -s -o '\(Bench.folder)/curled' http://127.0.0.1:\(port)/packages/\(app).ma").elapsed
    }

    private static func server(rate: Int) -> (session: Session, port: Int) {
        let session = Session([Bench.product("bench-server"), site, "\(rate)"])
        _ = session.wait(forText: "\n")
        let port = Int(String(decoding: session.bytes, as: UTF8.self).filter(\.isNumber)) ?? 0
        return (session, port)
    }

    // MARK: The package

    private static func package(_ app: String) -> String { site + "/packages/\(app).ma" }

    /// Writes the files, packs them, and lays out what the server serves. Answers the package's size.
    private static func makeSite(_ app: String, content: () -> [UInt8]) -> Int {
        let tree = Bench.folder + "/tree"
        Shell.run(
            "mkdir -p '\(site)/v1/apps' '\(site)/packages' && cp -R '\(Bench.assets)/programs/tea' '\(tree)' "
                + "&& mkdir '\(tree)/common/data' && cp '\(tree)/common/icon.png' '\(site)/icon.png'")
        Shell.run("sed -i 's/com.example.tea/\(app)/' '\(tree)/manifest.json'")
        for index in 0..<fileCount {
            Files.write(content(), to: "\(tree)/common/data/\(index).txt")
        }
        let package = package(app)
        let answer = Shell.output(Shell.quote([Bench.product("foyer"), "pack", tree, "-o", package]))
        Shell.run("rm -rf '\(tree)'")
        guard let key = answer.firstRange(of: "\"sha256\":\"") else { fail("packing failed: \(answer)") }
        let digest = answer[key.upperBound...].prefix(64)
        let size = Files.size(package)
        Files.write(
            """
            {"appId":"\(app)","appName":"Tea House","iconUrl":"/icon.png","desc":"Order ahead","slogan":"Slow tea",\
            "status":"active","version":{"code":12,"name":"1.2.0"},\
            "package":{"url":"/packages/\(app).ma","size":\(size),"sha256":"\(digest)"},"resources":[]}
            """, to: site + "/v1/apps/" + app)
        return size
    }
}

extension RandomNumberGenerator {
    fileprivate mutating func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 8)
        while bytes.count < count { withUnsafeBytes(of: next()) { bytes.append(contentsOf: $0) } }
        return Array(bytes.prefix(count))
    }
}

/// Text that packs to about a third, as programs and their data do; always the same.
private struct Words {
    private var state: UInt64 = 1

    mutating func text(bytes: Int) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes + 16)
        while text.count < bytes {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            // Few words often, many seldom.
            let rank = (state >> 33) % 4096 & (state >> 45) % 4096
            var word = rank &* 0x9E37_79B9 &+ 7
            for _ in 0..<(3 + word % 6) {
                text.append(UInt8(97 + word % 26))
                word = word / 3 &+ rank
            }
            text.append(32)
        }
        return Array(text.prefix(bytes))
    }
}
