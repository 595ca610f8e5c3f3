extension PictureMapping {
    /// The default corner radius: a fraction of the shorter side.
    package static let usualCornerRadius = 0.2
}

extension Pixels {
    /// The picture with transparent corners; `radius` is a fraction of the shorter side, 0…0.5.
    public func roundingCorners(by radius: Double) -> Pixels {
        let radius = radius.isFinite ? max(0, min(0.5, radius)) * Double(min(width, height)) : 0
        let reach = min(Int(radius.rounded(.up)), min(width, height) / 2)
        guard reach > 0 else { return self }
        var bytes = bytes
        for y in 0..<reach {
            for x in 0..<reach {
                // From the pixel's middle to the arc's centre, both measured from the corner.
                let (right, down) = (radius - Double(x) - 0.5, radius - Double(y) - 0.5)
                guard right > 0, down > 0 else { continue }
                let distance = (right * right + down * down).squareRoot()
                let coverage = max(0, min(1, radius - distance + 0.5))
                for row in [y, height - 1 - y] {
                    for column in [x, width - 1 - x] {
                        let place = (row * width + column) * 4 + 3
                        bytes[place] = UInt8((Double(self.bytes[place]) * coverage).rounded())
                    }
                }
            }
        }
        return Pixels(width: width, height: height, bytes: bytes) ?? self
    }
}
