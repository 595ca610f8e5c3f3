import Foyer
import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// Pictures on the user's disk.
package enum PictureFile {
    /// Reads and decodes a file.
    ///
    /// - Throws: `LaunchCode.unknown` with a sentence that names the file.
    package static func decode(_ path: String, limits: PictureLimits = .standard) throws(LaunchFailure) -> Pixels {
        guard let bytes = try? UserFile.read(path, limit: limits.bytes) else {
            throw LaunchFailure(.unknown, .pictureUnreadable(path))
        }
        do {
            return try PictureDecoder.decode(bytes, limits: limits)
        } catch {
            throw LaunchFailure(.unknown, .of(file: path, error.cause))
        }
    }
}

extension CommandLaunch.Request.Icon {
    /// A picture in any supported format.
    package static func file(_ path: String) -> Self {
        Self(path: path) { try PictureFile.decode(path) }
    }
}

extension Pixels {
    /// Decodes a picture's file: PNG, JPEG, WebP, or the first frame of a GIF.
    ///
    /// ```swift
    /// let logo = try Pixels(decoding: bytes)
    /// let picture = CellPicture(logo, style: context.theme.pictureStyle(CellSize(columns: 12, rows: 6), .aspectFit))
    /// ```
    /// It takes milliseconds, so do it in a task. At most 16 MiB and 16 megapixels are decoded.
    ///
    /// - Parameters:
    ///   - bytes: the whole file; may come from outside.
    ///   - size: a size in pixels beyond which more are not needed; the result may be smaller than the file's picture,
    ///     but no side is smaller than this. `nil` for all of it.
    public init(decoding bytes: [UInt8], fitting size: (width: Int, height: Int)? = nil) throws(PictureError) {
        self = try PictureDecoder.decode(bytes, targetPixels: size)
    }

    /// Reads and decodes a picture's file; see ``init(decoding:fitting:)``. Blocks on the disk.
    ///
    /// - Throws: `PictureError.unreadable` if there is no such file, or it is larger than 16 MiB.
    public init(contentsOf path: String, fitting size: (width: Int, height: Int)? = nil) throws(PictureError) {
        guard let bytes = try? UserFile.read(path, limit: PictureLimits.standard.bytes) else {
            throw .unreadable(path: path)
        }
        try self.init(decoding: bytes, fitting: size)
    }
}
