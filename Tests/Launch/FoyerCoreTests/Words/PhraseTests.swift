import FoyerCore
import Testing

@Suite struct PhraseTests {
    private static let shop = Translations([
        .simplifiedChinese: """
        # Comment
        msgid ""
        msgstr "Language: zh-Hans\\n"

        #: Shop.swift
        msgid "%1 of %2 shops are open."
        msgstr "共 %2 家商店，"
        "%1 家营业。"

        msgctxt "door"
        msgid "open"
        msgstr "开着"

        msgid "open"
        msgstr "未定"

        msgid "%1 shop"
        msgid_plural "%1 shops"
        msgstr[0] "%1 家商店"

        msgid "%1 %% of \\"%2\\""
        msgstr "“%2”的 %1%%"
        nonsense

        #: Shop.swift
        #, fuzzy
        msgid "closed"
        msgstr "开着"
        """
    ])

    @Test func `a language without a translation shows the English text`() {
        let phrase = Phrase("\(2) of \(3) shops are open.", in: Self.shop)
        #expect(phrase.text(in: .simplifiedChinese) == "共 3 家商店，2 家营业。")
        #expect(phrase.text(in: .traditionalChinese) == "2 of 3 shops are open.")
        #expect(phrase.english == "2 of 3 shops are open." && "\(phrase)" == phrase.english)
    }

    @Test func `a context tells equal English texts apart`() {
        let door = Phrase(Phrase("open", in: Self.shop), context: "door")
        #expect(door.text(in: .simplifiedChinese) == "开着")
        #expect(Phrase("open", in: Self.shop).text(in: .simplifiedChinese) == "未定")
        #expect(door != Phrase("open", in: Self.shop))
    }

    @Test(arguments: [(1, "1 shop", "1 家商店"), (4, "4 shops", "4 家商店"), (0, "0 shops", "0 家商店")])
    func `a plural has one translation for all counts`(_ count: Int, _ english: String, _ chinese: String) {
        let one = Phrase("\(count) shop", in: Self.shop)
        let phrase = Phrase(count, one: one, other: Phrase("\(count) shops", in: Self.shop))
        #expect(phrase.english == english && phrase.text(in: .simplifiedChinese) == chinese)
    }

    @Test func `a percent sign stays one, also in what is inserted`() {
        let phrase = Phrase("\(40) % of \"\("5 %1 a")\"", in: Self.shop)
        #expect(phrase.english == "40 % of \"5 %1 a\"")
        #expect(phrase.text(in: .simplifiedChinese) == "“5 %1 a”的 40%")
        #expect(Phrase(asIs: "5 %1").text(in: .simplifiedChinese) == "5 %1")
    }

    @Test func `a translation that a tool has guessed is not shown`() {
        #expect(Phrase("closed", in: Self.shop).text(in: .simplifiedChinese) == "closed")
    }

    @Test func `an inserted phrase is in the language of the whole`() {
        let tea = Phrase("tea", [.simplifiedChinese: "茶 100%"])
        let whole = Phrase("\(tea), \(tea)")
        #expect(whole.english == "tea, tea" && whole.text(in: .simplifiedChinese) == "茶 100%、茶 100%")
        #expect(whole.text(in: .traditionalChinese) == "tea、tea")
    }

    @Test func `a sentence has a capital letter and a stop`() {
        let tea = Phrase("no tea", [.simplifiedChinese: "没有茶"]).asSentence
        #expect(tea.english == "No tea." && tea.text(in: .simplifiedChinese) == "没有茶。")
        #expect(Phrase(asIs: "Why?").asSentence.english == "Why?" && Phrase(asIs: "").asSentence.english.isEmpty)
    }

    @Test func `a text fixed in English is a phrase elsewhere`() {
        let phrase = Phrase(english: "ENOENT", elsewhere: Phrase("no tea", [.simplifiedChinese: "没有茶"]))
        #expect(phrase.english == "ENOENT" && phrase.text(in: .simplifiedChinese) == "没有茶")
        #expect(phrase.text(in: .traditionalChinese) == "no tea")
    }
}
