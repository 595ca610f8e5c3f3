import FoyerCore
import FoyerPlatformCore

extension JSON {
    var bytes: [UInt8] { Array(jsonText.utf8) }
}

extension JSONNode {
    /// Reads a value from bytes.
    ///
    /// Throws: ``StageError/wrongRequest(_:)`` with the place and what was expected there.
    static func read<Value>(
        _ bytes: [UInt8], _ value: (JSONNode) throws(JSONShapeError) -> Value
    ) throws(StageError) -> Value {
        let json: JSON
        do { json = try JSON.parse(bytes) } catch { throw .wrongRequest("\(error)") }
        do { return try value(JSONNode(json)) } catch { throw .wrongRequest("\(error)") }
    }

    /// One of an enumeration's words.
    func word<Word: RawRepresentable & CaseIterable>() throws(JSONShapeError) -> Word where Word.RawValue == String {
        guard let word = Word(rawValue: try text()) else {
            throw shapeError(expected: "one of " + Word.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return word
    }
}
