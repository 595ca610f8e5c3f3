import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// Icons of shortcuts: turns the user's picture into what desktops and home screens expect, a square PNG of known size.
package enum ShortcutPicture {
    /// The side in pixels. Home screens ask for no more, and even uncompressed it stays within `ShortcutIcon.maxBytes`.
    package static let side = 192

    /// An icon from a picture: all of it, on a transparent square of ``side`` pixels.
    package static func icon(of pixels: Pixels) -> ShortcutIcon? {
        ShortcutIcon(PNG.encode(fitted(pixels), hasAlpha: true, compress: Deflate.zlib) ?? [])
    }

    /// An icon from a picture file: PNG, JPEG, WebP or GIF.
    package static func icon(_ bytes: [UInt8]) throws(PictureError) -> ShortcutIcon {
        let pixels = try PictureDecoder.decode(bytes, targetPixels: (side, side))
        guard let icon = icon(of: pixels) else { throw .unknownFormat }
        return icon
    }

    /// An icon from a file of the user.
    /// - Throws: `.icon`.
    package static func icon(file: String) throws(ShortcutError) -> ShortcutIcon {
        guard let bytes = try? UserFile.read(file, limit: PictureLimits.standard.bytes) else {
            throw .icon(file: file, .pictureNotRead)
        }
        do { return try icon(bytes) } catch {
            throw .icon(file: file, error.cause)
        }
    }

    /// The icon of a shortcut without its own: a lit door.
    package static let standard: ShortcutIcon? = standardPixels.flatMap { icon(of: $0) }

    /// The same as a picture.
    package static let standardPixels = drawDoor()

    private static func drawDoor() -> Pixels? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(side * side * 4)
        for y in 0..<side {
            for x in 0..<side { bytes += door(Double(x) / Double(side) - 0.5, Double(y) / Double(side)) }
        }
        return Pixels(width: side, height: side, bytes: bytes)?.roundingCorners(by: 0.22)
    }

    private static let ground: [Double] = [0x14, 0x11, 0x0F]
    /// From the accent to the deep accent, like the progress bar.
    private static let light: (top: [Double], bottom: [Double]) = ([0xE8, 0xA3, 0x3D], [0xB5, 0x53, 0x2A])

    /// The colour at a place: `x` from the middle, `y` from the top, both as fractions of the side.
    private static func door(_ x: Double, _ y: Double) -> [UInt8] {
        let (arch, sill, half) = (0.42, 0.8, 0.2)
        let distance = y < arch ? (x * x + (arch - y) * (arch - y)).squareRoot() : abs(x)
        var color = ground
        if y <= sill, distance < half {
            let share = (y - (arch - half)) / (sill - arch + half)
            color = zip(light.top, light.bottom).map { top, bottom in top + (bottom - top) * share }
        }
        return color.map { UInt8($0.rounded()) } + [0xFF]
    }

    /// The picture within the square. Each pixel of a smaller one is the mean of those that it replaces; of a larger one,
    /// a mixture of the nearest.
    private static func fitted(_ pixels: Pixels) -> Pixels {
        let longer = max(pixels.width, pixels.height)
        guard longer >= side else { return fitted(enlarged(pixels)) }
        let width = max(1, pixels.width * side / longer)
        let height = max(1, pixels.height * side / longer)
        let (left, top) = ((side - width) / 2, (side - height) / 2)
        var bytes = [UInt8](repeating: 0, count: side * side * 4)
        for y in 0..<height {
            let rows = span(y, of: height, in: pixels.height)
            for x in 0..<width {
                let mean = mean(pixels, rows, span(x, of: width, in: pixels.width))
                let place = ((top + y) * side + left + x) * 4
                bytes.replaceSubrange(place..<place + 4, with: mean)
            }
        }
        return Pixels(width: side, height: side, bytes: bytes) ?? pixels
    }

    /// The picture with a longer side of ``side`` pixels.
    private static func enlarged(_ pixels: Pixels) -> Pixels {
        let longer = max(pixels.width, pixels.height)
        let (width, height) = (max(1, pixels.width * side / longer), max(1, pixels.height * side / longer))
        let columns = (0..<width).map { place($0, of: width, in: pixels.width) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * 4)
        for y in 0..<height {
            let row = place(y, of: height, in: pixels.height)
            for column in columns { bytes += mixed(pixels, column, row) }
        }
        return Pixels(width: width, height: height, bytes: bytes) ?? pixels
    }

    /// The two old pixels that a new one lies between, and the share of the second.
    private static func place(
        _ index: Int, of count: Int, in length: Int
    ) -> (first: Int, second: Int, share: Double) {
        let exact = min(max((Double(index) + 0.5) * Double(length) / Double(count) - 0.5, 0), Double(length - 1))
        let first = Int(exact)
        return (first, min(first + 1, length - 1), exact - Double(first))
    }

    /// The mixture of four pixels, each weighted by its distance and its alpha.
    private static func mixed(
        _ pixels: Pixels, _ column: (first: Int, second: Int, share: Double),
        _ row: (first: Int, second: Int, share: Double)
    ) -> [UInt8] {
        var (sums, alpha) = ([0.0, 0.0, 0.0], 0.0)
        for (y, height) in [(row.first, 1 - row.share), (row.second, row.share)] {
            for (x, width) in [(column.first, 1 - column.share), (column.second, column.share)] {
                let start = (y * pixels.width + x) * 4
                let weight = height * width * Double(pixels.bytes[start + 3])
                alpha += weight
                for channel in 0..<3 { sums[channel] += weight * Double(pixels.bytes[start + channel]) }
            }
        }
        guard alpha > 0 else { return [0, 0, 0, 0] }
        return sums.map { UInt8(clamping: Int(($0 / alpha).rounded())) } + [UInt8(clamping: Int(alpha.rounded()))]
    }

    private static func span(_ index: Int, of count: Int, in length: Int) -> Range<Int> {
        let start = index * length / count
        return start..<max(start + 1, (index + 1) * length / count)
    }

    /// Colours are weighted by their alpha: transparent pixels have none.
    private static func mean(_ pixels: Pixels, _ rows: Range<Int>, _ columns: Range<Int>) -> [UInt8] {
        var sums = [0, 0, 0]
        var alpha = 0
        for y in rows {
            for x in columns {
                let place = (y * pixels.width + x) * 4
                let weight = Int(pixels.bytes[place + 3])
                alpha += weight
                for channel in 0..<3 { sums[channel] += Int(pixels.bytes[place + channel]) * weight }
            }
        }
        guard alpha > 0 else { return [0, 0, 0, 0] }
        return sums.map { UInt8(($0 + alpha / 2) / alpha) } + [UInt8(alpha / (rows.count * columns.count))]
    }
}

extension Shortcut {
    /// Validates a user's request, the link by the host's own routes.
    ///
    /// - Parameters:
    ///   - iconFile: the path of a picture; `nil` for the standard icon.
    /// - Throws: `.refused`, `.icon`.
    package init(
        title: String, link: String, iconFile: String?, router: HostRouter
    ) throws(ShortcutError) {
        do { _ = try router.route(link) } catch { throw .refused(.link(error)) }
        let icon: ShortcutIcon
        if let iconFile {
            icon = try ShortcutPicture.icon(file: iconFile)
        } else {
            guard let standard = ShortcutPicture.standard else { throw .iconNotDrawn }
            icon = standard
        }
        do {
            self = try Shortcut(title: title, link: link, scheme: router.scheme, icon: icon)
        } catch {
            throw .refused(error)
        }
    }
}
