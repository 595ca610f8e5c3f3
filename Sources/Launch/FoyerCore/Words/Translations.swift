import CTranslations

/// The translations of a program's sentences, from PO files (the format of gettext). In a PO file, `%1`, `%2` and so on stand in
/// place of what is inserted, and `%%` for a percent sign.
///
/// ```po
/// msgid "%1 of %2 shops are open."
/// msgstr "共 %2 家商店，%1 家营业。"
/// ```
public final class Translations: Sendable {
    /// For each language the translations by their messages.
    private let tables: [Language: [String: String]]

    /// - Parameter files: the text of a PO file for each language. What cannot be read of it is shown in English.
    public init(_ files: [Language: String]) {
        tables = files.mapValues { POFile.messages(in: Array($0.utf8)) }
    }

    init(_ tables: [Language: [String: String]]) { self.tables = tables }

    func text(for key: String, context: String, in language: Language) -> String? {
        tables[language]?[POFile.key(key, context)]
    }

    /// Foyer's own.
    package static let foyer = Translations([
        .simplifiedChinese: POFile.messages(
            in: unsafe bytes(foyer_translations_simplified(), foyer_translations_simplified_size())),
        .traditionalChinese: POFile.messages(
            in: unsafe bytes(foyer_translations_traditional(), foyer_translations_traditional_size())),
    ])

    private static func bytes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
        unsafe Array(UnsafeBufferPointer(start: start, count: count))
    }
}

extension Translations: Hashable {
    public static func == (left: Translations, right: Translations) -> Bool {
        left === right || left.tables == right.tables
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(tables.count) }
}
