import FoyerCore
import FoyerSystem
import Glibc
import TestSupport
import Testing

/// `foyer publish` killed for good at its changes, and what a published site serves to real programs.
@Suite(.serialized, .ownThreads) struct PublishedSiteTests {
    private static let moments = ["before", "inside", "after"]

    /// After a kill at any change, each document is whole and names existing files, and the next
    /// publication finishes the work.
    @Test func killedAtAnyChangeTheSiteIsWhole() throws {
        let first = try PublishedSite()
        try first.publish()
        try first.edit()
        let changes = try first.publish(killedAt: 0, "before").changes
        #expect(changes > 30)
        var random = SplitMix64(seed: 15)
        var stops = Self.moments.flatMap { moment in (1...changes).map { (moment, $0) } }
        if !Storm.isFull { stops = Array(stops.shuffled(using: &random).prefix(24)) }
        var codes: Set<Int64> = []
        var killed = 0
        for (moment, step) in stops {
            let site = try PublishedSite(like: first)
            let end = try site.publish(killedAt: step, moment)
            let place = "\(moment) change \(step), \(end.call)"
            if end.isKilled { killed += 1 }
            codes.insert(try site.checkedCode("killed \(place)"))
            try site.publish()
            #expect(try site.checkedCode("after \(place)") == 2)
            let rest = Household.list(site.path + "/site", "").filter { $0.contains(".foyer-new") }
            #expect(rest.isEmpty, "killed \(place)")
        }
        #expect(killed > stops.count / 2 && codes == [1, 2], "\(killed) of \(stops.count), \(codes)")
    }

    /// The article's commands: each accepts what nginx serves, and only if it is signed.
    @Test(.enabled(if: PublishedSite.hasNginx))
    func everyCommandTakesWhatNginxServes() throws {
        let site = try PublishedSite()
        try site.publish()
        let port = try site.serve()
        let foreign = try PublishedSite()
        func run(_ words: [String], key: String) throws -> (end: ProgramEnd, last: JSON) {
            let household = try Household()
            let program = try PipedProgram(
                Products.foyer, words + ["--server", "http://127.0.0.1:\(port)", "--public-key", key, "--json"],
                environment: household.environment)
            let end = try program.waitForEnd()
            return (end, try JSON.parse(Array((program.lines.last ?? "null").utf8)))
        }
        let popup = try run(["popup", "home"], key: site.publicKey)
        #expect(popup.end == .status(0) && popup.last["status"] == "shown" && popup.last["title"] == "Welcome")
        #expect(try run(["banner", "home"], key: site.publicKey).end == .status(0))
        #expect(try run(["config"], key: site.publicKey).end == .status(0))
        #expect(try run(["launch", "com.example.hello"], key: site.publicKey).end == .status(0))

        let refused = try run(["popup", "home"], key: foreign.publicKey)
        #expect(refused.end == .status(5) && refused.last["reason"] == "failed", "\(refused)")
        #expect(try run(["launch", "com.example.hello"], key: foreign.publicKey).end != .status(0))
        let third = try PipedProgram(
            Products.foyer, ["config"] + [1, 2, 3].flatMap { _ in ["--public-key", site.publicKey] },
            environment: try Household().environment)
        #expect(try third.waitForEnd() == .status(64))
        #expect(String(decoding: third.errors, as: UTF8.self).contains("two keys at most"))
    }

    /// Rolling keys takes two; a third is refused wherever keys are named, and not taken for the first two.
    @Test func aThirdKeyIsRefused() throws {
        let site = try PublishedSite()
        for count in [2, 3] {
            let household = try Household()
            let keys = Array(repeating: "\"\(site.publicKey)\"", count: count).joined(separator: ", ")
            try site.write("public-key: [\(keys)]", to: household.path + "/config/foyer/config.yaml")
            let launch = try PipedProgram(
                Products.foyer, ["launch", "x", "--policy", "offline", "--server", "http://127.0.0.1:1"],
                environment: household.environment)
            let end = try launch.waitForEnd()
            let words = String(decoding: launch.errors, as: UTF8.self)
            #expect(words.contains("list 3 keys in public-key") == (count == 3), "\(words)")
            #expect((end == .status(65)) == (count == 3), "\(end)")
        }
    }

