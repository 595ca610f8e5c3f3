import FoyerCore

/// A path inside a package, as a manifest, a resource or a link may name it.
package enum PackageTree {
    /// Throws the reason why an archive with this path would be refused.
    package static func validate(_ path: String) throws(ZipRefusal) {
        do { try ZipName.validate(path: path) } catch { throw ZipRefusal(error, entry: path) }
    }

    /// Throws if these files cannot be in one tree: duplicates, file and folder, or names that differ only in case.
    package static func validateTree(_ paths: [String]) throws(ZipRefusal) {
        var names = ZipNames()
        for path in paths {
            do {
                try ZipName.validate(path: path)
                try names.insert(path, isFolder: false)
            } catch {
                throw ZipRefusal(error, entry: path)
            }
        }
    }
}
