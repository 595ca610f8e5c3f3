import Foyer
import FoyerCore
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
        do throws(PictureError) {
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
