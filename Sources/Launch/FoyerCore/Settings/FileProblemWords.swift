/// What is wrong in a user's YAML file. Keys and values appear as in the file.
extension Phrase {
    // MARK: - YAML

    /// - Parameters:
    ///   - reason: libyaml's, which is in English.
    ///   - remedy: a sentence on what helps.
    package static func noYAML(_ reason: String, _ remedy: Phrase? = nil) -> Phrase {
        Phrase(
            "This is not valid YAML: \(reason)." + (remedy.map { " " + $0.english } ?? ""),
            "此处不是有效的 YAML：\(reason)。" + (remedy?.simplified ?? ""),
            "此處不是有效的 YAML：\(reason)。" + (remedy?.traditional ?? ""))
    }

    package static let colonNeedsQuotes = Phrase(
        "A text with a colon in it needs quotes.", "含有冒号的文本需要加引号。", "含有冒號的文字需要加引號。")
    package static let tabDoesNotIndent = Phrase(
        "Here is a tab; indent with spaces.", "此处是制表符；请用空格缩进。", "此處是定位字元；請用空格縮排。")
    package static let indentedOtherwise = Phrase(
        "Indent this line like those that it belongs to.", "请让此行与同级的行缩进一致。", "請讓此行與同級的行縮排一致。")
    package static let textAfterQuote = Phrase(
        "A quote ends here, and the text goes on: put all of it in quotes, or end the quote above.",
        "引号到此结束，而文本还在继续：请将全部文本放入引号，或结束上方的引号。", "引號到此結束，而文字還在繼續：請將全部文字放入引號，或結束上方的引號。")
    package static let quoteWithoutEnd = Phrase(
        "The quote that begins here has no end.", "此处开始的引号没有结束。", "此處開始的引號沒有結束。")

    package static func needsQuotes(_ character: Character) -> Phrase {
        Phrase(
            "A text that begins with \(character) needs quotes.", "以 \(character) 开头的文本需要加引号。",
            "以 \(character) 開頭的文字需要加引號。")
    }

    package static func duplicateKey(_ name: String) -> Phrase {
        Phrase(
            "\"\(name)\" appears twice; each key may appear once.", "“\(name)”出现了两次；每个键只能写一次。",
            "「\(name)」出現了兩次；每個鍵只能寫一次。")
    }

    package static func unknownTag(_ tag: String) -> Phrase {
        Phrase(
            "The tag \(tag) is not supported; write the value alone.", "不支持标签 \(tag)；请只写值。",
            "不支援標籤 \(tag)；請只寫值。")
    }

    package static func unknownAlias(_ name: String) -> Phrase {
        Phrase(
            "\"*\(name)\" refers to nothing; expected \"&\(name)\" at a value above.",
            "“*\(name)”没有对应的值；上文应有“&\(name)”。", "「*\(name)」沒有對應的值；上文應有「&\(name)」。")
    }

    package static let secondDocument = Phrase(
        "A second document begins here; a file holds one.", "此处开始了第二个文档；每个文件只能有一个。",
        "此處開始了第二份文件；每個檔案只能有一份。")

    package static func nestedTooDeep(_ levels: Int) -> Phrase {
        Phrase(
            "This is nested too deep; expected at most \(levels) levels.", "嵌套过深；最多 \(levels) 层。",
            "巢狀過深；最多 \(levels) 層。")
    }

    package static func tooManyValues(_ count: Int) -> Phrase {
        Phrase(
            "There are too many values; the limit is \(count).", "值过多；最多 \(count) 个。",
            "值過多；最多 \(count) 個。")
    }

    package static func fileTooLarge(kibibytes: Int) -> Phrase {
        Phrase("The file is larger than \(kibibytes) KiB.", "文件超过 \(kibibytes) KiB。", "檔案超過 \(kibibytes) KiB。")
    }

    // MARK: - Values

    /// - Parameters:
    ///   - what: the name of the value.
    ///   - found: what was found.
    ///   - meant: the word that was probably meant.
    package static func isNot(_ what: Phrase, _ found: Phrase, expected: Phrase, meant: String?) -> Phrase {
        let hint = meant.map { didYouMean($0) }
        return Phrase(
            "\(what) is \(found); expected \(expected)" + (hint.map { "; \($0)" } ?? "."),
            "\(what.simplified)：\(found.simplified)无效；应为\(spaced(expected.simplified))"
                + (hint.map { "；\($0.simplified)" } ?? "。"),
            "\(what.traditional)：\(found.traditional)無效；應為\(spaced(expected.traditional))"
                + (hint.map { "；\($0.traditional)" } ?? "。"))
    }

