/// A path as people write it, in two parts.
package struct PathParts: Equatable, Sendable {
    /// What precedes the last slash: "." for a bare name, "/" for what lies in the root.
    package let folder: String
    /// What follows the last slash.
    package let name: String

    package var both: (folder: String, name: String) { (folder, name) }

    package init(_ path: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
            (folder, name) = (".", path)
            return
        }
        folder = slash == path.startIndex ? "/" : String(path[..<slash])
        name = String(path[path.utf8.index(after: slash)...])
    }
}
