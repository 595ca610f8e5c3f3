/// A colour as the eye distinguishes it: lightness, green to red, blue to yellow.
///
/// These are Ottosson's OKLab axes, with light taken for the square of what a file stores, and with an offset under the
/// cube roots: without it, the darkest greys would be as far apart as shadow and daylight.
struct PerceivedColor {
    /// Black and white are as far apart as in a file, so that errors can be compared with those of `ColorSum`.
    private static let blackToWhite: Float = 3 * 255 * 255
    /// The weight of a difference in hue or strength, relative to lightness. A higher one would bring colours into grey
    /// pictures.
    private static let chromaWeight: Float = 4
    /// Dots of different lightness glare; dots of different hue mix.
    private static let lightnessNoise: Float = 0.02
    private static let chromaNoise: Float = 0.01 / chromaWeight
    /// The offset under the cube roots, relative to white's light.
    private static let foot: Float = 0.01

    private let lightness: Float
    private let greenToRed: Float
    private let blueToYellow: Float

    private init(lightness: Float, greenToRed: Float, blueToYellow: Float) {
        (self.lightness, self.greenToRed, self.blueToYellow) = (lightness, greenToRed, blueToYellow)
    }

    /// - Parameter color: channels of 0…255.
    init(_ color: ColorSum) {
        func light(_ value: Int) -> Float { Float(value * value) / (255 * 255) }
        let (red, green, blue) = (light(color.red), light(color.green), light(color.blue))
        let long = Self.root(0.4122 * red + 0.5363 * green + 0.0515 * blue)
        let middle = Self.root(0.2119 * red + 0.6807 * green + 0.1074 * blue)
        let short = Self.root(0.0883 * red + 0.2817 * green + 0.6300 * blue)
        let scale = Self.blackToWhite.squareRoot()
        let chromaScale = scale * Self.chromaWeight.squareRoot()
        lightness = scale * (0.2105 * long + 0.7936 * middle - 0.0041 * short)
        greenToRed = chromaScale * (1.9780 * long - 2.4286 * middle + 0.4506 * short)
        blueToYellow = chromaScale * (0.0259 * long + 0.7828 * middle - 0.8087 * short)
    }

    /// The squared distance; that of black and white is 195,075.
    func distance(to other: PerceivedColor) -> Float {
        let (light, red, yellow) = gaps(to: other)
        return light * light + red * red + yellow * yellow
    }

    /// The colour on the straight line from another to this one.
    func mixed(into ground: PerceivedColor, share: Float) -> PerceivedColor {
        let (light, red, yellow) = ground.gaps(to: self)
        return PerceivedColor(
            lightness: ground.lightness + light * share, greenToRed: ground.greenToRed + red * share,
            blueToYellow: ground.blueToYellow + yellow * share)
    }

    /// How much dots on a ground of this colour glare if they cover half of it, as a squared distance.
    func noise(of dots: PerceivedColor) -> Float {
        let (light, red, yellow) = gaps(to: dots)
        return light * light * Self.lightnessNoise + (red * red + yellow * yellow) * Self.chromaNoise
    }

    private func gaps(to other: PerceivedColor) -> (light: Float, red: Float, yellow: Float) {
        (other.lightness - lightness, other.greenToRed - greenToRed, other.blueToYellow - blueToYellow)
    }

    /// The cube root above the offset: 0 at 0, 1 at 1.
    private static func root(_ light: Float) -> Float {
        let start = cubeRoot(foot)
        return (cubeRoot(light + foot) - start) / (cubeRoot(1 + foot) - start)
    }

    /// For values of 0.01…1.01: begins with a third of the exponent, then takes Newton's steps.
    private static func cubeRoot(_ value: Float) -> Float {
        var root = Float(bitPattern: value.bitPattern / 3 + 0x2A51_19F2)
        for _ in 0..<2 { root = (2 * root + value / (root * root)) / 3 }
        return root
    }
}
