import Foyer
import FoyerCore
import FoyerTUI

// The banner in lines.
extension TouchBanner {
    /// The numbers of its answers begin here; a screen's own are below.
    private static let firstAnswer = 1_000_000
    private static let (next, previous, open) = (firstAnswer - 1, firstAnswer - 2, firstAnswer - 3)

    /// What the banner says in lines: how many pictures it has, and which is current. It does not turn by itself.
    ///
    /// Its answers are a picture's number, next, previous, and open; pass their `ScreenEvent.chosen` to `handle`, as every
    /// event. A screen's own answers should have numbers below 999,000.
    public func spoken(_ language: Language) -> Spoken {
        guard let items = data?.items, let page, items.indices.contains(page) else {
            var spoken = Spoken(language[.bannerMissing])
            if showsErrorImage { spoken.answers = [SpokenAnswer(language[.reload], choose: Self.open, letter: "r")] }
            return spoken
        }
        var spoken = Spoken(language.bannerPictures(items.count), [sentence(language)])
        spoken.readsAnswers = false
        if items.count > 1 {
            spoken.answers = items.indices.map {
                SpokenAnswer(SafeText(items[$0].title), choose: Self.firstAnswer + $0)
            }
            spoken.answers += [
                SpokenAnswer(language[.next], choose: Self.next, letter: "n").unnumbered,
                SpokenAnswer(language[.previous], choose: Self.previous, letter: "p").unnumbered,
            ]
        }
        if leadsSomewhere {
            spoken.usual = spoken.answers.count
            spoken.answers.append(SpokenAnswer(language[.open], choose: Self.open).unnumbered)
        }
        return spoken
    }

    /// The current picture: "1: Autumn at the Tea House, link."
    public func sentence(_ language: Language) -> SafeText {
        guard let items = data?.items, let page, items.indices.contains(page) else { return "" }
        let title = SpokenLine.words(SafeText(items[page].title))
        return leadsSomewhere
            ? language[Phrase("\(page + 1): \(title), link", "\(page + 1)：\(title)，链接", "\(page + 1)：\(title)，連結")]
            : "\(page + 1): \(title)"
    }

    /// Returns whether the answer is the banner's.
    func answer(_ number: Int) -> Bool {
        guard number >= Self.open, let context else { return false }
        switch number {
        case Self.next: perform(.next, context)
        case Self.previous: perform(.previous, context)
        case Self.open: perform(.choose, context)
        default: perform(.goTo(number - Self.firstAnswer), context)
        }
        return true
    }
}

extension Language {
    /// "Banner, 5 pictures."
    func bannerPictures(_ count: Int) -> SafeText {
        count == 1
            ? self[Phrase("Banner, 1 picture", "横幅，1 张图片", "橫幅，1 張圖片")]
            : self[Phrase("Banner, \(count) pictures", "横幅，\(count) 张图片", "橫幅，\(count) 張圖片")]
    }
}

extension Phrase {
    static let previous = Phrase("Previous", "上一个", "上一個")
}
