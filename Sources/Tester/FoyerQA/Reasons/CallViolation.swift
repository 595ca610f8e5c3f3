/// Calls that no delegate may ever receive.
package enum CallViolation: Hashable, Sendable {
    case afterEnd(String)
    /// Progress that falls, or is not in 0…1.
    case progress(from: String, to: String)
}
