import FoundationEssentials

/// JSON in and out, the same bytes each time.
enum StageJSON {
    static func encode(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Only a number that is not finite could fail, and decoding lets none in.
        guard let data = try? encoder.encode(value) else { return Array("null".utf8) }
        return [UInt8](data)
    }

    /// Throws: ``StageError/wrongRequest(_:)`` with the place and what was expected there.
    static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws(StageError) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch let error as DecodingError {
            throw .wrongRequest(sentence(error))
        } catch {
            throw .wrongRequest("not JSON: \(error)")
        }
    }

    private static func sentence(_ error: DecodingError) -> String {
        func place(_ context: DecodingError.Context, _ last: (any CodingKey)? = nil) -> String {
            let path = (context.codingPath + (last.map { [$0] } ?? [])).map(\.stringValue).joined(separator: ".")
            return path.isEmpty ? "the JSON" : path
        }
        switch error {
        case .keyNotFound(let key, let context): return "\(place(context, key)) is missing"
        case .typeMismatch(let type, let context): return "\(place(context)): expected \(type)"
        case .valueNotFound(let type, let context): return "\(place(context)): expected \(type)"
        case .dataCorrupted(let context): return "\(place(context)): \(context.debugDescription)"
        @unknown default: return "\(error)"
        }
    }
}
