import Glibc

/// Counts what a program does: instructions and writes.
enum Counting {
    /// Whether this machine has counters that may be read; else valgrind counts, many times slower.
    static let hasCounters: Bool =
        Shell.find("perf") != nil
        && Shell.output("perf stat -x, -e instructions:u true 2>&1 | grep -c '^[0-9]'") == "1"

    /// Instructions that a program executes in user mode.
    static func instructions(
        _ command: [String], environment: [String: String] = [:], columns: Int = 80, rows: Int = 24,
        cell: (width: Int, height: Int)? = nil
    ) -> Double {
        let report = Bench.folder + "/count"
        unlink(report)
        let counter =
            hasCounters
            ? ["/usr/bin/env", "perf", "stat", "-x,", "-e", "instructions:u", "-o", report]
            : [
                "/usr/bin/env", "valgrind", "--trace-children=yes", "--tool=cachegrind", "--cache-sim=no",
                "--cachegrind-out-file=/dev/null",
                "--log-file=\(report)",
            ]
        let counted = hasCounters ? command : [stripped(command[0])] + command.dropFirst()
        _ = Session(counter + counted, environment: environment, columns: columns, rows: rows, cell: cell).end()
        for line in Files.text(report).split(separator: "\n") {
            let isCount = hasCounters ? line.contains("instructions") : line.contains("I   refs:")
            guard isCount else { continue }
            let number = hasCounters ? line.prefix { $0 != "," } : line[(line.lastIndex(of: ":") ?? line.startIndex)...]
            return Double(number.filter(\.isNumber)) ?? .nan
        }
        return .nan
    }

    /// A copy without debugging information: Debian's valgrind gives up on what Swift's compiler writes.
    private static func stripped(_ program: String) -> String {
        guard program.hasPrefix(Bench.products) else { return program }
        let copy = Bench.folder + program.dropFirst(Bench.products.count)
        if Files.size(copy) == 0 { Shell.run(Shell.quote(["strip", "-o", copy, program])) }
        return copy
    }

    /// How often a program writes to its terminal.
    static func terminalWrites(_ command: [String], environment: [String: String] = [:]) -> Int {
        let report = Bench.folder + "/writes"
        _ = Session(
            [
                "/usr/bin/env", "strace", "-f", "-y", "-qq", "-e", "trace=write,writev", "-e", "signal=none", "-o",
                report,
            ]
                + command, environment: environment
        ).end()
        return Files.text(report).split(separator: "\n").count { $0.contains("</dev/pts/") || $0.contains("</dev/tty") }
    }
}

/// Medians, and ratios of pairs measured one after the other, so that what else the machine does hits both.
enum Pairs {
    static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return .nan }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }

    /// Medians of both, and of their ratios.
    static func measure(
        _ count: Int, _ ours: () -> Double, _ theirs: () -> Double
    ) -> (ours: Double, theirs: Double, ratio: Double) {
        var left: [Double] = []
        var right: [Double] = []
        for index in 0..<count {
            if index % 2 == 0 {
                left.append(ours())
                right.append(theirs())
            } else {
                right.append(theirs())
                left.append(ours())
            }
        }
        return (median(left), median(right), median(zip(left, right).map { $0 / $1 }))
    }
}
