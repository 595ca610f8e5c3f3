import FoyerCore

/// The limits for answers of a server. Bytes are counted as they arrive; a declared length counts if it is too large,
/// and is checked otherwise.
package enum TransferBounds {
    /// The total bytes of all heads of one exchange: interim answers, the final head, trailers.
    package static let headers = 64 * 1024
    /// The lines of all heads of one exchange. Newer versions of libcurl take 5,000 of them.
    package static let headerLines = 4000
    /// The bytes of a metadata answer; also for configuration and banner feeds.
    package static let metadata = 1024 * 1024
    /// The bytes of a package, whatever size its metadata declares.
    package static let package = 256 * 1024 * 1024
    /// The bytes of one remote resource.
    package static let resource = 16 * 1024 * 1024
    /// The bytes of an encoded picture. Its pixels have a limit of their own, where it is decoded.
    package static let picture = 16 * 1024 * 1024
    /// The redirects to follow for one request; one more is a failure.
    package static let redirects = 5
    /// The length of an address in UTF-8 bytes.
    package static let address = 2048
}
