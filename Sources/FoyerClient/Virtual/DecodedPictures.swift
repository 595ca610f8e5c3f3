import FoyerCore
import Synchronization

/// Pictures that were decoded in virtual worlds. Hundreds of scenarios show the stage's few pictures: decoding each of
/// them once took a third of the scenarios' time away.
public final class DecodedPictures: Sendable {
    private struct Key: Hashable {
        let file: [UInt8]
        let width: Int?
        let height: Int?
    }

    /// More than the stage has; the tea house's page alone holds 5 MB of pixels.
    private static let limit = 48

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
