import FoyerCore

extension YAMLShape {
    /// The same of a text in which a mapping of languages, such as `{ en: Tea, zh-Hans: 茶, zh-Hant: 茶 }`, may stand for
    /// any text. A language that is missing has what is written in English.
    package func inLanguage(_ language: Language) -> YAMLShape {
        YAMLShape(outline: outline.described(by: outline.schema.inLanguages)) { node, what, report in
            read(node.inLanguage(language), what, &report)
        }
    }
}

extension YAMLNode {
    fileprivate func inLanguage(_ language: Language) -> YAMLNode {
        var node = self
        switch content {
        case .scalar: return self
        case .sequence(let elements): node.content = .sequence(elements.map { $0.inLanguage(language) })
        case .mapping(let pairs):
            if let choice = Self.choice(pairs, language) { return choice }
            node.content = .mapping(pairs.map { ($0.key, $0.value.inLanguage(language)) })
        }
        return node
    }

    /// The text for the language; `nil` if it is another kind of mapping.
    private static func choice(_ pairs: [(key: YAMLNode, value: YAMLNode)], _ language: Language) -> YAMLNode? {
        let known = Set(Language.allCases.map(\.rawValue))
        var texts: [String: YAMLNode] = [:]
        for (key, value) in pairs {
            guard let name = key.scalar, known.contains(name), value.scalar?.isEmpty == false else { return nil }
            texts[name] = value
        }
        guard let english = texts[Language.english.rawValue] else { return nil }
        return texts[language.rawValue] ?? english
    }
}

extension JSON {
    private static let text = ["type": "string", "minLength": 1] as JSON

    /// The schema that accepts a mapping of languages in place of any text.
    fileprivate var inLanguages: JSON {
        switch self {
        case Self.text:
            let languages = YAMLSchema.object(Language.allCases.map { ($0.rawValue, YAMLSchema.text) })
            let inEach: JSON = [
                "type": "object", "properties": languages, "required": [.string(Language.english.rawValue)],
                "additionalProperties": false,
            ]
            return YAMLSchema.either([self, inEach])
        case .array(let elements): return .array(elements.map(\.inLanguages))
        case .object(let members): return .object(members.map { Member($0.name, $0.value.inLanguages) })
        default: return self
        }
    }
}
