/// A sum of subpixels, or one colour, channel by channel; may be negative while errors are carried.
struct ColorSum: Equatable {
    var red: Int
    var green: Int
    var blue: Int

    @inline(__always)
    init(_ red: Int, _ green: Int, _ blue: Int) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    @inline(__always)
    init(_ lanes: ColorLanes) {
        (red, green, blue) = (lanes.redLane, lanes.greenLane, lanes.blueLane)
    }

    @inline(__always)
    init(_ lanes: ColorLanes, shiftedBy shift: ColorSum, area: Int) {
        red = lanes.redLane &+ shift.red &* area / BlockPartitions.area
        green = lanes.greenLane &+ shift.green &* area / BlockPartitions.area
        blue = lanes.blueLane &+ shift.blue &* area / BlockPartitions.area
    }

    var color: Color {
        .rgb(UInt8(truncatingIfNeeded: red), UInt8(truncatingIfNeeded: green), UInt8(truncatingIfNeeded: blue))
    }

    @inline(__always)
    func times(_ factor: Int) -> ColorSum { ColorSum(red &* factor, green &* factor, blue &* factor) }

    @inline(__always)
    static func + (left: ColorSum, right: ColorSum) -> ColorSum {
        ColorSum(left.red &+ right.red, left.green &+ right.green, left.blue &+ right.blue)
    }

    @inline(__always)
    static func - (left: ColorSum, right: ColorSum) -> ColorSum {
        ColorSum(left.red &- right.red, left.green &- right.green, left.blue &- right.blue)
    }

    /// The squared error of showing `area` subpixels of that sum in this colour, less the part (the sum of their
    /// squares) that no choice changes.
    @inline(__always)
    func error(of sum: ColorSum, area: Int) -> Int {
        let product = red &* sum.red &+ green &* sum.green &+ blue &* sum.blue
        return square &* area &- 2 &* product
    }

    @inline(__always)
    var square: Int { red &* red &+ green &* green &+ blue &* blue }
}
