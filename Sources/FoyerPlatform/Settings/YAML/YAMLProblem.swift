import FoyerCore

/// What is wrong in a YAML text, and where.
public struct YAMLProblem: Error, Equatable, Sendable, CustomStringConvertible {
    public enum Reason: Equatable, Sendable {
        /// No YAML from here on, in the words of libyaml.
        case syntax(String)
        case duplicateKey(String)
        case tag(String)
        case unknownAlias(String)
        case secondDocument
        case tooDeep
        /// With what aliases repeat.
        case tooManyValues
        /// More bytes than so many.
        case tooLarge(Int)
    }

    public let reason: Reason
    public let mark: YAMLMark

    /// A sentence without the place.
    public var phrase: Phrase {
        switch reason {
        case .syntax(let problem): .noYAML(problem)
        case .duplicateKey(let name): .duplicateKey(name)
        case .tag(let tag): .unknownTag(tag)
        case .unknownAlias(let name): .unknownAlias(name)
        case .secondDocument: .secondDocument
        case .tooDeep: .nestedTooDeep(YAMLDocument.maxDepth)
        case .tooManyValues: .tooManyValues(YAMLDocument.maxValues)
        case .tooLarge(let bytes): .fileTooLarge(kibibytes: bytes / 1024)
        }
    }

    public var description: String { phrase.english }
}
