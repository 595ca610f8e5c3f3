import FoyerCore
import FoyerTUI

/// Plain lines for people, in the character set of the user's locale.
package enum PlainText {
    /// Without UTF-8, a terminal or an editor would show other characters for each byte beyond ASCII.
    package static let isUnicode = TerminalEnvironment.current.asksForUTF8

    /// The line unchanged in a UTF-8 locale, otherwise in ASCII.
    package static func fitted(_ line: String) -> String {
        isUnicode ? line : ASCIIText.replacing(line)
    }
}
