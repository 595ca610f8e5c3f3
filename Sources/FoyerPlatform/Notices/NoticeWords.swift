import Foyer
import FoyerCore
import FoyerPlatformCore

/// The words of a notice that a program is too old.
extension Phrase {
    static let versionTooOld = Phrase("This version is too old", "此版本过旧", "此版本過舊")
    static let howToUpdate = Phrase("How to update", "如何更新", "如何更新")
}

extension Language {
    /// "You have 2.9.1; 2.10 or later is needed."
    func versionNeeded(_ notice: VersionNotice) -> SafeText {
        let (own, least) = (SafeText(notice.version), SafeText(notice.minimum.text))
        return self[
            Phrase(
                "You have \(own); \(least) or later is needed.", "当前版本为 \(own)，需要 \(least) 或更高版本。",
                "目前版本為 \(own)，需要 \(least) 或更新的版本。")]
    }

    /// The notice as one line: what is wrong, why, and where a newer version is.
    package func line(_ notice: VersionNotice) -> SafeText {
        let parts = [
            self[Phrase("\(self[.versionTooOld]).", "\(self[.versionTooOld])。", "\(self[.versionTooOld])。")],
            versionNeeded(notice), SafeText(notice.minimum.reason), SafeText(notice.minimum.link),
        ]
        return parts.filter { !$0.isEmpty }.reduce("") { line, part in
            line.isEmpty ? part : line + (self == .english || part == parts.last ? " " : "") + part
        }
    }
}
