import FoyerCore

/// The path of a file inside a package, as a document names it: relative, with `/` between names, and never leading
/// out.
package struct PackagePath: Hashable, Sendable, CustomStringConvertible {
    package let text: String

    /// Fails for anything that no package may hold (``PackageTree/validate(_:)``), and for any character that the
    /// sanitiser would change.
    package init?(_ text: String) {
        guard (try? ZipName.validate(path: text)) != nil, SafeText.keeps(text) else { return nil }
        self.text = text
    }

    /// The file that a page refers to: relative to the page's folder, or to the package's root if it begins with a
    /// slash; `nil` if that leads elsewhere. Written like links (``PageLink``).
    package init?(_ reference: String, on page: PagePath) {
        guard let file = try? PageLink.path(reference, on: page) else { return nil }
        self.init(file)
    }

    package var names: [String] { text.split(separator: "/").map(String.init) }
    package var description: String { text }
}
