import Glibc

// Measures Foyer side by side with what people would use instead, and prints a table in Markdown.
//
//   foyer-bench ROOT [ROWS]      ROOT: the source folder; ROWS: such as 1,2-5,13b
//
// Each part of the rows is measured by a process of its own, which gets the part's number as one more argument.

func fail(_ reason: String) -> Never {
    let text = "foyer-bench: \(reason)\n"
    _ = write(STDERR_FILENO, text, text.utf8.count)
    Part.own?.addFailure(reason)
    exit(70)
}

/// What this run has to work with.
enum Bench {
    /// The folder of the products, which this program lies in too.
    static let products: String = {
        var path = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &path, path.count - 1)
        let text = String(decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return String(text[..<(text.lastIndex(of: "/") ?? text.startIndex)])
    }()

    static let root = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "."
    static let assets = root + "/Assets"

    /// Folders of this process's own, removed by the one that started it: in memory where that can be had, so that
    /// programs are measured and not the disk; and on the disk.
    static let folder = makeFolder(in: memory)
    static let diskFolder = makeFolder(in: temporary)

    private static let memory = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : temporary
    private static let temporary = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"

    private static func makeFolder(in parent: String) -> String {
        let path = folder(of: getpid(), in: parent)
        // Both may be the same.
        guard mkdir(path, 0o700) == 0 || parent == memory && parent == temporary else { fail("no folder \(path)") }
        return path
    }

    private static func folder(of process: pid_t, in parent: String) -> String { "\(parent)/foyer-bench.\(process)" }

    static func removeFolders(of process: pid_t) {
        _ = Session(["/bin/rm", "-rf"] + [memory, temporary].map { folder(of: process, in: $0) }).end()
    }

    static func product(_ name: String) -> String { products + "/" + name }

    /// A terminal with 24-bit colour, for Foyer and for curses.
    static let direct = ["COLORTERM": "truecolor", "BENCH_TERMINFO": products + "/terminfo"]
    static let directCurses = ["TERM": "foyer-direct", "TERMINFO_DIRS": products + "/terminfo:"]

    /// The rows that were asked for, each by its number, or by number and letter; nil where all are wanted.
    private static let wanted: Set<String>? = {
        guard CommandLine.arguments.count > 2, !CommandLine.arguments[2].isEmpty else { return nil }
        var rows: Set<String> = []
        for part in CommandLine.arguments[2].split(separator: ",") {
            let ends = part.split(separator: "-").compactMap { Int($0) }
            if let first = ends.first, let last = ends.last, first <= last {
                rows.formUnion((first...last).flatMap { ["\($0)", "\($0)b", "\($0)c"] })
            } else {
                rows.insert(String(part))
            }
        }
        return rows
    }()

    static func wants(_ row: String) -> Bool { wanted?.contains(row) ?? true }

    static func wantsByName(_ rows: ClosedRange<Int>) -> Bool { wanted != nil && wants(rows) }

    static func wants(_ rows: ClosedRange<Int>) -> Bool {
        rows.contains { wants("\($0)") || wants("\($0)b") || wants("\($0)c") }
    }
}

/// Rows that are measured together, in a process of their own: when one fails, the others go on.
struct Part: Sendable {
    let rows: ClosedRange<Int>
    let measure: @Sendable () -> Void
    /// Whether it takes many minutes, so that it is measured only if it is asked for by its number.
    var isSlow = false

