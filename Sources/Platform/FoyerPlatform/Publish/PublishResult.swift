import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// What a publication changes, or would change.
package struct PublishResult: Equatable, Sendable {
    /// Paths of documents below the site, sorted.
    package var added: [String] = []
    package var changed: [String] = []
    package var removed: [String] = []
    /// Documents that keep their content and get a new signature.
    package var renewed: [String] = []
    /// The numbers of files named by content that are added and removed.
    package var newContents = 0
    package var removedContents = 0
    /// The number of documents that the site has.
    package var documents = 0
    /// What looks odd in the sources, and stops no publication.
    package var notes: [PublishProblem] = []
    /// Programs that stay as they are served, and why.
    package var heldBack: [PublishProblem] = []
    /// What the author should know, though nothing is wrong.
    package var advice: [Phrase] = []
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
