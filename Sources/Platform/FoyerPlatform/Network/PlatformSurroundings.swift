import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// What the features of a platform need from outside: clock and threads, how requests are carried, and how pictures are
/// decoded and drawn.
///
/// A host has no need of it: ``live`` is what everything takes if nothing else is said.
public struct PlatformSurroundings: Sendable {
    package var system: SystemServices
    package var carriage: Carriage
    package var decode: PictureDecoding
    package var draw: PictureDrawing

    package init(
        system: SystemServices, carriage: Carriage, decode: @escaping PictureDecoding, draw: @escaping PictureDrawing
    ) {
        self.system = system
        self.carriage = carriage
        self.decode = decode
        self.draw = draw
    }

    /// The system's clock and threads, libcurl, and the picture libraries.
    public static let live = PlatformSurroundings(
        system: .live, carriage: .thread,
        decode: PictureDecoder.decode(_:limits:targetPixels:),
        draw: { PictureMapping.cells(for: $0, style: $1) })

    /// The monotonic clock that deadlines are measured on.
    public var now: Instant { system.now }
    package var work: BlockingWork { system.work }
    package var disk: Disk { system.disk }

    /// Decodes a picture's file, as `Pixels(decoding:fitting:)` does.
    public func pixels(
        decoding file: [UInt8], fitting size: (width: Int, height: Int)? = nil
    ) throws(PictureError) -> Pixels {
        try decode(file, .standard, size)
    }

    package func pixels(
        of file: [UInt8], limits: PictureLimits = .standard, targetPixels: (width: Int, height: Int)? = nil
    ) throws(PictureError) -> Pixels {
        try decode(file, limits, targetPixels)
    }

    /// Draws a picture in cells, as `CellPicture(_:style:)` does.
    public func cells(for pixels: Pixels, style: CellPicture.Style) -> CellPicture { draw(pixels, style) }
}

/// Decodes a whole file, as ``PictureDecoder`` does.
package typealias PictureDecoding =
    @Sendable (_ file: [UInt8], _ limits: PictureLimits, _ targetPixels: (width: Int, height: Int)?)
    throws(PictureError) -> Pixels

/// Draws a picture in cells, as ``PictureMapping`` does.
package typealias PictureDrawing = @Sendable (_ pixels: Pixels, _ style: CellPicture.Style) -> CellPicture

/// How the requests of a transport are carried.
package enum Carriage: Sendable {
    /// libcurl, on a thread that the transport starts with its first request.
    case thread
    /// The closure receives the inbox once, with the first request. A ``TransferQueue`` takes the orders out of it.
    case handedOver(@Sendable (TransferInbox) -> Void)
}
