import FoyerCore

/// What a diagnosis of the terminal names, and what it finds.
extension Phrase {
    package static func none(because reason: Phrase) -> Phrase {
        Phrase("none: \(reason)")
    }

    /// The language that is used where only ASCII can be shown.
    package static func english(insteadOf chosen: Language) -> Phrase {
        let (used, wanted) = (Language.english.rawValue, chosen.rawValue)
        return Phrase("\(used), since ASCII alone is shown here (chosen: \(wanted))")
    }

    /// Something that is known, with what it is known from.
    package func known(from source: CapabilitySource) -> Phrase {
        let from = source.cause
        return Phrase("\(english) (\(from))")
    }

    package static let shown = Phrase("shown on")

    /// The sentence of `--explain` about where a launch was shown.
    package static func shown(on decision: DisplayDecision) -> Phrase {
        let place = decision.cause
        return Phrase("Shown on \(place).")
    }

    package static let languageName = Phrase("language")
    package static let motion = Phrase("motion")
    package static let reduced = Phrase("reduced")
    package static let full = Phrase("full")
    package static let screen = Phrase("screen")
    package static let colours = Phrase("colours")
    package static let characters = Phrase("characters")
    package static let mouse = Phrase("mouse")
    package static let cursor = Phrase("cursor")
    static let cursorBar = Phrase("thin bar, where there is one")
    static let cursorOwn = Phrase("the terminal's")
    static let cursorHidden = Phrase("hidden")
    package static let synchronizedOutput = Phrase("synchronized output")
    package static let taskbarProgress = Phrase("taskbar progress")
    package static let hyperlinks = Phrase("hyperlinks")
    package static let clipboard = Phrase("clipboard")
    package static let unsaid = Phrase("asked; no answer")
    package static let terminalDescriptions = Phrase("terminal descriptions")
    package static let notCompiled = Phrase("not compiled; 256 colours at most")
    package static let packages = Phrase("packages")
    package static let cache = Phrase("cache")
    package static let stateFolder = Phrase("state")
    package static let settings = Phrase("settings")
    package static let yes = Phrase("yes")
    package static let no = Phrase("no")
    package static let unset = Phrase("unset")
    package static let none = Phrase("none")
    package static let theme = Phrase("theme")
    package static let lightGround = Phrase("light")
    package static let darkGround = Phrase("dark")
    package static let terminalEntry = Phrase("terminfo entry")
    package static let answered = Phrase("terminal answers")
    package static let notAsked = Phrase("not asked")
    package static let terminalName = Phrase("answered name")
    package static let exactColors = Phrase("answered 24-bit")
    package static let groundColor = Phrase("answered ground")
    package static let textColor = Phrase("answered text")
    package static let knownModes = Phrase("answered modes")
    package static let cellSize = Phrase("cell in pixels")
    package static let kittyGraphics = Phrase("kitty graphics")
    package static let sixel = Phrase("sixel")
    package static let fromFlag = Phrase("option")
    package static let fromSetting = Phrase("setting")
    package static let fromEnvironment = Phrase("environment")
    package static let fromAnswer = Phrase("answer")
    package static let assumed = Phrase("assumed")
}

extension CapabilitySource {
    /// In a word or two.
    package var cause: Phrase {
        switch self {
        case .flag: .fromFlag
        case .setting: .fromSetting
        case .variable(let name): Phrase(asIs: name)
        case .environment: .fromEnvironment
        case .answer: .fromAnswer
        case .terminfo: Phrase(asIs: "terminfo")
        case .assumed: .assumed
        }
    }
}
