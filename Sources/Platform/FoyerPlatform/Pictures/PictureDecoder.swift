import CPictures
import FoyerCore
import FoyerPlatformCore
import FoyerSystem
import Synchronization

package struct PictureLimits: Hashable, Sendable {
    /// The size of the file in bytes.
    package var bytes: Int
    /// Width times height, checked in the header before memory is allocated.
    package var pixels: Int

    package init(bytes: Int, pixels: Int) {
        self.bytes = bytes
        self.pixels = pixels
    }

    /// 16 MiB, 16 megapixels.
    package static let standard = PictureLimits(bytes: 16 << 20, pixels: 16_000_000)
}

/// Decodes PNG, JPEG, WebP and GIF (its first frame).
///
/// May be called on any thread. Each library is loaded with the first picture of its format. A picture may take two
/// seconds of processor time and 128 MB, whatever its file promises; one that needs more is refused.
package enum PictureDecoder {
    /// Decodes one picture at a time in the whole process: what several take together has a limit as well.
    private static let turn = Mutex(())
    /// Done once, with the first picture.
    private static let returnsMemory: Void = Heap.returnLargeBlocks()

    /// Decodes a whole file.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - limits: what to refuse.
    ///   - targetPixels: a size beyond which more pixels gain nothing; the picture may come out smaller than stored,
    ///     but no side smaller than this. `PictureMapping.usefulPixels` computes it.
    package static func decode(
        _ bytes: [UInt8], limits: PictureLimits = .standard, targetPixels: (width: Int, height: Int)? = nil
    ) throws(PictureError) -> Pixels {
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(PictureError) in try decode(bytes, limits: limits, targetPixels: targetPixels) }
        }
        return try result.get()
    }

    /// Decodes a whole file in the caller's memory; see the other `decode`.
    package static func decode(
        _ bytes: UnsafeRawBufferPointer, limits: PictureLimits = .standard,
        targetPixels: (width: Int, height: Int)? = nil
    ) throws(PictureError) -> Pixels {
        guard bytes.count <= limits.bytes else { throw .tooManyBytes(bytes.count, limit: limits.bytes) }
        var info = try probe(bytes)
        let (width, height) = (Int(info.width), Int(info.height))
        // Both are 32-bit, so their product fits.
        guard width * height <= limits.pixels else {
            throw .tooManyPixels(width: width, height: height, limit: limits.pixels)
        }
        foyer_picture_plan(
            &info, UInt32(clamping: max(1, targetPixels?.width ?? .max)),
            UInt32(clamping: max(1, targetPixels?.height ?? .max)))
        _ = returnsMemory
        return try turn.withLock { _ throws(PictureError) in try pixels(bytes, info) }
    }

    private static func probe(_ bytes: UnsafeRawBufferPointer) throws(PictureError) -> foyer_picture_info {
        var info = foyer_picture_info()
        guard let start = bytes.baseAddress else { throw .unknownFormat }
        let status = foyer_picture_probe(start.assumingMemoryBound(to: UInt8.self), bytes.count, &info)
        guard status == FOYER_PICTURE_OK else { throw try error(status, info, "header") }
        return info
    }

    private static func pixels(
        _ bytes: UnsafeRawBufferPointer, _ info: foyer_picture_info
    ) throws(PictureError) -> Pixels {
        guard let start = bytes.baseAddress else { throw .unknownFormat }
        let (width, height) = (Int(info.width), Int(info.height))
        var status = FOYER_PICTURE_OK
        var detail = ""
        let decoded = [UInt8](unsafeUninitializedCapacity: width * height * 4) { pixels, count in
            guard let first = pixels.baseAddress else { return }
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(FOYER_PICTURE_MESSAGE_SIZE)) { message in
                guard let text = message.baseAddress else { return }
                withUnsafePointer(to: info) { info in
                    status = foyer_picture_decode(
                        start.assumingMemoryBound(to: UInt8.self), bytes.count, info, first, text)
                }
                detail = printable(text)
            }
            count = status == FOYER_PICTURE_OK ? width * height * 4 : 0
        }
        guard status == FOYER_PICTURE_OK, let pixels = Pixels(width: width, height: height, bytes: decoded) else {
            throw try error(status, info, detail)
        }
        return pixels
    }

    private static func format(_ info: foyer_picture_info) throws(PictureError) -> PictureFormat {
        switch info.format {
        case FOYER_PICTURE_PNG: .png
        case FOYER_PICTURE_JPEG: .jpeg
        case FOYER_PICTURE_WEBP: .webP
        case FOYER_PICTURE_GIF: .gif
        default: throw .unknownFormat
        }
    }

    private static func error(
        _ status: foyer_picture_status, _ info: foyer_picture_info, _ detail: String
    ) throws(PictureError) -> PictureError {
        let format = try format(info)
        return switch status {
        case FOYER_PICTURE_NO_MEMORY: .outOfMemory
        case FOYER_PICTURE_TOO_COSTLY: .tooCostly(format)
        case FOYER_PICTURE_NO_LIBRARY:
            .missingLibrary(format, library: String(cString: foyer_picture_library(info.format)))
        case FOYER_PICTURE_UNSUPPORTED: .unsupported(format, detail: detail)
        default: .damaged(format, detail: detail)
        }
    }

    /// The libraries quote the file in their messages.
    private static func printable(_ text: UnsafePointer<CChar>) -> String {
        String(
            String.UnicodeScalarView(String(cString: text).unicodeScalars.filter { (0x20..<0x7F).contains($0.value) }))
    }
}
