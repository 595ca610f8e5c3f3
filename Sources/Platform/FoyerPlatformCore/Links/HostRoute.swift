import FoyerCore

/// A page of the host that a link leads to.
public struct HostRoute: Hashable, Sendable, CustomStringConvertible {
    package struct Parameter: Hashable, Sendable {
        package let name: String
        /// The parameter's value; untrusted text.
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The host's name for the route: the pattern's text.
    public let name: String
    /// In the pattern's order, decoded.
    package let parameters: [Parameter]
    /// The query's items in order, decoded once.
    package let query: [DeepLink.Item]
    /// The part of the page (fragment).
    package let fragment: String?
    /// The canonical path, `/page/view1`: the link without its scheme, escaped. Two routes lead to the same page
    /// exactly if these are equal.
    public let text: String
    /// The link itself, in its canonical form.
    public let link: String

    init(_ link: DeepLink, name: String, parameters: [Parameter]) {
        self.name = name
        self.parameters = parameters
        query = link.query ?? []
        fragment = link.fragment
        text = "/" + link.address
        self.link = link.text
    }

    /// The parameter of that name, otherwise the first item of the query with that name.
    public subscript(name: String) -> String? {
        if let parameter = parameters.first(where: { $0.name == name }) { return parameter.value }
        return query.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// The link as a text.
    public var description: String { text }
}
