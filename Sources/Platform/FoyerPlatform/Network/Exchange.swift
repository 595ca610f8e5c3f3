import FoyerCore
import FoyerPlatformCore

/// One request and its answer, carried by libcurl or in memory.
///
/// Its events go to the ``Transfer`` that owns it, which decides what follows.
package protocol Exchange: AnyObject {
    /// Ends the exchange, and closes the connection of an unfinished one.
    func leave()
}

/// Carries exchanges.
package protocol ExchangeCarrier {
    /// - Returns: `nil` if the request cannot be carried.
    func begin(_ request: HTTPRequest, remaining: Duration, owner: Transfer) -> (any Exchange)?
}
