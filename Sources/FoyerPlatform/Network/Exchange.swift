import FoyerCore

/// One request on its way and its answer, whoever carries them: libcurl, or somebody in memory.
///
/// What comes is told to the ``Transfer`` that owns it, which decides what follows.
package protocol Exchange: AnyObject {
    /// Ends it where it is; an unfinished one has its connection closed.
    func leave()
}

/// Whoever carries exchanges.
package protocol ExchangeCarrier {
    /// - Returns: `nil` where the request cannot be carried.
    func begin(_ request: HTTPRequest, remaining: Duration, owner: Transfer) -> (any Exchange)?
}
