import FoyerCore
import FoyerPlatformCore

/// Why a shortcut or a window is not available.
extension Phrase {
    /// A cause that concerns one file.
    package static func of(file: String, _ cause: Phrase) -> Phrase {
        Phrase("\(file): \(cause)")
    }

    package static let iconNotDrawn = Phrase("The icon cannot be displayed.")

    package static func entryNotWritten(_ error: DesktopEntryError) -> Phrase {
        let phrase: Phrase =
            switch error {
            case .program: Phrase("the program's path is empty or contains an equals sign")
            default: Phrase("it cannot be written as a desktop entry (\(error.description))")
            }
        return Phrase(english: error.description, elsewhere: phrase)
    }

    package static func shortcutsBusy(folder: String) -> Phrase {
        Phrase("Another process is changing \(folder); try again.")
    }

    package static func shortcutUnknown(_ name: String) -> Phrase {
        Phrase("There is no shortcut \"\(name)\".")
    }

    package static func shortcutAmbiguous(_ title: String, names: [String]) -> Phrase {
        let all = names.joined(separator: ", ")
        return Phrase("Several shortcuts are called \"\(title)\": \(all).")
    }

    package static func guidePortTaken(_ port: Int) -> Phrase {
        Phrase("Port \(port) is taken; choose another, or none for any free one.")
    }

    package static func cannotListen(port: Int, _ why: String) -> Phrase {
        Phrase("Cannot listen on port \(port): \(why).")
    }

    package static let noDisplay = Phrase("There is no terminal, and no display to open one on.")

    package static func noTerminalOpened(tried: [String]) -> Phrase {
        let all = tried.joined(separator: ", ")
        return Phrase(
            "No terminal could be opened (tried \(all)); set TERMINAL to the name of one, or install one, such as xterm."
        )
    }

    package static let programInBuildFolder = Phrase(
        "This program lies in a build folder: icons lead nowhere once that is cleaned. Install it elsewhere first.")
}
