/// What is wrong in a YAML file that the user wrote, the settings first of all. Keys and values stay as they stand in the
/// file.
extension Phrase {
    // MARK: - YAML

    /// - Parameter reason: libyaml's, which speaks English.
    package static func noYAML(_ reason: String) -> Phrase {
        Phrase("This is no YAML: \(reason).", "此处不是有效的 YAML：\(reason)。", "此處不是有效的 YAML：\(reason)。")
    }

    package static func duplicateKey(_ name: String) -> Phrase {
        Phrase(
            "\"\(name)\" is there twice; expected each key once.", "“\(name)”出现了两次；每个键只能写一次。",
            "「\(name)」出現了兩次；每個鍵只能寫一次。")
    }

    package static func unknownTag(_ tag: String) -> Phrase {
        Phrase(
            "The tag \(tag) is not understood; expected the value alone.", "不支持标签 \(tag)；请只写值。",
            "不支援標籤 \(tag)；請只寫值。")
    }

    package static func unknownAlias(_ name: String) -> Phrase {
        Phrase(
            "\"*\(name)\" stands for nothing; expected \"&\(name)\" at a value above.",
            "“*\(name)”没有对应的值；上文应有“&\(name)”。", "「*\(name)」沒有對應的值；上文應有「&\(name)」。")
    }

    package static let secondDocument = Phrase(
        "A second document begins here; expected one in a file.", "此处开始了第二个文档；每个文件只能有一个。",
        "此處開始了第二份文件；每個檔案只能有一份。")

    package static func nestedTooDeep(_ levels: Int) -> Phrase {
        Phrase(
            "This is nested too deep; expected at most \(levels) levels.", "嵌套过深；最多 \(levels) 层。",
            "巢狀過深；最多 \(levels) 層。")
    }

    package static func tooManyValues(_ count: Int) -> Phrase {
        Phrase(
            "This is one value too many; expected at most \(count).", "值过多；最多 \(count) 个。",
            "值過多；最多 \(count) 個。")
    }

    package static func fileTooLarge(kibibytes: Int) -> Phrase {
        Phrase("The file is larger than \(kibibytes) KiB.", "文件超过 \(kibibytes) KiB。", "檔案超過 \(kibibytes) KiB。")
    }

    // MARK: - Settings

    package static func inLine(_ line: Int, _ column: Int? = nil, _ problem: Phrase) -> Phrase {
        let (english, simplified, traditional) =
            column.map { (", column \($0)", "第 \($0) 列", "第 \($0) 欄") } ?? ("", "", "")
        return Phrase(
            "line \(line)\(english): \(problem)", "第 \(line) 行\(simplified)：\(problem.simplified)",
            "第 \(line) 行\(traditional)：\(problem.traditional)")
    }

    static func settingTwice(_ key: String) -> Phrase {
        Phrase(
            "\"\(key)\" is there already; the first one counts.", "“\(key)”已经写过；以第一次为准。",
            "「\(key)」已經寫過；以第一次為準。")
    }

    static func settingUnknown(_ key: String, known: [String]) -> Phrase {
        Phrase(
            "\"\(key)\" is no setting; there are \(known.joined(separator: ", ")).",
            "没有名为“\(key)”的设置；可用：\(known.joined(separator: "、"))。",
            "沒有名為「\(key)」的設定；可用：\(known.joined(separator: "、"))。")
    }

    static func settingWrong(_ key: String, _ value: String, expected: Phrase) -> Phrase {
        Phrase(
            "\(key): \"\(value)\" is not \(expected).", "\(key)：“\(value)”无效；应为\(expected.simplified)。",
            "\(key)：「\(value)」無效；應為\(expected.traditional)。")
    }

    static let webAddress = Phrase("an http or https address", " http 或 https 地址", " http 或 https 位址")
    static let themeOrColors = Phrase(
        "auto, dark, light, or a table of colours", " auto、dark、light 或颜色表", " auto、dark、light 或顏色表")

    static func colorUnknown(_ name: String, known: [String]) -> Phrase {
        Phrase(
            "\"\(name)\" is no colour; there are \(known.joined(separator: ", ")).",
            "没有名为“\(name)”的颜色；可用：\(known.joined(separator: "、"))。",
            "沒有名為「\(name)」的顏色；可用：\(known.joined(separator: "、"))。")
    }

    static func colorWrong(_ name: String, _ value: String) -> Phrase {
        Phrase(
            "theme.\(name): \"\(value)\" is no colour; write it as \"#e8a33d\".",
            "theme.\(name)：“\(value)”不是颜色；请写成“#e8a33d”的形式。",
            "theme.\(name)：「\(value)」不是顏色；請寫成「#e8a33d」的形式。")
    }

    package static let settingsNoTable = Phrase(
        "\"key: value\" was expected.", "此处应为“键: 值”。", "此處應為「鍵: 值」。")

    package static func settingAlias(_ what: Phrase) -> Phrase {
        Phrase(
            "\(what): aliases are not understood here.", "\(what.simplified)：此处不支持别名。",
            "\(what.traditional)：此處不支援別名。")
    }

    package static func settingNotSingle(_ what: Phrase) -> Phrase {
        Phrase(
            "\(what): a single value was expected here.", "\(what.simplified)：此处应为单个值。",
            "\(what.traditional)：此處應為單一值。")
    }

    package static let aKey = Phrase("A key", "键", "鍵")

    // MARK: - What was expected

    package static let trueOrFalse = Phrase("true or false", " true 或 false", " true 或 false")

    package static func secondsFrom(_ low: String, to high: String) -> Phrase {
        Phrase(
            "a number of seconds from \(low) to \(high)", " \(low) 到 \(high) 之间的秒数", " \(low) 到 \(high) 之間的秒數")
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
}
