/// What the splash view is told about the program once its app id is valid.
public struct SplashInfo: Equatable, Sendable {
    /// Never empty.
    public var appID: String
    /// Never empty.
    public var appName: String
    /// Absolute, http or https; empty if a program that is not a mini program has none.
    public var iconURL: String
    /// May be empty.
    public var description: String
    /// May be empty.
    public var slogan: String

    /// The info of a program; id and name must not be empty.
    public init(appID: String, appName: String, iconURL: String = "", description: String = "", slogan: String = "") {
        self.appID = appID
        self.appName = appName
        self.iconURL = iconURL
        self.description = description
        self.slogan = slogan
    }
}
