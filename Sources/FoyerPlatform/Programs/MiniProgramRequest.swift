import FoyerCore

/// Which mini program is to be launched, from where, and what it must prove.
public struct MiniProgramRequest: Sendable {
    /// As it was given; validated by the first step.
    public var appID: String
    /// The platform's base address.
    public var server: WebAddress
    package var policy: InstallPolicy
    /// The Ed25519 keys, 32 bytes each, that the host pins: documents and packages that none of them has signed are
    /// refused. Two while a platform replaces its key; none for whoever believes the connection.
    public var publicKeys: [[UInt8]]
    /// The page to begin with; the start page where that is `nil`, or not in the package.
    package var page: PagePath?
    /// The name of the only version that will do, as a link may ask for one; `nil` for whichever the policy prefers.
    public var version: String?
    /// How long an attempt may take. The machine's deadline decides; this one only ends what would run on.
    public var timeout: Duration
    /// The path of a PEM file with certificates to trust beside the system's.
    public var extraCertificates: String?

    package init(
        appID: String, server: WebAddress, policy: InstallPolicy = .latest, publicKeys: [[UInt8]] = [],
        timeout: Duration = LaunchMachine.Configuration.standardTimeout, extraCertificates: String? = nil
    ) {
        self.appID = appID
        self.server = server
        self.policy = policy
        self.publicKeys = publicKeys
        self.timeout = timeout
        self.extraCertificates = extraCertificates
    }
}

/// A program that is ready to be shown.
package struct ReadyProgram: Sendable {
    /// Keeps the installed version in place while it is shown.
    package let lease: AppLease
    package let manifest: Manifest
    /// The page that is shown first, read already; `nil` where it cannot be read, or nobody looks.
    package let firstPage: PageContent?
}
