extension DisplaySettings {
    /// A setting on the settings page, with its choices.
    public enum Row: CaseIterable, Sendable {
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

        /// The choices in order; the first is the default, which leaves the setting out of the file.
        public var choices: [Choice] {
            switch self {
            case .theme: [.theme(nil)] + Theme.allCases.map { .theme($0) }
            case .colors: [.colors(nil)] + CellColor.Depth.names.map { .colors($0.depth) }
            case .characters: [.characters(ascii: false), .characters(ascii: true)]
            case .pixels: [.pixels(nil)] + PixelMode.allCases.filter { $0 != .auto }.map { .pixels($0) }
            case .motion: [.motion(reduced: false), .motion(reduced: true)]
            case .language: [.language(nil)] + Language.allCases.map { .language($0) }
            case .cursor: [.cursor(nil)] + CursorLook.allCases.filter { $0 != .bar }.map { .cursor($0) }
            }
        }
    }

    /// What a user can choose for a setting; `nil` leaves it to the terminal and the environment.
    public enum Choice: Hashable, Sendable {
        /// Light or dark.
        case theme(Theme?)
        /// How many colours.
        case colors(CellColor.Depth?)
        /// Only ASCII, or what the terminal has.
        case characters(ascii: Bool)
        /// Pictures in pixels, by a protocol, or in cells.
        case pixels(PixelMode?)
        /// Single steps in place of slides, fades and moving lights.
        case motion(reduced: Bool)
        /// One of Foyer's languages.
        case language(Language?)
        /// The cursor at the focus.
        case cursor(CursorLook?)

        /// The setting that it is a choice of.
        package var row: Row {
            switch self {
            case .theme: .theme
            case .colors: .colors
            case .characters: .characters
            case .pixels: .pixels
            case .motion: .motion
            case .language: .language
            case .cursor: .cursor
            }
        }

        /// As the file writes it; `nil` for the default.
        public var name: String? {
            switch self {
            case .theme(let theme): theme?.rawValue
            case .colors(let depth): CellColor.Depth.names.first { $0.depth == depth }?.name
            case .characters(let isASCII): isASCII ? "true" : nil
            case .pixels(let mode): mode == .auto ? nil : mode?.rawValue
            case .motion(let isReduced): isReduced ? "reduced" : nil
            case .language(let language): language?.rawValue
            case .cursor(let look): look == .bar ? nil : look?.rawValue
            }
        }
    }

    /// What is chosen for a setting.
    package subscript(row: Row) -> Choice {
        let choice: Choice =
            switch row {
            case .theme: .theme(theme)
            case .colors: .colors(depth)
            case .characters: .characters(ascii: usesASCII == true)
            case .pixels: .pixels(pixels)
            case .motion: .motion(reduced: reducesMotion == true)
            case .language: .language(language)
            case .cursor: .cursor(cursor)
            }
        // A file may say what the default is, or what no page offers.
        return row.choices.contains(choice) ? choice : row.choices[0]
    }

    package func with(_ choice: Choice) -> DisplaySettings {
        var changed = self
        switch choice {
        case .theme(let theme): changed.theme = theme
        case .colors(let depth): changed.depth = depth
        case .characters(let isASCII): changed.usesASCII = isASCII ? true : nil
        case .pixels(let mode): changed.pixels = mode
        case .motion(let isReduced): changed.reducesMotion = isReduced ? true : nil
        case .language(let language): changed.language = language
        case .cursor(let look): changed.cursor = look
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