    /// Killed for good in the middle of its download: the next launch asks for the rest alone. What has been damaged since
    /// is found out, and fetched anew.
    @Test(.enabled(if: PublishedSite.hasNginx), arguments: [false, true])
    func aKilledLaunchIsContinuedByTheNext(isDamaged: Bool) throws {
        let site = try PublishedSite()
        try site.addNoise()
        try site.publish()
        let household = try Household()
        let words = [
            "launch", "com.example.hello", "--server", "http://127.0.0.1:\(try site.serve(isSlow: true))", "--json",
        ]
        let first = try PipedProgram(Products.foyer, words, environment: household.environment)
        // By its own word in the middle of it.
        try first.wait { line in
            let value = line.split(separator: "\"value\":").last?.prefix { $0.isNumber || $0 == "." }
            return line.contains("\"step\":\"package\"") && (value.flatMap { Double($0) } ?? 0) > 0.3
        }
        kill(first.process, SIGKILL)
        #expect(try first.waitForEnd() == .signal(SIGKILL))
        let part = try #require(household.staged.first { $0.hasSuffix("/package") })
        if isDamaged { try site.damage(household.path + "/" + part) }

        let next = try PipedProgram(Products.foyer, words, environment: household.environment)
        #expect(try next.waitForEnd() == .status(0), "\(next.lines.last ?? "")")
        #expect(household.staged.isEmpty, "\(household.staged)")
        let answers = try PublishedSite.text(site.path + "/access.log").split(separator: "\n")
            .filter { $0.contains("/packages/") }.map { $0.contains("\" 206 ") ? "rest" : "whole" }
        // nginx writes of an answer once it is over.
        #expect(
            answers.filter { $0 == "rest" }.count == 1 && answers.filter { $0 == "whole" }.count == (isDamaged ? 2 : 1))
    }

    /// Until it is stopped: mistakes at first, and a program without a new version later, end or hold up nothing.
    @Test func whatIsServedWhileOneEditsFollowsEachEdit() throws {
        let site = try PublishedSite()
        let (sources, served) = (site.path + "/sources", site.path + "/sources/.foyer/site/v1")
        try site.write("serial: 1", to: sources + "/config.yaml")
        let program = try PipedProgram(
            Products.foyer, ["publish", sources, "--serve"], environment: site.household.environment)
        defer { kill(program.process, SIGTERM) }
        try program.wait { $0 == "Nothing is served until the sources are right." }
        try site.write("greeting: One", to: sources + "/config.yaml")
        try program.wait { $0.hasPrefix("Serving ") }
        try site.write("# Other", to: sources + "/programs/com.example.hello/pages/index.md")
        try site.write("greeting: Two", to: sources + "/config.yaml")
        try program.wait { $0 == "changed v1/config" }
        #expect(TestFile.text(served + "/config")?.contains("Two") == true)
        // Corrected, after which it is said no more.
        let manifest = sources + "/programs/com.example.hello/manifest.json"
        try site.write((TestFile.text(manifest) ?? "").replacing("\"code\": 1", with: "\"code\": 2"), to: manifest)
        try program.wait { $0.hasPrefix("changed v1/apps/com.example.hello") }
        kill(program.process, SIGTERM)
        _ = try program.waitForEnd()
        #expect(String(decoding: program.errors, as: UTF8.self).contains("version.code is still 1"))
    }

    /// JSON is for programs: no card is drawn, on a terminal either.
    @Test func withJSONThereIsNoCardToClose() throws {
        let bench = try Bench(Result { try StageUnderTest() })
        let session = try bench.foyer(["popup", "always", "--server", bench.stage.url, "--json"])
        #expect(try session.waitForEnd() == .status(0))
        let text = String(decoding: session.bytes, as: UTF8.self)
        #expect(text.hasPrefix("{") && text.contains("\"status\":\"shown\"") && !text.contains("\u{1B}"), "\(text)")
    }

    /// A card on a real terminal: it comes, takes the keys, and leaves the terminal as it was.
    @Test func aCardOnATerminal() throws {
        let bench = try Bench(Result { try StageUnderTest() })
        for (columns, rows) in [(80, 24), (20, 6)] {
            let session = try bench.foyer(
                ["popup", "always", "--server", bench.stage.url], columns: columns, rows: rows)
            try session.wait(forText: "Night")
            try session.wait(forText: "Go")
            #expect(session.find("On the web") != nil)
            // Keys of the first moments are ignored.
            session.run(for: .milliseconds(400))
            session.send("q")
            #expect(try session.waitForEnd() == .status(0))
            #expect(session.isAsFound)
        }
    }
}

/// Sources of `foyer publish --init` with a key, the site that becomes of them, and nginx before it.
final class PublishedSite {
    let household: Household
    var path: String { household.path }
    let publicKey: String

    static var hasNginx: Bool { access("/usr/sbin/nginx", X_OK) == 0 }

    init() throws {
        household = try Household()
        publicKey = try Self.run(
            """
            cd '\(household.path)' && "\(Products.foyer)" publish --init sources >&2
            "\(Products.foyer)" key new sources/site.key >&2
            echo 'key: site.key' >> sources/site.yaml
            "\(Products.foyer)" key public sources/site.key
            """, household)
    }

    /// The same sources and the same site, as they were before the edit was published.
    init(like other: PublishedSite) throws {
        household = try Household()
        publicKey = other.publicKey
        _ = try Self.run("cp -a '\(other.path)/before/.' '\(household.path)'", household)
    }

    deinit {
        _ = try? Self.run(
            """
            if [ -s '\(path)/nginx.pid' ]; then
                server=$(cat '\(path)/nginx.pid') && kill "$server" && tail -f /dev/null --pid="$server"
            fi
            rm -rf '\(path)'/*
            """, household)
    }

