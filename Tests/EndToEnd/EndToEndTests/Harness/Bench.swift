import Glibc

/// A stage, a user's folders, and `foyer` run with them.
struct Bench {
    let stage: StageUnderTest
    let household: Household

    /// - Throws: where the stage did not start.
    init(_ stage: Result<StageUnderTest, any Error>) throws {
        self.stage = try stage.get()
        household = try Household()
        try self.stage.reset()
        // Signals that dump core are sent on purpose.
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
        limit.rlim_cur = 0
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    }

    /// Nothing moves, unless the environment says otherwise.
    var environment: [String: String?] {
        household.environment.merging(["FOYER_REDUCE_MOTION": "1"]) { $1 }
    }

    func foyer(
        _ arguments: [String], environment changes: [String: String?] = [:], columns: Int = 80, rows: Int = 24,
        isFull: Bool = false, hasAllowedEvents: Bool = true
    ) throws -> TerminalSession {
        // The notice about events would lie over what most tests look at, and take a key.
        if hasAllowedEvents, ["demo", "banner", "popup"].contains(arguments.first) { try household.allowEvents() }
        return try TerminalSession(
            Products.foyer, Self.unhurried(arguments), environment: environment.merging(changes) { $1 },
            columns: columns, rows: rows, isFull: isFull)
    }

    /// A test on a busy machine may take longer than a launch has by default: unless the test is about the limit, there
    /// is none that it could meet.
    static func unhurried(_ arguments: [String]) -> [String] {
        guard let command = arguments.first, ["launch", "banner", "demo", "run"].contains(command),
            !arguments.contains("--timeout")
        else { return arguments }
        // A test of something else does not wait for a network.
        let isOwn = command == "demo" && !arguments.contains("--server") && !arguments.contains("--network")
        return [command] + noHurry + (isOwn ? ["--network", "none"] : []) + arguments.dropFirst()
    }

    /// A limit that no test meets.
    static let noHurry = ["--timeout", "600"]

    /// Launches a program, such as `tea`, or what has a dot in its name.
    func launch(
        _ app: String = "tea", _ options: [String] = [], environment: [String: String?] = [:], columns: Int = 80,
        rows: Int = 24
    ) throws -> TerminalSession {
        try foyer(
            ["launch", Self.id(app), "--server", stage.url] + options, environment: environment, columns: columns,
            rows: rows)
    }

    /// The same with pipes in place of a terminal.
    func piped(
        _ arguments: [String], of program: String = Products.foyer, environment changes: [String: String] = [:]
    ) throws -> PipedProgram {
        var environment = household.environment
        environment["PATH"] = getenv("PATH").map { String(cString: $0) }
        environment["TERM"] = "xterm-256color"
        environment["LANG"] = "C.UTF-8"
        environment.merge(changes) { $1 }
        return try PipedProgram(program, arguments, environment: environment)
    }

    static func id(_ app: String) -> String { app.contains(".") ? app : "com.example." + app }
}

/// What is read on a program's page, and nowhere else: it has links, and the footer says how to go to them.
let pageText = "Tab Next"
/// What is read on the start page of the museum.
let museumText = "You are standing in one of the exhibits."
/// What a splash says before it knows the program.
let preparingText = "Preparing the awesome"
