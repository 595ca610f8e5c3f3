/// A sum of subpixels, or one colour, channel by channel.
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

    var color: Color {
        .rgb(UInt8(truncatingIfNeeded: red), UInt8(truncatingIfNeeded: green), UInt8(truncatingIfNeeded: blue))
    }

    @inline(__always)
    static func - (left: ColorSum, right: ColorSum) -> ColorSum {
        ColorSum(left.red &- right.red, left.green &- right.green, left.blue &- right.blue)
    }

    @inline(__always)
    var square: Int { red &* red &+ green &* green &+ blue &* blue }
}
