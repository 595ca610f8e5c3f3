/// The languages of the catalogue.
public enum Language: String, CaseIterable, Sendable {
    case english = "en"
    case simplifiedChinese = "zh-Hans"
    case traditionalChinese = "zh-Hant"
}

extension Language {
    /// The environment variables for the language.
    package struct Environment: Equatable, Sendable {
        package var lcAll: String?
        package var lcMessages: String?
        package var lang: String?

        /// The language according to the environment.
        public init(lcAll: String? = nil, lcMessages: String? = nil, lang: String? = nil) {
            self.lcAll = lcAll
            self.lcMessages = lcMessages
            self.lang = lang
        }

        /// The first that is set and not empty decides, as in POSIX.
        var locale: String {
            for value in [lcAll, lcMessages, lang] {
                if let value, !value.isEmpty { return value }
            }
            return "C"
        }
    }

    /// The command line comes first, then the settings, then the environment.
    package static func choose(option: Language?, setting: Language?, environment: Environment) -> Language {
        option ?? setting ?? Language(locale: environment.locale)
    }

    /// The language for a POSIX locale or a BCP 47 tag, in any case: `zh_TW.UTF-8`, `zh-Hant-HK`, `C`. English if the
    /// catalogue has nothing closer.
    public init(locale: String) {
        let tag = locale.lowercased().prefix { $0 != "." && $0 != "@" }
        let parts = tag.split { $0 == "_" || $0 == "-" }
        guard parts.first == "zh" else {
            self = .english
            return
        }
        if parts.contains("hans") {
            self = .simplifiedChinese
        } else if parts.contains(where: { ["hant", "tw", "hk", "mo"].contains($0) }) {
            self = .traditionalChinese
        } else {
            self = .simplifiedChinese
        }
    }
}
