import FoyerSystem
import Glibc
import Testing

/// Three articles' programs run as they are printed, with what any program sees of Foyer, two of them against
/// sites as the articles publish them.
@Suite(.serialized) struct ArticleProgramTests {
    private static let package = String(
        #filePath.dropLast("/Tests/EndToEndTests/ArticleProgramTests.swift".count))
    /// What a host links: written when the second host is built.
    private static let objects = Products.folder + "/OutsideHost.product/Objects.LinkFileList"

    private let household: Household
    private let path: String

    init() throws {
        household = try Household()
        path = household.path
    }

    @Test func ownBannerShowsTheCampaignAndBindsItsItems() throws {
        let program = try build("OwnBanner")
        let (site, address) = try serve("sources")
        defer { kill(site.process, SIGTERM) }
        let session = try TerminalSession(
            program, [address], environment: household.environment.merging(["FOYER_REDUCE_MOTION": "1"]) { $1 })
        // One page has neither a number nor a dot.
        try session.waitUntilItRests()
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.text.contains("The first opens foyer://app/com.example.hello."), "\(session.text)")
        try clean()
    }

    @Test func ownWidgetIsClickedAndMoves() throws {
        let program = try build("OwnWidget")
        try run("'\(program)' --test")
        let session = try TerminalSession(program, [], environment: household.environment)
        try session.wait(forText: "How was the tea? 0 of 5")
        session.click(column: 39, row: 11)
        try session.wait(forText: "How was the tea? 3 of 5")
        try session.wait(forText: "29 s left")
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound)
        try clean()
    }

    @Test func rootAndLinksShowsTheNewShopAndTheItemOnTopOfIt() throws {
        let program = try build("RootAndLinks")
        let (site, address) = try serve("shop", more: "echo 'home: new' >> shop/config.yaml")
        defer { kill(site.process, SIGTERM) }
        let session = try TerminalSession(
            program, [address], environment: household.environment.merging(["FOYER_REDUCE_MOTION": "1"]) { $1 })
        try session.wait(forText: "Item 7")
        // A second start hands its link to the first, and ends.
        let second = try PipedProgram(program, [address, "shop://item/8"], environment: household.environment)
        try session.wait(forText: "You are about to enter")
        #expect(try second.waitForEnd() == .status(0))
        #expect(second.lines == ["The running shop has it: /item/8"], "\(second.lines)")
        session.send(.enter)
        try session.wait(forText: "Item 8")
        session.send("q")
        try session.wait(forText: "Item 7")
        session.send("q")
        try session.wait(forText: "The new shop")
        session.send("d")
        try session.wait(forText: "Why this root?")
        session.send("d")
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound)
        try clean()
    }

    // MARK: - Making and serving

    /// The article's blocks of Swift in their order are one program.
    private func build(_ article: String) throws -> String {
        try run(
            """
            cd '\(path)'
            sed -n '/^```swift$/,/^```$/p' '\(Self.package)'/Sources/*/*.docc/\(article).md | grep -v '^```' >main.swift
            flags=(-swift-version 6 -I '\(Products.folder)/Modules' -module-cache-path modules)
            for map in '\(Products.folder)'/*.build/module.modulemap '\(Self.package)'/Sources/C*/{,include/}module.modulemap \\
                '\(Self.package)'/.build/checkouts/*/Sources/*/include/module.modulemap; do
                if [ -f "$map" ]; then flags+=(-Xcc "-fmodule-map-file=$map" -I "$(dirname "$map")"); fi
            done
            grep -v '/OutsideHost.build/' '\(Self.objects)' >objects
            swiftc -Onone "${flags[@]}" main.swift @objects -o \(article)
            """)
        return path + "/" + article
    }

    private func serve(_ folder: String, more: String = "true") throws -> (PipedProgram, String) {
        try run("cd '\(path)' && '\(Products.foyer)' publish --init \(folder) && \(more)")
        let served = try PipedProgram(
            Products.foyer, ["publish", path + "/" + folder, "--serve"], environment: household.environment)
        try served.wait { $0.hasPrefix("Serving ") }
        let line = try #require(served.lines.last { $0.hasPrefix("Serving ") })
        return (served, String(try #require(line.split(separator: " ").dropFirst().first)))
    }

    private func clean() throws { try run("rm -rf '\(path)'/*") }

    private func run(_ script: String) throws {
        var environment = household.environment
        environment["PATH"] = getenv("PATH").map { String(cString: $0) }
        let program = try PipedProgram("/bin/bash", ["-euo", "pipefail", "-c", script], environment: environment)
        guard try program.waitForEnd() == .status(0) else {
            throw SessionFailure(
                description: String(decoding: program.errors.suffix(2000), as: UTF8.self)
                    + program.lines.joined(separator: "\n"))
        }
    }
}