    /// - Parameter keys: one of these.
    package static func lacks(_ what: Phrase, _ keys: [String]) -> Phrase {
        Phrase(
            "\(what) lacks \(anyOf(keys.map { "\"\($0)\"" })).",
            "\(what.simplified)：缺少\(keys.map { "“\($0)”" }.joined(separator: "或"))。",
            "\(what.traditional)：缺少\(keys.map { "「\($0)」" }.joined(separator: "或"))。")
    }

    /// In Chinese, spaces separate Latin letters and digits from the rest.
    package static func spaced(_ text: String) -> String {
        text.first.map { $0.isASCII && $0 != " " } == true ? " " + text : text
    }

    package static func unknownKey(_ what: Phrase, _ key: String, known: [String], meant: String?) -> Phrase {
        let hint =
            meant.map { didYouMean($0) }
            ?? Phrase(
                "expected \(anyOf(known)).", "应为\(spaced(anyOf(known).simplified))。",
                "應為\(spaced(anyOf(known).traditional))。")
        return Phrase(
            "\(what) knows no \"\(key)\"; \(hint)", "\(what.simplified)：没有名为“\(key)”的键；\(hint.simplified)",
            "\(what.traditional)：沒有名為「\(key)」的鍵；\(hint.traditional)")
    }

    private static func didYouMean(_ word: String) -> Phrase {
        Phrase("did you mean \"\(word)\"?", "是不是“\(word)”？", "是不是「\(word)」？")
    }

    /// A key of a mapping, as the subject of a sentence.
    package static func key(of what: Phrase) -> Phrase {
        Phrase("A key of \(what)", "\(what.simplified)的键", "\(what.traditional)的鍵")
    }

    // MARK: - What is there

    package static func quoted(_ text: String) -> Phrase {
        text.isEmpty ? Phrase("empty", "空值", "空值") : Phrase("\"\(text)\"", "“\(text)”", "「\(text)」")
    }

    package static let aMapping = Phrase("a mapping", "映射", "對映")
    package static let aList = Phrase("a list", "列表", "清單")

    // MARK: - What was expected

    package static let trueOrFalse = Phrase("true or false", "true 或 false", "true 或 false")
    package static let aText = Phrase("a text", "文本", "文字")
    package static let aName = Phrase("a name", "名称", "名稱")
    package static let aScalar = Phrase("a single value", "单个值", "單一值")
    package static let webAddress = Phrase("an http or https address", "http 或 https 地址", "http 或 https 位址")
    package static let aColor = Phrase("a colour as \"#e8a33d\"", "“#e8a33d”形式的颜色", "「#e8a33d」形式的顏色")

    package static func aMapping(with keys: [String]) -> Phrase {
        keys.isEmpty
            ? Phrase("a mapping of names and values", "由名称和值组成的映射", "由名稱和值組成的對映")
            : Phrase(
                "a mapping with \(anyOf(keys))", "含有\(anyOf(keys).simplified)的映射", "含有\(anyOf(keys).traditional)的對映")
    }

    package static func wholeNumber(_ low: Int, to high: Int) -> Phrase {
        Phrase(
            "a whole number from \(low) to \(high)", "\(low) 到 \(high) 之间的整数", "\(low) 到 \(high) 之間的整數")
    }

    package static func secondsFrom(_ low: String, to high: String) -> Phrase {
        Phrase(
            "a number of seconds from \(low) to \(high)", "\(low) 到 \(high) 之间的秒数", "\(low) 到 \(high) 之間的秒數")
    }

    /// "a, b or c".
    package static func anyOf(_ words: [String]) -> Phrase {
        guard words.count > 1, let last = words.last else {
            return words.first.map { Phrase(asIs: $0) } ?? Phrase("nothing", "无", "無")
        }
        let head = words.dropLast()
        let chinese = head.joined(separator: "、") + " 或 " + last
        return Phrase(head.joined(separator: ", ") + " or " + last, chinese, chinese)
    }

    // MARK: - Settings

    package static let theSplash = Phrase("The splash", "启动画面", "啟動畫面")
    package static let theSettings = Phrase("The settings file", "设置文件", "設定檔")
    package static let aWord = Phrase("a word", "单词", "單字")
    package static let wordsOfACommand = Phrase(
        "the command and its words: [npm, run, dev]", "命令及其参数：[npm, run, dev]", "命令及其參數：[npm, run, dev]")

    package static func regularExpression(_ reason: String) -> Phrase {
        Phrase("a regular expression (\(reason))", "正则表达式", "正規表示式")
    }

    /// - Parameter keys: the keys of which only one can count.
    package static func onlyOne(of keys: [String]) -> Phrase {
        Phrase(
            "Only one of \(keys.joined(separator: ", ")) can count.",
            "\(keys.joined(separator: "、"))只能选一个。", "\(keys.joined(separator: "、"))只能選一個。")
    }
}
