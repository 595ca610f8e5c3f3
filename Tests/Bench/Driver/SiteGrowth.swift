/// What a platform shows: programs on the home screen, and pages of a banner.
enum SiteGrowth {
    static func measure() {
        catalogue()
        banner()
    }

    private static func catalogue() {
        // The fewest fill the screen.
        let sizes = [40, 1000, 10_000]
        var keys: [Double] = []
        for size in sizes {
            let site = Bench.folder + "/catalogue-\(size)"
            Shell.run("mkdir -p '\(site)/v1'")
            let programs = (0..<size).map { index in
                #"{"appId":"com.example.p\#(index)","appName":"Program \#(index)","slogan":"One of many"}"#
            }
            Files.write("{\"programs\":[\(programs.joined(separator: ","))]}", to: site + "/v1/catalogue")
            let (server, port) = SmallServer.start(site)
            let home = Bench.folder + "/catalogue-home"
            Shell.run("rm -rf '\(home)'; mkdir '\(home)'")
            let session = Session(
                [Bench.product("foyer"), "demo", "--new", "--reduce-motion", "--server", "http://127.0.0.1:\(port)"],
                environment: ["HOME": home])
            guard session.wait(forText: "Program 1") != nil else { fail("the home screen shows no programs") }
            session.waitForRest()
            // Four rows down and up again, so that each key moves the choice, however short the list.
            let (before, keysSent) = (session.processorTime, (0..<40).map { $0 % 8 < 4 ? "\u{1B}[B" : "\u{1B}[A" })
            for key in keysSent {
                session.send(key)
                session.waitForQuiet(seconds: 0.05)
            }
            keys.append((session.processorTime - before) / Double(keysSent.count))
            withExtendedLifetime(server) {}
        }
        Growth(
            what: "programs in the catalogue → a key on the home screen, CPU", sizes: sizes, mark: .constant,
            costs: keys
        )
        .add()
    }

    private static func banner() {
        let sizes = [5, 100, 1000]
        var (starts, turns, memory): ([Double], [Double], [Double]) = ([], [], [])
        for size in sizes {
            let site = Bench.folder + "/banner-\(size)"
            Shell.run("mkdir -p '\(site)/v1/banners' && cp '\(Bench.assets)/images/market.jpg' '\(site)/'")
            let items = (0..<size).map { #"{"index":\#($0),"title":"Page \#($0)","imageUrl":"market.jpg?\#($0)"}"# }
            Files.write(
                "{\"name\":\"Home\",\"bannerKey\":\"home\",\"items\":[\(items.joined(separator: ","))]}",
                to: site + "/v1/banners/home")
            let (server, port) = SmallServer.start(site)
            let home = Bench.folder + "/banner-home"
            Shell.run("rm -rf '\(home)'; mkdir '\(home)'")
            let session = Session(
                [
                    Bench.product("foyer"), "banner", "home", "--reduce-motion", "--server", "http://127.0.0.1:\(port)",
                ], environment: ["HOME": home], columns: 100, rows: 24)
            starts.append(session.wait(forText: "Page 0") ?? .nan)
            // The pictures near the first pages are fetched, and deadlines of requests passed: neither is a part of a turn.
            session.waitForRest(seconds: 3)
            let (before, count) = (session.processorTime, 20)
            for number in 0..<count {
                session.send(number.isMultiple(of: 2) ? "\u{1B}[C" : "\u{1B}[D")
                session.waitForQuiet(seconds: 0.1)
            }
            turns.append((session.processorTime - before) / Double(count))
            memory.append(Double(session.peakMemory))
            withExtendedLifetime(server) {}
        }
        Growth(
            what: "pages of a banner → its first page, the document read", sizes: sizes, mark: .linear, costs: starts
        ).add()
        Growth(what: "the same → a turn, CPU", sizes: sizes, mark: .constant, costs: turns).add()
        Growth(what: "the same → peak memory", sizes: sizes, mark: .bounded, costs: memory) {
            Say.megabytes(Int($0))
        }.add()
    }
}

/// The server of the benchmark over a folder.
enum SmallServer {
    static func start(_ folder: String, rate: Int = 0) -> (session: Session, port: Int) {
        let session = Session([Bench.product("bench-server"), folder, "\(rate)"])
        _ = session.wait(forText: "\n")
        return (session, Int(String(decoding: session.bytes, as: UTF8.self).filter(\.isNumber)) ?? 0)
    }
}
