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
    public var description: String {
        switch reason {
        case .syntax(let problem): "This is no YAML: \(problem)."
        case .duplicateKey(let name): "\"\(name)\" is there twice; expected each key once."
        case .tag(let tag): "The tag \(tag) is not understood; expected the value alone."
        case .unknownAlias(let name): "\"*\(name)\" stands for nothing; expected \"&\(name)\" at a value above."
        case .secondDocument: "A second document begins here; expected one in a file."
        case .tooDeep: "This is nested too deep; expected at most \(YAMLDocument.maxDepth) levels."
        case .tooManyValues: "This is one value too many; expected at most \(YAMLDocument.maxValues)."
        case .tooLarge(let bytes): "The file is larger than \(bytes / 1024) KiB."
        }
    }
}
