import FoyerCore
import FoyerPlatformCore

/// The supported formats.
public enum PictureFormat: String, CaseIterable, Sendable {
    case png = "PNG"
    case jpeg = "JPEG"
    case webP = "WebP"
    case gif = "GIF"
}

/// Why a file did not become a picture.
public enum PictureError: Error, Equatable, Sendable {
    /// The file has more bytes than the limit.
    case tooManyBytes(Int, limit: Int)
    /// The picture has more pixels than the limit, according to the file's header.
    case tooManyPixels(width: Int, height: Int, limit: Int)
    /// The file has none of the supported formats.
    case unknownFormat
    /// The file is cut short or damaged; `detail` has the decoder's own words in printable ASCII, and may be empty.
    case damaged(PictureFormat, detail: String)
    /// A variant of the format that is not supported.
    case unsupported(PictureFormat, detail: String)
    /// The shared library that decodes the format could not be loaded.
    case missingLibrary(PictureFormat, library: String)
    /// There is not enough memory for the picture.
    case outOfMemory
    /// Decoding would take more time or memory than one picture may.
    case tooCostly(PictureFormat)
    /// The file cannot be read, or is larger than 16 MiB.
    case unreadable(path: String)
}

extension PictureError: CustomStringConvertible {
    /// What happened and what helps, in every language.
    public var cause: Phrase {
        switch self {
        case .tooManyBytes(let count, let limit): .pictureTooManyBytes(count, limit: limit)
        case .tooManyPixels(let width, let height, let limit):
            .pictureTooManyPixels(width: width, height: height, limit: limit)
        case .unknownFormat: .pictureFormatUnknown
        case .damaged(let format, let detail):
            .pictureDamaged(format.rawValue, detail: Self.inBrackets(detail))
        case .unsupported(let format, let detail):
            .pictureUnsupported(format.rawValue, detail: Self.inBrackets(detail))
        case .missingLibrary(let format, let library): .pictureLibraryMissing(format.rawValue, library: library)
        case .outOfMemory: .pictureOutOfMemory
        case .tooCostly(let format): .pictureTooCostly(format.rawValue)
        case .unreadable(let path): .pictureUnreadable(path)
        }
    }

    /// For people, in English.
    public var description: String { cause.english }

    private static func inBrackets(_ detail: String) -> String {
        detail.isEmpty ? "" : " (\(detail))"
    }
}
