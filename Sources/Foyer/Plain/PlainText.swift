import FoyerCore
import FoyerTUI

/// Plain lines for people, in the characters that the user's locale has.
package enum PlainText {
    /// Without UTF-8 a terminal or an editor would show each byte beyond ASCII as something else.
    private static let hasUnicode = TerminalEnvironment.current.asksForUTF8

    /// The line as it is in a locale with UTF-8, else in ASCII.
    package static func fitted(_ line: String) -> String {
        hasUnicode ? line : ASCIIText.replacing(line)
    }
}
