import Foyer

/// Lines between which GitHub takes nothing for a command: whatever the program under test has on its screen, it must not set a
/// variable of the build, hide a failure or annotate a file.
package struct GitHubFence: Sendable {
    private let token: String

    /// - Parameter token: nobody whose text stands between the lines can know it.
    package init(token: String) { self.token = token }

    var begin: [SafeText] { [SafeText("::stop-commands::\(token)")] }
    var end: [SafeText] { [SafeText("::\(token)::")] }
}
