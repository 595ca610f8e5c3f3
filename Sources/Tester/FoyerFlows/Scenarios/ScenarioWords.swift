import Foyer

/// The problems that files of scenarios and checklists can have.
extension Phrase {
    static func nameIsNotUTF8(_ path: String) -> Phrase {
        let path = SafeText(path).string
        return Phrase("The name of \(path) is not UTF-8, so Foyer cannot open the file. Rename it.")
    }

    static let theScenario = Phrase("The scenario")
    static let aStepOfIt = Phrase("A step")
    static let aFault = Phrase("A fault")

    static let aFaultsCode = Phrase(
        "an error's code, as 10009 or 10009:com.example.tea, or a mapping with route and fault")

    // MARK: - What was expected

    static let aStep = Phrase("at least one step")
    static let columnsAndRows = Phrase("columns and rows, as 80x24")
    static let aPage = Phrase("a page, as pages/menu")
    static let oneLine = Phrase("one line of text")
    static let aKeyName = Phrase("a key")
    static let statusOrSignal = Phrase("a status from 0 to 255, or a signal as TERM")
    static let aTextOrACell = Phrase("a text on the screen, or { column: 3, row: 4 }")
    static let anOutcome = Phrase("completed, closed or failed CODE")

    /// - Parameter names: of the theme's colours.
    static func aColorOrARole(_ names: [String]) -> Phrase {
        let all = anyOf(names)
        return Phrase("\(aColor), or Foyer’s own \(all)")
    }

    static func anyKey(of names: [String]) -> Phrase {
        let all = anyOf(names)
        return Phrase("a character, \(all)")
    }

    static let ofTheDelegate = Phrase("the delegate")
    static let ofAPopup = Phrase("a pop-up")
    static let ofABanner = Phrase("a banner")
    static let ofAHost = Phrase("a host")

    static func aCall(_ whose: Phrase, _ examples: [String]) -> Phrase {
        let all = anyOf(examples)
        return Phrase("a call of \(whose): \(all)")
    }

    // MARK: - What is wrong

    static func standsBeside(_ key: String, _ other: String) -> Phrase {
        Phrase("\(key) cannot be combined with \(other); use one of them.")
    }

    static func areTwoSteps(_ key: String, _ other: String) -> Phrase {
        Phrase("\(other) and \(key) are two steps; begin each with a dash.")
    }

    static func belongsWithin(_ key: String, _ action: String) -> Phrase {
        let form = key == "text" ? "\(action): { text: … }" : "\(action): { text: …, \(key): … }"
        return Phrase("\(key) belongs to \(action), as in \(form).")
    }

    static let emptyStep = Phrase("A step is empty; it needs one thing to do.")

    static func namesNothing(_ what: Phrase, _ keys: [String]) -> Phrase {
        Phrase("\(what) is empty; expected \(spaced: anyOf(keys)).")
    }

    static let nothingToBindTo = Phrase("bind has nothing to bind to; expected \"views\" beside it.")
}
