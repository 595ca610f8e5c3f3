import Glibc

/// A launch of 200 MB in 3,000 files, against what a shell script would do.
enum LaunchRows {
    private static let app = "com.example.tea"
    /// The same with incompressible files.
    private static let incompressible = "com.example.salt"
    private static let fileCount = 3000
    private static let fileSize = 200_000_000 / fileCount
    private static let pairs = 5
    /// Bytes a second of the slow server.
    private static let slow = 50_000_000

    private static var site: String { Bench.folder + "/site" }

    static func measure() {
        var words = Words()
        let (size, digest) = makeSite(app) { words.text(bytes: fileSize) }
        let fast = SmallServer.start(site)
        if Bench.wants("13") {
            againstShell(what(size) + ", verified, in memory", fast.port, folder: Bench.folder)
        }
        if Bench.wants("13b") { DiskRows.measure("the same on the disk, each file synced", fast.port, digest) }
        if Bench.wants(15...15) {
            let peaks = (0..<3).map { _ in Double(launch(fast.port).memory) }
            let peak = Int(Pairs.median(peaks))
            Table.add(
                Row(
                    number: "15", work: "the same, peak memory", figure: Say.megabytes(peak), mark: "≤ 32 MB",
                    isMet: peak <= 32_000_000))
        }
        if Bench.wants(16...16) { drawn(fast.port) }
    }

    /// At the pace of a good network.
    static func measureSlow() {
        var words = Words()
        let size = makeSite(app) { words.text(bytes: fileSize) }.size
        let limited = SmallServer.start(site, rate: slow)
        againstCurl(what(size) + " at 50 MB/s, time ÷ `curl` alone", app, limited.port)
        var noise = SystemRandomNumberGenerator()
        let whole = makeSite(incompressible) { noise.bytes(fileSize) }.size
        againstCurl("the same with \(Say.megabytes(whole)) packed", incompressible, limited.port)
    }

    private static func what(_ size: Int) -> String {
        "launch: 200 MB, \(Say.number(Double(fileCount))) files, \(Say.megabytes(size)) packed"
    }

    // MARK: Rows

    private static func againstShell(_ what: String, _ port: Int, folder: String) {
        let url = address(port)
        let place = folder + "/run"
        defer { Shell.run("rm -rf '\(place)'") }
        func peer(_ commands: String) -> Usage {
            prepare(home: place)
            return Shell.run("cd '\(place)' && " + commands)
        }
        func launch(_ port: Int) -> Usage { Self.launch(port, home: place) }
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
                ratio: "\(Say.ratio(time)), CPU \(Say.ratio(processor))", mark: "≤ 0.25, CPU ≤ 0.32",
                isMet: time <= 0.25 && processor <= 0.32, note: note))
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
        let lines = ["--plain"]
        func run(_ options: [String]) -> Double {
            let home = Bench.folder + "/launched"
            prepare(home: home)
            let session = Session(launchCommand(port) + options, environment: ["HOME": home])
            _ = session.wait(forText: "Ready")
            if options != lines, let ready = session.bytes.firstRange(of: Array("Ready".utf8)) {
                _ = session.wait(forText: "100", from: ready.upperBound)
            }
            return session.processorTime
        }
        // An option for each, so that both command lines are the parser's.
        let page = ["--theme", "dark"]
        var extra: [Double] = []
        for index in 0..<pairs * 3 {
            let plain = index % 2 == 0 ? run(lines) : nil
            let drawn = run(page)
            extra.append(drawn - (plain ?? run(lines)))
        }
        let processor = Pairs.median(extra)
        Table.add(
            Row(
                number: "16", work: "the same in memory with the page drawn, until all steps have ended",
                figure: "\(Say.milliseconds(processor)) of processor time more than headless", mark: "≤ 15 ms",
                isMet: processor <= 0.015))
    }

    // MARK: Runs

    static func address(_ port: Int) -> String { "http://127.0.0.1:\(port)/packages/\(app).ma" }

    private static func prepare(home: String) {
        Shell.run("rm -rf '\(home)'; mkdir '\(home)'")
    }

    private static func launchCommand(_ port: Int, _ app: String = app) -> [String] {
        [Bench.product("foyer"), "launch", app, "--server", "http://127.0.0.1:\(port)"]
    }

    static func launch(
        _ port: Int, _ app: String = app, home: String = Bench.folder + "/launched"
    ) -> Usage {
        prepare(home: home)
        // Without a terminal to write to it draws nothing.
        let lines = "exec " + Shell.quote(launchCommand(port, app)) + " >'\(home).lines'"
        let usage = Session(["/bin/sh", "-c", lines], environment: ["HOME": home]).end()
        if usage.status != 0 { fail("the launch failed: status \(usage.status >> 8)") }
        return usage
    }

    private static func curl(_ port: Int, _ app: String) -> Double {
        Shell.run("curl -s -o '\(Bench.folder)/curled' http://127.0.0.1:\(port)/packages/\(app).ma").elapsed
    }

    // MARK: The package

    private static func package(_ app: String) -> String { site + "/packages/\(app).ma" }

    /// Writes the files, packs them, and lays out what the server serves. Answers the package's size and digest.
    private static func makeSite(_ app: String, content: () -> [UInt8]) -> (size: Int, digest: String) {
        let tree = Bench.folder + "/tree"
        Shell.run(
            "mkdir -p '\(site)/v1/apps' '\(site)/packages' && cp -R '\(Bench.assets)/programs/com.example.tea' '\(tree)' "
                + "&& mkdir '\(tree)/common/data' && cp '\(tree)/common/icon.png' '\(site)/icon.png'")
        Shell.run("sed -i 's/com.example.tea/\(app)/' '\(tree)/manifest.json'")
        // The picture of its start page is the program's own affair, and begins when all steps have ended.
        Shell.run("sed -i '/^!\\[/d' '\(tree)/pages/index.md'")
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
        return (size, String(digest))
    }
}
