import Foyer
import FoyerPlatform
import Synchronization

/// Pictures that were decoded in virtual worlds. Hundreds of scenarios show the stage's few pictures: decoding each of
/// them once took a third of the scenarios' time away.
final class DecodedPictures: Sendable {
    private struct Key: Hashable {
        let file: [UInt8]
        let limits: PictureLimits
        let width: Int?
        let height: Int?

        /// Of the file its length alone: hashing a file takes half as long as decoding it.
        func hash(into hasher: inout Hasher) {
            hasher.combine(file.count)
            hasher.combine(width)
            hasher.combine(height)
        }
    }

    /// More than the shipped scenarios show; a picture holds 1 MB of pixels, the largest 5 MB.
    private static let limit = 128

    private let pictures = Mutex<[Key: Pixels]>([:])

    func pixels(
        of file: [UInt8], limits: PictureLimits, targetPixels: (width: Int, height: Int)?
    ) throws(PictureError) -> Pixels {
        let key = Key(file: file, limits: limits, width: targetPixels?.width, height: targetPixels?.height)
        if let known = pictures.withLock({ $0[key] }) { return known }
        let pixels = try PictureDecoder.decode(file, limits: limits, targetPixels: targetPixels)
        pictures.withLock { pictures in
            if pictures.count >= Self.limit { pictures = [:] }
            pictures[key] = pixels
        }
        return pixels
    }
}
