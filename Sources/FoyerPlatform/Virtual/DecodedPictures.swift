import FoyerCore
import Synchronization

/// Pictures that were decoded in virtual worlds. Hundreds of scenarios show the stage's few pictures: decoding each of
/// them once took a third of the scenarios' time away.
public final class DecodedPictures: Sendable {
    private struct Key: Hashable {
        let file: [UInt8]
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

    public init() {}

    func pixels(
        of file: [UInt8], targetPixels: (width: Int, height: Int)?, decode: () throws(PictureError) -> Pixels
    ) throws(PictureError) -> Pixels {
        let key = Key(file: file, width: targetPixels?.width, height: targetPixels?.height)
        if let known = pictures.withLock({ $0[key] }) { return known }
        let pixels = try decode()
        pictures.withLock { pictures in
            if pictures.count >= Self.limit { pictures = [:] }
            pictures[key] = pixels
        }
        return pixels
    }
}
