import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// A start of the instance in a window that this user's processes wait for. Only the process that began it, and the one
/// running in the window, can end it.
package struct InstanceStart: Hashable, Sendable {
    /// 16 random digits.
    let token: String

    /// Tells the program in the window which start it belongs to.
    static let variable = "FOYER_START"

    init() {
        token = Hexadecimal.encode((0..<8).map { _ in UInt8.random(in: 0...255) })
    }

    /// - Parameter token: from outside; the result is `nil` if it is not valid.
    init?(_ token: String) {
        guard token.utf8.count == 16, Hexadecimal.decode(token) != nil else { return nil }
        self.token = token
    }

    /// The start that this process was launched for.
    static let ofThisProcess = Places.variable(variable).flatMap(InstanceStart.init)
}
