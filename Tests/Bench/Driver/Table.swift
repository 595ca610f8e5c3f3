import Glibc

/// One line of the result.
struct Row {
    var number: String
    var work: String
    /// What was measured of Foyer, and of what it is compared with.
    var figure: String
    var ratio = ""
    var mark: String
    /// Nil where it could not be measured.
    var isMet: Bool?
    var note = ""
}

/// The rows as they come, printed as Markdown.
enum Table {
    static func begin(_ title: String) {
        print("\n**\(title)**\n")
        print("| # | work | figure | ratio | mark | met | beside |\n| --- | --- | --- | --- | --- | --- | --- |")
        // The rows come from other processes.
        fflush(nil)
    }

    static func add(_ row: Row) {
        let met = row.isMet.map { $0 ? "yes" : "**no**" } ?? "–"
        print(
            "| \(row.number) | \(row.work) | \(row.figure) | \(row.ratio) | \(row.mark) | \(met) | \(row.note) |")
        fflush(nil)
    }
}

/// Numbers as people read them.
enum Say {
    static func ratio(_ value: Double) -> String { number(value) + "×" }

    /// Three digits that matter.
    static func number(_ value: Double) -> String {
        guard value.isFinite else { return "?" }
        if value != 0, abs(value) < 0.1 { return fixed(value, 3) }
        if abs(value) < 10 { return fixed(value, 2) }
        if abs(value) < 100 { return fixed(value, 1) }
        var digits = String(Int(abs(value).rounded()))
        var grouped = ""
        while digits.count > 3 {
            grouped = "," + digits.suffix(3) + grouped
            digits.removeLast(3)
        }
        return (value < 0 ? "−" : "") + digits + grouped
    }

    private static func fixed(_ value: Double, _ places: Int) -> String {
        let scale = pow(10, Double(places))
        let whole = Int((abs(value) * scale).rounded())
        let fraction = String(whole % Int(scale))
        let zeros = String(repeating: "0", count: places - fraction.count)
        return (value < 0 ? "−" : "") + "\(whole / Int(scale)).\(zeros)\(fraction)"
    }

    static func milliseconds(_ seconds: Double) -> String { number(seconds * 1000) + " ms" }
    static func millions(_ count: Double) -> String { number(count / 1e6) + " M" }
    static func megabytes(_ bytes: Int) -> String { number(Double(bytes) / 1e6) + " MB" }
    static func seconds(_ value: Double) -> String { number(value) + " s" }
}
