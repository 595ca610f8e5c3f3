import Glibc

/// The checkout that the tests were built from.
///
///     let scenarios = Checkout.root + "/Assets/scenarios"
package enum Checkout {
    /// The folder that holds the package's manifest: an absolute path without a slash at its end.
    package static let root: String = {
        var folder = #filePath[...]
        while let slash = folder.lastIndex(of: "/") {
            folder = folder[..<slash]
            if access(folder + "/Package.swift", F_OK) == 0 { return String(folder) }
        }
        preconditionFailure("There is no Package.swift above \(#filePath).")
    }()
}
