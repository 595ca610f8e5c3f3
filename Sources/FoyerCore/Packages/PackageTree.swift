/// A path inside a package, as a manifest, a resource or a link may name it.
package enum PackageTree {
    /// Throws the reason where an archive with this path would be refused.
    package static func validate(_ path: String) throws(ZipRefusal) {
        do throws(ZipRefusal.Reason) { try ZipName.validate(path: path) } catch { throw ZipRefusal(error, entry: path) }
    }

    /// Throws where these files cannot lie in one tree: twice, file and folder, or equal but for case.
    package static func validateTree(_ paths: [String]) throws(ZipRefusal) {
        var names = ZipNames()
        for path in paths {
            do throws(ZipRefusal.Reason) {
                try ZipName.validate(path: path)
                try names.insert(path, isFolder: false)
            } catch {
                throw ZipRefusal(error, entry: path)
            }
        }
    }
}
