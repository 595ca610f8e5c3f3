import FoyerCore
import FoyerPlatformCore

extension RootRule {
    /// Two roots: `version` is `"1"` → `v1`, else `v2`.
    package static let versions = RootRule(key: "version", cases: [Case("1", root: "v1")], otherwise: "v2")
}
