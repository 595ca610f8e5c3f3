import Foyer
import FoyerPlatformCore

/// The words of a card: what a verdict is about. In English if the file has several languages, so that a run can be continued
/// in another one.
package struct CardWording: Equatable, Sendable {
    let instructions: [String]
    let expectations: [String]
}

// MARK: - JSON

extension CardWording {
    var json: JSON {
        ["do": .array(instructions.map { .string($0) }), "see": .array(expectations.map { .string($0) })]
    }

    /// - Returns: `nil` for an entry that does not say it.
    init?(of entry: JSONNode) throws(JSONShapeError) {
        guard let card = try entry.optionalField("card") else { return nil }
        func texts(_ name: String) throws(JSONShapeError) -> [String] {
            var texts: [String] = []
            for text in try card.field(name).elements() { texts.append(try text.text()) }
            return texts
        }
        self.init(instructions: try texts("do"), expectations: try texts("see"))
    }
}
