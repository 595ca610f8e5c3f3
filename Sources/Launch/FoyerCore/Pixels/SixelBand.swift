/// Encodes six rows of a picture.
///
/// A band is painted in several strokes from left to right. A stroke holds as many stretches of colours as fit beside one
/// another, so that little of it is empty.
struct SixelBand {
    /// A run of columns with one colour, apart from small gaps.
    private struct Stretch {
        let color: Int
        let start: Int
        var end: Int
    }

    /// This many empty columns divide a stretch in two: skipping them costs as much as naming the colour again.
    private static let gap = 8

    private let width: Int
    /// For each colour and column, a mask of six pixels; valid only inside a stretch.
    private var masks: [UInt8]
    /// The index of each colour's last stretch, which may still grow; -1 for none.
    private var open: [Int]
    /// In the order of their first columns.
    private var stretches: [Stretch] = []

    init(width: Int, colors: Int) {
        self.width = width
        masks = Array(repeating: 0, count: width * colors)
        open = Array(repeating: -1, count: colors)
    }

    /// - Parameter indices: at most six rows.
    mutating func write(_ indices: Span<UInt8>, to output: inout [UInt8]) {
        collect(indices)
        var left = stretches
        var isFirst = true
        while !left.isEmpty {
            if !isFirst { output.append(UInt8(ascii: "$")) }
            isFirst = false
            left = stroke(left, to: &output)
        }
    }

    private mutating func collect(_ indices: Span<UInt8>) {
        stretches.removeAll(keepingCapacity: true)
        for color in open.indices { open[color] = -1 }
        for column in 0..<width {
            var bit: UInt8 = 1
            for place in stride(from: column, to: indices.count, by: width) {
                let color = Int(indices[place])
                let mask = color &* width &+ column
                let end = open[color] < 0 ? -Self.gap : stretches[open[color]].end
                if end == column &+ 1 {
                    masks[mask] |= bit
                } else if column &- end < Self.gap {
                    for gap in end..<column { masks[color &* width &+ gap] = 0 }
                    masks[mask] = bit
                    stretches[open[color]].end = column &+ 1
                } else {
                    masks[mask] = bit
                    open[color] = stretches.count
                    stretches.append(Stretch(color: color, start: column, end: column &+ 1))
                }
                bit &<<= 1
            }
        }
    }

    /// Paints the stretches that fit side by side, and returns the others.
    private func stroke(_ stretches: [Stretch], to output: inout [UInt8]) -> [Stretch] {
        var rest: [Stretch] = []
        var column = 0
        var color = -1
        for stretch in stretches {
            guard stretch.start >= column else {
                rest.append(stretch)
                continue
            }
            if stretch.color != color {
                color = stretch.color
                output.append(UInt8(ascii: "#"))
                Self.number(color, to: &output)
            }
            Self.run(of: 0, count: stretch.start - column, to: &output)
            let first = color * width
            var start = stretch.start
            while start < stretch.end {
                var end = start + 1
                while end < stretch.end, masks[first + end] == masks[first + start] { end += 1 }
                Self.run(of: masks[first + start], count: end - start, to: &output)
                start = end
            }
            column = stretch.end
        }
        return rest
    }

    private static func run(of mask: UInt8, count: Int, to output: inout [UInt8]) {
        let sign = mask + 63
        if count > 3 {
            output.append(UInt8(ascii: "!"))
            number(count, to: &output)
            output.append(sign)
        } else {
            for _ in 0..<count { output.append(sign) }
        }
    }

    private static func number(_ value: Int, to output: inout [UInt8]) {
        if value >= 10 { number(value / 10, to: &output) }
        output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10))
    }
}
