import FoyerCore

/// Why a link was refused.
extension Language {
    /// The refused link and the reason. At most 60 columns of the link are quoted.
    package func linkNotUnderstood(_ link: String, _ refusal: DeepLinkRefusal) -> SafeText {
        let shown = SafeText(link, columns: 60, ellipsis: .ellipsis)
        let why = reason(refusal)
        return self[
            Phrase(
                "The link \(shown) was not understood: \(why)", "无法识别链接 \(shown)：\(why)", "無法辨識連結 \(shown)：\(why)")]
    }

    func reason(_ refusal: DeepLinkRefusal) -> SafeText {
        switch refusal {
        case .scheme(let scheme):
            let name = short(scheme)
            return self[Phrase("\(name) is another program's", "\(name) 属于其他程序", "\(name) 屬於其他程式")]
        case .host(let host):
            let name = short(host)
            return self[
                Phrase(
                    "this program has no pages under \(name)", "此程序在 \(name) 下没有页面", "此程式在 \(name) 下沒有頁面")]
        case .path(let path):
            let name = short(path)
            return self[Phrase("there is no page \(name)", "没有页面 \(name)", "沒有頁面 \(name)")]
        case .page(let page):
            let name = short(page)
            return self[Phrase("there is no page \(name)", "没有页面 \(name)", "沒有頁面 \(name)")]
        case .appID(let app):
            let name = short(app)
            return self[Phrase("\(name) is not an app id", "\(name) 不是有效的小程序标识", "\(name) 不是有效的小程式識別碼")]
        case .version(let version):
            let name = short(version)
            return self[Phrase("\(name) is not a version", "\(name) 不是有效的版本", "\(name) 不是有效的版本")]
        case .tooLong: return self[Phrase("it is too long", "链接过长", "連結過長")]
        case .empty: return self[Phrase("it is empty", "链接为空", "連結為空")]
        case .noScheme, .noHost, .userInfo, .port, .character, .escape, .notUTF8, .unsafeText, .segment,
            .queryName:
            return self[Phrase("it is not a well-formed link", "格式不正确", "格式不正確")]
        }
    }

    private func short(_ text: String) -> SafeText { SafeText(text, columns: 40, ellipsis: .ellipsis) }
}
