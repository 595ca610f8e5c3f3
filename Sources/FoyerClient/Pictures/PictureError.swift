/// The formats that are decoded.
public enum PictureFormat: String, CaseIterable, Sendable {
    case png = "PNG"
    case jpeg = "JPEG"
    case webP = "WebP"
    case gif = "GIF"
}

/// Why a file did not become a picture.
public enum PictureError: Error, Equatable, Sendable {
    /// More bytes of file than the limit.
    case tooManyBytes(Int, limit: Int)
    /// More pixels than the limit, by the file's own header.
    case tooManyPixels(width: Int, height: Int, limit: Int)
    /// None of the formats.
    case unknownFormat
    /// Cut short, or wrong inside; `detail` is the decoder's word for it, printable ASCII, may be empty.
    case damaged(PictureFormat, detail: String)
    /// A variant of the format that is not decoded.
    case unsupported(PictureFormat, detail: String)
    /// The shared library that decodes the format could not be loaded.
    case missingLibrary(PictureFormat, library: String)
    case outOfMemory
}

extension PictureError: CustomStringConvertible {
    /// One sentence or two: what happened, and what helps.
    public var description: String {
        switch self {
        case .tooManyBytes(let count, let limit):
            "The picture's file has \(count) bytes; \(limit) are allowed. Save it smaller."
        case .tooManyPixels(let width, let height, let limit):
            "The picture has \(width) × \(height) pixels; \(limit) in all are allowed. Save it smaller."
        case .unknownFormat:
            "The file is no picture of a known format. Save it as PNG, JPEG, WebP or GIF."
        case .damaged(let format, let detail):
            "The \(format.rawValue) picture is damaged\(Self.inBrackets(detail)). Fetch or save it again."
        case .unsupported(let format, let detail):
            "The \(format.rawValue) picture uses what cannot be decoded\(Self.inBrackets(detail)). Save it as PNG."
        case .missingLibrary(let format, let library):
            "\(format.rawValue) pictures need \(library), which could not be loaded. Install it."
        case .outOfMemory:
            "There is not enough memory to decode the picture."
        }
    }

    private static func inBrackets(_ detail: String) -> String {
        detail.isEmpty ? "" : " (\(detail))"
    }
}