    /// A new version and another banner, beside a copy of what there was.
    func edit() throws {
        _ = try Self.run(
            """
            cd '\(path)'
            sed -i 's/"code": 1, "name": "1.0.0"/"code": 2, "name": "1.1.0"/' \\
                sources/programs/com.example.hello/manifest.json
            echo 'Another line.' >> sources/programs/com.example.hello/pages/index.md
            sed -i 's/The first program/Another title/' sources/banners/home.yaml
            mkdir before && cp -a sources site before/
            """, household)
    }

    func publish() throws {
        _ = try Self.run("cd '\(path)' && \"\(Products.foyer)\" publish sources --to site >&2", household)
    }

    func publish(killedAt step: Int, _ moment: String) throws -> (isKilled: Bool, changes: Int, call: String) {
        let report = path + "/report"
        let killer = try PipedProgram(
            Products.folder + "/StepKiller",
            [report, "\(step)", moment, Products.foyer, "publish", path + "/sources", "--to", path + "/site"],
            environment: household.environment)
        let end = try killer.waitForEnd()
        let text = try Self.text(report).split(whereSeparator: \.isWhitespace)
        guard end != .status(2), text.count == 2, let changes = Int(text[0]) else {
            throw SessionFailure(description: "it cannot be traced: \(end)")
        }
        return (end == .status(0), changes, String(text[1]))
    }

    /// The version that the site offers, after each of its documents has been looked at.
    func checkedCode(_ place: String) throws -> Int64 {
        let site = path + "/site"
        var code: Int64 = 0
        for document in ["apps/com.example.hello", "banners/home", "popups/home", "config", "catalogue"] {
            let json = try JSON.parse(Array(Self.text("\(site)/v1/\(document)").utf8))
            if case .integer(let found)? = json["version"]?["code"] { code = found }
            #expect(access("\(site)/v1/signatures/\(document)", R_OK) == 0, "\(document), \(place)")
            for named in Self.contents(of: json) {
                #expect(access("\(site)/\(named)", R_OK) == 0, "\(document) names \(named), \(place)")
            }
        }
        let torn = try Self.run(
            """
            cd '\(site)/packages' && for file in *.ma; do
                [ "$(sha256sum < "$file" | cut -c 1-64).ma" = "$file" ] || echo "$file"
            done
            """, household)
        #expect(torn.isEmpty, "\(place)")
        return code
    }

    /// Every path in a document that names a file by its content.
    private static func contents(of json: JSON) -> [String] {
        switch json {
        case .string(let text):
            let isContent = ["packages/", "pictures/", "resources/"].contains { text.contains($0) }
            return isContent ? [String(text.drop { $0 == "/" })] : []
        case .array(let elements): return elements.flatMap { contents(of: $0) }
        case .object(let members): return members.flatMap { contents(of: $0.value) }
        default: return []
        }
    }

    /// A megabyte that cannot be packed.
    func addNoise() throws {
        _ = try Self.run(
            "cd '\(path)/sources/programs/com.example.hello' && mkdir -p common && "
                + "head -c 1000000 /dev/urandom > common/noise", household)
    }

    func write(_ text: String, to file: String) throws {
        _ = try Self.run("mkdir -p \"$(dirname '\(file)')\" && cat > '\(file)' <<'END'\n\(text)\nEND", household)
    }

    /// Other bytes in place of the first.
    func damage(_ file: String) throws {
        _ = try Self.run("printf XXXX | dd of='\(file)' conv=notrunc status=none", household)
    }

    /// Starts nginx with the article's configuration, and answers its port once it listens.
    ///
    /// - Parameter isSlow: whether it sends 400 KB a second, and writes requests to `access.log`.
    func serve(isSlow: Bool = false) throws -> Int {
        let article = try #require(try Page.all().first { $0.name == "OwnPlatform.md" })
        let recipe = try #require(article.blocks.first { $0.language == "nginx" }).text
        let port = try LoopbackPort.free()
        var text = recipe.replacing("127.0.0.1:8080", with: "127.0.0.1:\(port)")
        if isSlow { text = text.replacing("access_log off;", with: "access_log access.log; limit_rate 400k;") }
        _ = try Self.run(
            """
            cd '\(path)' && mkdir temporary && cat > nginx.conf <<'END-OF-FILE'
            \(geteuid() == 0 ? "user root;" : "")
            \(text)
            END-OF-FILE
            /usr/sbin/nginx -p '\(path)/' -e error.log -c nginx.conf
            """, household)
        return port
    }

    static func text(_ path: String) throws -> String {
        String(decoding: try UserFile.read(path, limit: 1 << 24), as: UTF8.self)
    }

    private static func run(_ script: String, _ household: Household) throws -> String {
        var environment = household.environment
        environment["PATH"] = "/usr/bin:/bin"
        let program = try PipedProgram("/bin/bash", ["-euo", "pipefail", "-c", script], environment: environment)
        guard try program.waitForEnd() == .status(0) else {
            throw SessionFailure(description: String(decoding: program.errors.suffix(2000), as: UTF8.self))
        }
        return program.lines.joined(separator: "\n")
    }
}
