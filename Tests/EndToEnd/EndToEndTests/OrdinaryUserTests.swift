import Glibc
import Testing

/// Failures that only ordinary users see; root acts as one.
@Suite(.serialized, .ownThreads, .enabled(if: geteuid() == 0)) struct OrdinaryUserTests {
    private static let stage = Result { try StageUnderTest() }
    private static let nobody = uid_t(65_534)
    private let bench: Bench

    init() throws {
        bench = try Bench(Self.stage)
        chown(bench.household.path, Self.nobody, Self.nobody)
    }

    private static func asNobody(_ words: [String]) -> [String] {
        ["--reuid=\(nobody)", "--regid=\(nobody)", "--clear-groups", Products.foyer] + words
    }

    private func run(_ words: [String]) throws -> (end: ProgramEnd, errors: String) {
        var environment = bench.household.environment
        environment["PATH"] = getenv("PATH").map { String(cString: $0) }
        environment["LANG"] = "C.UTF-8"
        let program = try PipedProgram("/usr/bin/setpriv", Self.asNobody(words), environment: environment)
        return (try program.waitForEnd(), String(decoding: program.errors, as: UTF8.self))
    }

    /// As after `su USER`: only its owner can open the terminal by name.
    @Test func aTerminalOfAnotherUserIsUsed() throws {
        let session = try TerminalSession(
            "/usr/bin/setpriv", Self.asNobody(["launch", Bench.id("tea"), "--server", bench.stage.url]),
            environment: bench.environment)
        try session.wait(forText: pageText)
        session.send("q")
        #expect(try session.waitForEnd() == .status(0))
        #expect(session.isAsFound)
    }

    /// A key may be pinned in them.
    @Test func settingsThatCannotBeReadLaunchNothing() throws {
        let launch = ["launch", Bench.id("tea"), "--server", bench.stage.url]
        mkdir(bench.household.path + "/config", 0o700)
        mkdir(bench.household.path + "/config/foyer", 0o700)
        // It stays root's.
        chmod(bench.household.path + "/config", 0o755)
        let (end, errors) = try run(launch)
        #expect(end == .status(65))
        #expect(errors.contains("config/foyer/config.yaml cannot be read: Permission denied"), "\(errors)")
        #expect(errors.contains("nothing is launched"), "\(errors)")
        #expect(!bench.household.files.contains { $0.hasPrefix("data/foyer/apps/") })
        #expect(try run(["banner", "home", "--server", bench.stage.url]).end == .status(65))
        // Commands that launch nothing still work.
        #expect(try run(["config", "--server", bench.stage.url]).end == .status(0))
    }
}
