import FoyerCore
import FoyerSystem

/// A start of the instance in a window that this user's processes wait for. It belongs to whoever began it, and to what
/// runs in the window that was opened for it: nobody else ends it.
package struct InstanceStart: Hashable, Sendable {
    /// Random; 16 digits.
    let token: String

    /// Tells what runs in the window which start it is.
    static let variable = "FOYER_START"

    init() {
        token = Hexadecimal.encode((0..<8).map { _ in UInt8.random(in: 0...255) })
    }

    /// - Parameter token: from outside; `nil` where it is none.
    init?(_ token: String) {
        guard token.utf8.count == 16, Hexadecimal.decode(token) != nil else { return nil }
        self.token = token
    }

    /// The one that this process was started for.
    static let ofThisProcess = Places.variable(variable).flatMap(InstanceStart.init)
}
