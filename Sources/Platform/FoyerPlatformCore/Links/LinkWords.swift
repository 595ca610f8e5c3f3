import FoyerCore

/// Why a link was refused.
extension Language {
    /// The refused link and the reason. At most 60 columns of the link are quoted.
    package func linkNotUnderstood(_ link: String, _ refusal: DeepLinkRefusal) -> SafeText {
        let shown = SafeText(link, columns: 60, ellipsis: .ellipsis)
        let why = Phrase.reason(refusal)
        return self[
            Phrase("The link \(shown) was not understood: \(why)")]
    }
}

extension Phrase {
    static func reason(_ refusal: DeepLinkRefusal) -> Phrase {
        func short(_ text: String) -> SafeText { SafeText(text, columns: 40, ellipsis: .ellipsis) }
        return switch refusal {
        case .scheme(let scheme): Phrase("\(short(scheme)) is another program's")
        case .host(let host): Phrase("this program has no pages under \(short(host))")
        case .path(let path), .page(let path): Phrase("there is no page \(short(path))")
        case .appID(let app): Phrase("\(short(app)) is not an app id")
        case .version(let version): Phrase("\(short(version)) is not a version")
        case .tooLong: Phrase("it is too long")
        case .empty: Phrase("it is empty")
        case .noScheme, .noHost, .userInfo, .port, .character, .escape, .notUTF8, .unsafeText, .segment, .queryName:
            Phrase("it is not a well-formed link")
        }
    }
}
