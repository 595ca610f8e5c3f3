/// A sum of subpixels, or one colour, channel by channel.
struct ColorSum: Equatable {
    var red: Int
    var green: Int
    var blue: Int

    init(_ red: Int, _ green: Int, _ blue: Int) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    init(_ lanes: ColorLanes) {
        (red, green, blue) = (lanes.redLane, lanes.greenLane, lanes.blueLane)
    }

    var color: CellColor {
        .rgb(UInt8(truncatingIfNeeded: red), UInt8(truncatingIfNeeded: green), UInt8(truncatingIfNeeded: blue))
    }

    static func - (left: ColorSum, right: ColorSum) -> ColorSum {
        ColorSum(left.red &- right.red, left.green &- right.green, left.blue &- right.blue)
    }

    var square: Int { red &* red &+ green &* green &+ blue &* blue }
}
