/// What an answer of a server may cost. Bytes are counted as they come; a length that a server declares is only a
/// word, believed when it is too large and checked when it is not.
package enum TransferBounds {
    /// Bytes of all heads of one exchange together: interim answers, the final head, trailers.
    package static let headers = 64 * 1024
    /// Bytes of a metadata answer; configuration and banner feeds are held to it as well.
    package static let metadata = 1024 * 1024
    /// Bytes of a package, whatever size its metadata declares.
    package static let package = 256 * 1024 * 1024
    /// Bytes of one remote resource.
    package static let resource = 16 * 1024 * 1024
    /// Bytes of an encoded picture. Its pixels have a bound of their own, where it is decoded.
    package static let picture = 16 * 1024 * 1024
    /// Redirects followed for one request; one more is a failure.
    package static let redirects = 5
    /// UTF-8 bytes of an address, written out.
    package static let address = 2048
}
