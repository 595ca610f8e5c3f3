/// One line of the table: what something costs at three sizes, and what it may cost.
struct Growth {
    enum Mark {
        /// The largest costs what the smallest does.
        case constant
        /// Ten times as much costs no more than ten times as much.
        case linear
        /// From the middle size on it costs no more.
        case bounded

        var text: String {
            switch self {
            case .constant: "constant"
            case .linear: "linear"
            case .bounded: "bounded"
            }
        }
    }

    /// Machines are noisy, and a hundredth is not growth.
    private static let tolerance = 1.25

    var what: String
    var sizes: [Int]
    var mark: Mark
    var costs: [Double]
    /// Formats a cost.
    var say: (Double) -> String = Say.milliseconds

    private var isMet: Bool? {
        guard costs.count == 3, costs.allSatisfy(\.isFinite) else { return nil }
        switch mark {
        case .constant: return costs[2] <= costs[0] * Self.tolerance
        case .bounded: return costs[2] <= costs[1] * Self.tolerance
        case .linear:
            // What each one more costs, between the first two sizes and between the last two.
            let first = (costs[1] - costs[0]) / Double(sizes[1] - sizes[0])
            let second = (costs[2] - costs[1]) / Double(sizes[2] - sizes[1])
            // If most of the cost is constant, the first step is noise.
            let start = max(first, costs[1] / Double(sizes[1]))
            return second <= start * Self.tolerance
        }
    }

    func add(note: String = "") {
        let numbers = sizes.map { Say.number(Double($0)) }.joined(separator: " / ")
        let ratio = costs.count == 3 ? Say.ratio(costs[2] / costs[0]) : ""
        Table.add(
            Row(
                number: "23", work: "\(what), \(numbers)", figure: costs.map(say).joined(separator: " / "),
                ratio: ratio, mark: mark.text, isMet: isMet, note: note))
    }

    /// The median of five.
    static func median(_ measure: () -> Double) -> Double { Pairs.median((0..<5).map { _ in measure() }) }
}
