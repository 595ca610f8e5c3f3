import Glibc

// Measures Foyer side by side with what people would use instead, and prints a table in Markdown.
//
//   foyer-bench ROOT [ROWS]      ROOT: the source folder; ROWS: such as 1,2-5,13b

func fail(_ reason: String) -> Never {
    let text = "foyer-bench: \(reason)\n"
    _ = write(STDERR_FILENO, text, text.utf8.count)
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

    /// Folders of this run's own, removed at its end: in memory where that can be had, so that programs are measured
    /// and not the disk; and on the disk.
    static let folder = makeFolder(in: access("/dev/shm", W_OK) == 0 ? "/dev/shm" : temporary)
    static let diskFolder = makeFolder(in: temporary)

    private static let temporary = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"

    private static func makeFolder(in parent: String) -> String {
        var name = Array("\(parent)/foyer-bench.XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else { fail("no temporary folder in \(parent)") }
        return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    static func product(_ name: String) -> String { products + "/" + name }

    /// A terminal with 24-bit colour, for Foyer and for curses.
    static let direct = ["COLORTERM": "truecolor", "BENCH_TERMINFO": products + "/terminfo"]
    static let directCurses = ["TERM": "foyer-direct", "TERMINFO_DIRS": products + "/terminfo:"]

    /// The rows that were asked for, each by its number, or by number and letter; nil where all are wanted.
    private static let wanted: Set<String>? = {
        guard CommandLine.arguments.count > 2 else { return nil }
        var rows: Set<String> = []
        for part in CommandLine.arguments[2].split(separator: ",") {
            let ends = part.split(separator: "-").compactMap { Int($0) }
            if let first = ends.first, let last = ends.last, first <= last {
                rows.formUnion((first...last).flatMap { ["\($0)", "\($0)b"] })
            } else {
                rows.insert(String(part))
            }
        }
        return rows
    }()

    static func wants(_ row: String) -> Bool { wanted?.contains(row) ?? true }

    static func wants(_ rows: ClosedRange<Int>) -> Bool { rows.contains { wants("\($0)") || wants("\($0)b") } }
}

Table.begin()
if Bench.wants(1...1) { StartRows.measure() }
if Bench.wants(2...5) { LoadingRows.measure() }
if Bench.wants(6...6) { IdleRows.measure() }
if Bench.wants(7...8) { KeyRows.measure() }
if Bench.wants(9...10) { PictureRows.measure() }
if Bench.wants(11...12) { MotionRows.measure() }
if Bench.wants(13...16) { LaunchRows.measure() }
if Bench.wants(17...17) { ScenarioRows.measure() }
if Bench.wants(18...18) { OutsideRows.measure() }
if Bench.wants(19...19) { PixelRows.measure() }
if Bench.wants(20...20) { QuestionRows.measure() }
if Bench.wants(21...21) { PublishRows.measure() }
if Bench.wants(22...22) { RunRows.measure() }
if Bench.wants(23...23) { GrowthRows.measure() }
_ = Session(["/bin/rm", "-rf", Bench.folder, Bench.diskFolder]).end()
