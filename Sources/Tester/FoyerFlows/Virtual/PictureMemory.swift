import Foyer
import FoyerCore
import FoyerPlatform
import Glibc
import Synchronization

/// Pictures that were decoded and drawn in virtual worlds. Hundreds of scenarios show the stage's few pictures: doing
/// each of them once saves half of the scenarios' time.
final class PictureMemory: Sendable {
    private struct File: Hashable {
        let bytes: [UInt8]
        let limits: PictureLimits
        let width: Int?
        let height: Int?

        /// Only the length of the file: hashing all of it takes half as long as decoding it.
        func hash(into hasher: inout Hasher) {
            hasher.combine(bytes.count)
            hasher.combine(width)
            hasher.combine(height)
        }
    }

    private struct Drawing: Hashable {
        let pixels: Pixels
        let style: CellPicture.Style

        static func == (left: Drawing, right: Drawing) -> Bool {
            guard left.style == right.style, left.pixels.width == right.pixels.width else { return false }
            let (ours, theirs) = (left.pixels.bytes, right.pixels.bytes)
            return ours.withUnsafeBytes { ours in
                theirs.withUnsafeBytes { theirs in
                    guard ours.count == theirs.count, let one = ours.baseAddress, let other = theirs.baseAddress else {
                        return ours.count == theirs.count
                    }
                    // An array's own comparison goes byte by byte.
                    return one == other || memcmp(one, other, ours.count) == 0
                }
            }
        }

        /// Only the size of the pixels, for the same reason.
        func hash(into hasher: inout Hasher) {
            hasher.combine(pixels.width)
            hasher.combine(pixels.height)
            hasher.combine(style)
        }
    }

    /// More than the shipped scenarios show; a picture holds 1 MB of pixels, the largest 5 MB.
    private static let limit = 128

    /// That of all runs in this process: a watched run plays the same flows again and again.
    static let shared = PictureMemory()

    private let decoded = Mutex<[File: Pixels]>([:])
    private let drawn = Mutex<[Drawing: CellPicture]>([:])

    func pixels(
        of file: [UInt8], limits: PictureLimits, targetPixels: (width: Int, height: Int)?
    ) throws(PictureError) -> Pixels {
        let key = File(bytes: file, limits: limits, width: targetPixels?.width, height: targetPixels?.height)
        if let known = decoded.withLock({ $0[key] }) { return known }
        let pixels = try PictureDecoder.decode(file, limits: limits, targetPixels: targetPixels)
        return decoded.withLock { pictures in
            // Another world may have been quicker. Pixels that share their bytes are compared at once.
            if let known = pictures[key] { return known }
            if pictures.count >= Self.limit { pictures = [:] }
            pictures[key] = pixels
            return pixels
        }
    }

    func cells(for pixels: Pixels, style: CellPicture.Style) -> CellPicture {
        let key = Drawing(pixels: pixels, style: style)
        if let known = drawn.withLock({ $0[key] }) { return known }
        let picture = PictureMapping.cells(for: pixels, style: style)
        drawn.withLock { pictures in
            if pictures.count >= Self.limit { pictures = [:] }
            pictures[key] = picture
        }
        return picture
    }
}
