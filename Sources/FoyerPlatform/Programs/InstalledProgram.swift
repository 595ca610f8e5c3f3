import Foyer

/// The program that a launch installed or found, and its folder.
public struct InstalledProgram: Equatable, Sendable {
    /// The program's id.
    public let appID: String
    /// The version's name, such as "1.2.0".
    public let version: String
    /// The folder's absolute path.
    public let path: String

    var line: LaunchLines.ProgramLine { (appID, version, path) }
}
