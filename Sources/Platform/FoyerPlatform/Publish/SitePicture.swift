import FoyerPlatformCore

/// Judges a picture of a site's sources by the limits and the decoder of those who show it.
enum SitePicture {
    enum Verdict {
        case shown
        /// It cannot be decoded on this machine, which says nothing about the hosts'.
        case unknown(PictureError)
        case refused(PictureError)
    }

    static func verdict(on bytes: [UInt8]) -> Verdict {
        do {
            // As much of it as a large terminal shows.
            _ = try PictureDecoder.decode(bytes, targetPixels: PageReader.pictureTarget)
            return .shown
        } catch {
            switch error {
            case .missingLibrary, .outOfMemory: return .unknown(error)
            default: return .refused(error)
            }
        }
    }

    /// The ending of its published name; `nil` for an unknown format.
    static func ending(of bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "png" }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "jpg" }
        if bytes.starts(with: "GIF8".utf8) { return "gif" }
        if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) { return "webp" }
        return nil
    }
}