    /// What people feel, and what has a mark to be reached.
    private static let toReach = [
        Part(rows: 22...22, measure: RunRows.measure), Part(rows: 24...24, measure: WarmRows.measure),
        Part(rows: 25...25, measure: SlowLineRows.measure), Part(rows: 26...26, measure: PictureLimitRows.measure),
        Part(rows: 27...27, measure: FloodRows.measure), Part(rows: 28...28, measure: ReportRows.measure),
        Part(rows: 29...29, measure: SizeRows.measure),
        Part(rows: 30...31, measure: CheckoutRows.measure, isSlow: true),
        Part(rows: 32...32, measure: OutsideRows.measure), Part(rows: 33...33, measure: DemoRows.measure),
        Part(rows: 34...34, measure: HandOverRows.measureSilence), Part(rows: 35...35, measure: HandOverRows.measure),
        Part(rows: 36...36, measure: RunRows.measureLine), Part(rows: 37...37, measure: TesterRows.measureWaits),
        Part(rows: 38...38, measure: TesterRows.measureGolden), Part(rows: 39...39, measure: TesterRows.measureTrace),
        Part(rows: 40...40, measure: RecordingRows.measureFilm),
        Part(rows: 41...41, measure: RecordingRows.measureMemory),
        Part(rows: 42...42, measure: TesterRows.measureDrive),
        Part(rows: 17...17, measure: ScenarioRows.measure),
        Part(rows: 14...14, measure: LaunchRows.measureSlow),
    ]

    /// What has reached its mark, or a limit that was measured: it must not get worse.
    private static let toHold = [
        Part(rows: 1...1, measure: StartRows.measure), Part(rows: 2...5, measure: LoadingRows.measure),
        Part(rows: 6...6, measure: IdleRows.measure), Part(rows: 7...8, measure: KeyRows.measure),
        Part(rows: 9...10, measure: PictureRows.measure), Part(rows: 11...12, measure: MotionRows.measure),
        Part(rows: 13...16, measure: LaunchRows.measure), Part(rows: 19...19, measure: PixelRows.measure),
        Part(rows: 20...20, measure: QuestionRows.measure), Part(rows: 21...21, measure: PublishRows.measure),
        // What grows: the same work at three sizes.
        Part(rows: 23...23, measure: InstalledGrowth.measure), Part(rows: 23...23, measure: SiteGrowth.measure),
        Part(rows: 23...23, measure: EventGrowth.measure), Part(rows: 23...23, measure: LinkGrowth.measure),
        Part(rows: 23...23, measure: OutputGrowth.measure), Part(rows: 23...23, measure: ScenarioGrowth.measure),
    ]

    static let all = toReach + toHold

    /// Measures the parts that are wanted, table by table; returns how many failed.
    static func measureAll() -> Int {
        var failures = 0
        for (title, range) in [
            ("To be reached", 0..<toReach.count), ("To be held", toReach.count..<all.count),
        ] {
            let wanted = range.filter { all[$0].isSlow ? Bench.wantsByName(all[$0].rows) : Bench.wants(all[$0].rows) }
            if wanted.isEmpty { continue }
            Table.begin(title)
            failures += wanted.count { !all[$0].measureApart(index: $0) }
        }
        return failures
    }

    /// The one that this process measures; nil in the process that starts the others.
    static let own = CommandLine.arguments.count > 3 ? Int(CommandLine.arguments[3]).map { all[$0] } : nil

    /// Measures it in another process. False, and a row in the table, if that failed.
    func measureApart(index: Int) -> Bool {
        let rows = CommandLine.arguments.count > 2 ? CommandLine.arguments[2] : ""
        let arguments = [CommandLine.arguments[0], Bench.root, rows, String(index)]
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        defer { for word in words { free(word) } }
        words.append(nil)
        var (process, status): (pid_t, Int32) = (0, 0)
        guard posix_spawn(&process, "/proc/self/exe", nil, nil, words, environ) == 0 else {
            fail("a part cannot be started")
        }
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        Bench.removeFolders(of: process)
        if status & 0x7F != 0 { addFailure("signal \(status & 0x7F)") }
        return status == 0
    }

    func addFailure(_ reason: String) {
        let number = rows.count == 1 ? "\(rows.lowerBound)" : "\(rows.lowerBound)–\(rows.upperBound)"
        Table.add(Row(number: number, work: "**failed**: \(reason)", figure: "", mark: ""))
    }
}

if let part = Part.own {
    part.measure()
} else {
    let failures = Part.measureAll()
    if failures > 0 { fail("rows that failed: \(failures)") }
}
