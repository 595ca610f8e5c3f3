import Foyer

/// Lines between which GitHub takes nothing for a command: whatever the program under test has on its screen, it must not set a
/// variable of the build, hide a failure or annotate a file.
package struct GitHubFence: Sendable {
    private let token: String

    /// - Parameter token: nobody whose text stands between the lines can know it.
    package init(token: String) { self.token = token }

    package var begin: [SafeText] { [SafeText("::stop-commands::\(token)")] }
    package var end: [SafeText] { [SafeText("::\(token)::")] }
}

extension JSON {
    /// The JSON as a line of a build's log, the same value for whoever parses it. GitHub takes `##[error]` for a command wherever
    /// it stands in a line, and lines around it would be in the way of the reader.
    package var logText: String { jsonText.replacing("##[", with: "#\\u0023[") }
}
