import FoyerCore
import FoyerSystem

/// What a publication changes, or would change.
public struct PublishResult: Equatable, Sendable {
    /// Paths of documents below the site, sorted.
    public var added: [String] = []
    public var changed: [String] = []
    public var removed: [String] = []
    /// Documents whose content stays, and whose signature is renewed.
    public var renewed: [String] = []
    /// Files named by content that come and go.
    public var newContents = 0
    public var removedContents = 0
    /// How many programs, banners and pop-ups there are.
    public var documents = 0
    /// Sources that were read: the others are as they were.
    public var sourcesRead = 0
    /// The site's public keys in base64, which hosts pin.
    public var publicKeys: [String] = []

    public var isEmpty: Bool {
        added.isEmpty && changed.isEmpty && removed.isEmpty && renewed.isEmpty && newContents == 0
            && removedContents == 0
    }

    /// A line for each document.
    public var lines: [String] {
        added.map { "added   " + $0 } + changed.map { "changed " + $0 } + renewed.map { "renewed " + $0 }
            + removed.map { "removed " + $0 }
    }

    public var summary: String {
        if isEmpty { return "Nothing has changed." }
        return "\(added.count) added, \(changed.count) changed, \(renewed.count) renewed, \(removed.count) removed; "
            + "\(newContents) new files, \(removedContents) old ones gone; \(documents) documents."
    }
}
