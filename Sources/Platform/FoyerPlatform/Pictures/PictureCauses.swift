import FoyerCore
import FoyerPlatformCore

/// Why a file did not become a picture.
extension Phrase {
    package static func pictureUnreadable(_ path: String, _ why: Phrase) -> Phrase {
        Phrase("The picture \(path) cannot be read: \(why).")
    }

    package static let pictureNotRead = Phrase("it cannot be read, or is larger than 16 MiB.")

    package static func pictureUnreadable(_ path: String) -> Phrase {
        Phrase("The picture \(path) cannot be read, or is larger than 16 MiB.")
    }

    package static func pictureTooManyBytes(_ count: Int, limit: Int) -> Phrase {
        Phrase("The picture's file has \(count) bytes; \(limit) are allowed. Save it smaller.")
    }

    package static func pictureTooManyPixels(width: Int, height: Int, limit: Int) -> Phrase {
        Phrase("The picture has \(width) × \(height) pixels; \(limit) in all are allowed. Save it smaller.")
    }

    package static let pictureFormatUnknown = Phrase(
        "The file is not a picture in a known format. Save it as PNG, JPEG, WebP or GIF.")

    /// - Parameter detail: the decoder's own words in brackets; may be empty.
    package static func pictureDamaged(_ format: String, detail: String) -> Phrase {
        Phrase("The \(format) picture is damaged\(detail). Fetch or save it again.")
    }

    package static func pictureUnsupported(_ format: String, detail: String) -> Phrase {
        Phrase("The \(format) picture uses a feature that is not supported\(detail). Save it as PNG.")
    }

    package static func pictureLibraryMissing(_ format: String, library: String) -> Phrase {
        Phrase("\(format) pictures need \(library), which could not be loaded. Install it.")
    }

    package static func pictureTooCostly(_ format: String) -> Phrase {
        Phrase(
            "Decoding the \(format) picture takes more than two seconds or 128 MB. Save it smaller, or as a plain JPEG."
        )
    }

    package static let pictureOutOfMemory = Phrase("There is not enough memory to decode the picture.")
}
