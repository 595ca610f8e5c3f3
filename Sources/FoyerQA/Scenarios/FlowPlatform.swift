import Foyer
import FoyerPlatform

/// How the flows of scenarios and checklists reach their platform, and what they believe of it.
package struct FlowPlatform: Sendable {
    /// The Ed25519 keys that the flows pin; none to trust the connection.
    package var publicKeys: [[UInt8]] = []
    /// A PEM file with certificates to trust in addition to the system's.
    package var extraCertificates: String?
    /// How long a launch or a banner may take, unless a flow says so itself.
    package var timeout: Duration?

    package init() {}
}
