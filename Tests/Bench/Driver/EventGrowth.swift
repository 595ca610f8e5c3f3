/// Events that wait to be delivered, as earlier runs have left them.
enum EventGrowth {
    private static let sizes = [10, 1000, 100_000]

    static func measure() {
        let site = Bench.folder + "/events-site"
        Shell.run("mkdir -p '\(site)/v1/banners' && cp '\(Bench.assets)/images/market.jpg' '\(site)/'")
        Files.write(
            #"{"name":"Home","bannerKey":"home","items":[{"index":0,"title":"Page 0","imageUrl":"market.jpg"}]}"#,
            to: site + "/v1/banners/home")
        let (process, port) = SmallServer.start(site)
        let server = "http://127.0.0.1:\(port)"
        var (starts, deliveries, memory): ([Double], [Double], [Double]) = ([], [], [])
        for size in sizes {
            let home = Bench.folder + "/events-home"
            let events = home + "/.local/state/foyer/events"
            func run() -> (start: Double, delivery: Double, memory: Double) {
                Shell.run(
                    "rm -rf '\(home)'; mkdir '\(home)'; "
                        + Shell.quote([Bench.product("bench-work"), "events", home, server, "\(size)"]))
                guard let name = Files.names(in: events).first else { fail("no events wait") }
                let waiting = events + "/" + name
                let session = Session(
                    [Bench.product("foyer"), "banner", "home", "--reduce-motion", "--server", server],
                    environment: ["HOME": home], columns: 100, rows: 24)
                let began = Session.now
                let start = session.wait(forText: "Page 0") ?? .nan
                while Files.names(in: waiting).count > 1 {
                    if Session.now - began > 60 { fail("the waiting events are not delivered") }
                    session.pause(seconds: 0.01)
                }
                return (start, Session.now - began, Double(session.peakMemory))
            }
            let runs = (0..<3).map { _ in run() }
            starts.append(Pairs.median(runs.map(\.start)))
            deliveries.append(Pairs.median(runs.map(\.delivery)))
            memory.append(Pairs.median(runs.map(\.memory)))
        }
        withExtendedLifetime(process) {}
        Growth(what: "waiting events → a banner's first page", sizes: sizes, mark: .constant, costs: starts).add()
        Growth(what: "the same → until all are delivered", sizes: sizes, mark: .linear, costs: deliveries).add(
            note: "no more than 10,000 are kept")
        Growth(what: "the same → peak memory", sizes: sizes, mark: .bounded, costs: memory) {
            Say.megabytes(Int($0))
        }.add()
    }
}
