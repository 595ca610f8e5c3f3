import FoyerCore
import FoyerSystem

/// What a publication changes, or would change.
package struct PublishResult: Equatable, Sendable {
    /// Paths of documents below the site, sorted.
    package var added: [String] = []
    package var changed: [String] = []
    package var removed: [String] = []
    /// Documents whose content stays, and whose signature is renewed.
    package var renewed: [String] = []
    /// Files named by content that come and go.
    package var newContents = 0
    package var removedContents = 0
    /// How many programs, banners and pop-ups there are.
    package var documents = 0
    /// Sources that were read: the others are as they were.
    package var sourcesRead = 0
    /// The site's public keys in base64, which hosts pin.
    package var publicKeys: [String] = []

    package var isEmpty: Bool {
        added.isEmpty && changed.isEmpty && removed.isEmpty && renewed.isEmpty && newContents == 0
            && removedContents == 0
    }

    /// A line for each document.
    package var lines: [String] {
        added.map { "added   " + $0 } + changed.map { "changed " + $0 } + renewed.map { "renewed " + $0 }
            + removed.map { "removed " + $0 }
    }

    package var summary: String {
        if isEmpty { return "Nothing has changed." }
        return "\(added.count) added, \(changed.count) changed, \(renewed.count) renewed, \(removed.count) removed; "
            + "files: \(newContents) new, \(removedContents) gone; documents: \(documents)."
    }
}
