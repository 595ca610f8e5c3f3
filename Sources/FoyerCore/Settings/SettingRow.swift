/// A setting on the settings page, with its choices.
public enum SettingRow: CaseIterable, Sendable {
    /// How many colours, or those that the terminal has.
    case colors
    /// Unicode, or only ASCII.
    case characters
    /// Pictures in pixels, or in cells.
    case pixels
    /// Everything that moves, or only what has to.
    case motion
    /// Light or dark.
    case theme
    /// One of Foyer's languages, or the terminal's.
    case language
    /// How the cursor looks at the focus.
    case cursor

    /// The name in the file.
    package var key: String {
        switch self {
        case .theme: "theme"
        case .colors: "colors"
        case .characters: "ascii"
        case .pixels: "pixels"
        case .motion: "motion"
        case .language: "language"
        case .cursor: "cursor"
        }
    }

    /// The choices in order, as the file writes them; the first is always `nil`: the default if the file says nothing.
    public var choices: [String?] {
        switch self {
        case .theme: [nil] + ThemeChoice.allCases.map(\.rawValue)
        case .colors: [nil] + ColorDepth.names.map(\.name)
        case .characters: [nil, "true"]
        case .pixels: [nil] + PixelMode.allCases.filter { $0 != .auto }.map(\.rawValue)
        case .motion: [nil, "reduced"]
        case .language: [nil] + Language.allCases.map(\.rawValue)
        case .cursor: [nil] + CursorLook.allCases.filter { $0 != .bar }.map(\.rawValue)
        }
    }

    /// The index of the present setting among the choices.
    package func choice(in settings: DisplaySettings) -> Int {
        let value: String? =
            switch self {
            case .theme: settings.theme?.rawValue
            case .colors: ColorDepth.names.first { $0.depth == settings.depth }?.name
            case .characters: settings.usesASCII == true ? "true" : nil
            case .pixels: settings.pixels?.rawValue
            case .motion: settings.reducesMotion == true ? "reduced" : nil
            case .language: settings.language?.rawValue
            case .cursor: settings.cursor?.rawValue
            }
        return choices.firstIndex(of: value) ?? 0
    }

    /// The settings with another choice; an index out of range changes nothing.
    package func setting(_ choice: Int, in settings: DisplaySettings) -> DisplaySettings {
        guard choices.indices.contains(choice) else { return settings }
        var changed = settings
        let value = choices[choice]
        switch self {
        case .theme: changed.theme = value.flatMap { ThemeChoice(rawValue: $0) }
        case .colors: changed.depth = value.flatMap { ColorDepth.named($0) }
        case .characters: changed.usesASCII = value.map { $0 == "true" }
        case .pixels: changed.pixels = value.flatMap { PixelMode(rawValue: $0) }
        case .motion: changed.reducesMotion = value.map { $0 == "reduced" }
        case .language: changed.language = value.flatMap { Language(rawValue: $0) }
        case .cursor: changed.cursor = value.flatMap { CursorLook(rawValue: $0) }
        }
        return changed
    }
}

/// Changes one line of a settings file, and leaves all others as they are, with their comments.
package enum SettingsText {
    /// The text with `key: value`, or without the key if the value is `nil`.
    ///
    /// Changes the key's line if there is one, otherwise adds one at the end. Text that is not a table with a line for
    /// each key cannot be changed this way: read the result, and compare.
    package static func setting(_ key: String, to value: String?, in text: String) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        let place = lines.firstIndex { says(key, $0) }
        switch (place, value) {
        case (let place?, let value?): lines[place] = "\(key): \(value)" + comment(of: lines[place])
        case (let place?, nil): lines.remove(at: place)
        case (nil, let value?): lines.append("\(key): \(value)")
        case (nil, nil): return text
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func says(_ key: String, _ line: String) -> Bool {
        guard line.hasPrefix(key) else { return false }
        return line.dropFirst(key.count).drop { $0 == " " }.first == ":"
    }

    /// With the blanks before it; `#` begins a comment only after a blank.
    private static func comment(of line: String) -> Substring {
        var index = line.startIndex
        while let sign = line[index...].firstIndex(of: "#") {
            let before = line[..<sign]
            if before.last == " " || before.last == "\t" {
                let blanks = before.reversed().prefix { $0 == " " || $0 == "\t" }.count
                return line[line.index(sign, offsetBy: -blanks)...]
            }
            index = line.index(after: sign)
        }
        return ""
    }
}
