import FoyerCore
import FoyerPlatformCore

/// Why a file did not become a picture.
extension Phrase {
    package static func pictureUnreadable(_ path: String, _ why: Phrase) -> Phrase {
        Phrase(
            "The picture \(path) cannot be read: \(why).", "图片 \(path) 无法读取：\(why.simplified)。",
            "圖片 \(path) 無法讀取：\(why.traditional)。")
    }

    package static let pictureNotRead = Phrase(
        "it cannot be read, or is larger than 16 MiB.", "无法读取，或超过 16 MiB。", "無法讀取，或超過 16 MiB。")

    package static func pictureUnreadable(_ path: String) -> Phrase {
        Phrase(
            "The picture \(path) cannot be read, or is larger than 16 MiB.", "图片 \(path) 无法读取，或超过 16 MiB。",
            "圖片 \(path) 無法讀取，或超過 16 MiB。")
    }

    package static func pictureTooManyBytes(_ count: Int, limit: Int) -> Phrase {
        Phrase(
            "The picture's file has \(count) bytes; \(limit) are allowed. Save it smaller.",
            "图片文件有 \(count) 字节，上限为 \(limit) 字节。请另存为更小的图片。",
            "圖片檔案有 \(count) 位元組，上限為 \(limit) 位元組。請另存為更小的圖片。")
    }

    package static func pictureTooManyPixels(width: Int, height: Int, limit: Int) -> Phrase {
        Phrase(
            "The picture has \(width) × \(height) pixels; \(limit) in all are allowed. Save it smaller.",
            "图片有 \(width) × \(height) 像素，总数上限为 \(limit)。请另存为更小的图片。",
            "圖片有 \(width) × \(height) 像素，總數上限為 \(limit)。請另存為更小的圖片。")
    }

    package static let pictureFormatUnknown = Phrase(
        "The file is not a picture in a known format. Save it as PNG, JPEG, WebP or GIF.",
        "文件不是已知格式的图片。请另存为 PNG、JPEG、WebP 或 GIF。", "檔案不是已知格式的圖片。請另存為 PNG、JPEG、WebP 或 GIF。")

    /// - Parameter detail: the decoder's own words in brackets; may be empty.
    package static func pictureDamaged(_ format: String, detail: String) -> Phrase {
        Phrase(
            "The \(format) picture is damaged\(detail). Fetch or save it again.",
            "\(format) 图片已损坏\(detail)。请重新获取或保存。", "\(format) 圖片已損壞\(detail)。請重新取得或儲存。")
    }

    package static func pictureUnsupported(_ format: String, detail: String) -> Phrase {
        Phrase(
            "The \(format) picture uses a feature that is not supported\(detail). Save it as PNG.",
            "\(format) 图片使用了无法解码的特性\(detail)。请另存为 PNG。", "\(format) 圖片使用了無法解碼的特性\(detail)。請另存為 PNG。")
    }

    package static func pictureLibraryMissing(_ format: String, library: String) -> Phrase {
        Phrase(
            "\(format) pictures need \(library), which could not be loaded. Install it.",
            "\(format) 图片需要 \(library)，但无法加载。请安装它。", "\(format) 圖片需要 \(library)，但無法載入。請安裝它。")
    }

    package static func pictureTooCostly(_ format: String) -> Phrase {
        Phrase(
            "Decoding the \(format) picture takes more than two seconds or 128 MB. Save it smaller, or as a plain JPEG.",
            "解码此 \(format) 图片需要超过两秒或 128 MB。请另存为更小的图片，或普通 JPEG。",
            "解碼此 \(format) 圖片需要超過兩秒或 128 MB。請另存為更小的圖片，或一般 JPEG。")
    }

    package static let pictureOutOfMemory = Phrase(
        "There is not enough memory to decode the picture.", "内存不足，无法解码图片。", "記憶體不足，無法解碼圖片。")
}
