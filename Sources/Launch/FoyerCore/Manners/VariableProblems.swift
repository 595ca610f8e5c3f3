/// Variables of the environment that have a value of which nothing can be made.
package enum VariableProblems {
    /// A sentence for each.
    package static func find(environment: (String) -> String?) -> [Phrase] {
        func problem(_ name: String, _ values: [String]) -> Phrase? {
            guard let value = environment(name), !value.isEmpty, !values.contains(value) else { return nil }
            return .variableIgnored(name, value, values)
        }
        return [
            problem("FOYER_SCREEN", ScreenWish.allCases.map(\.rawValue)),
            problem("FOYER_SPLASH", SplashWish.allCases.map(\.rawValue)),
        ].compactMap { $0 }
    }
}

extension Phrase {
    fileprivate static func variableIgnored(_ name: String, _ value: String, _ values: [String]) -> Phrase {
        let value = SafeText(value)
        let (list, last) = (Phrase.list(Array(values.dropLast())), values.last ?? "")
        return Phrase("\(name)=\(value) is ignored; the values are \(list) and \(last).")
    }
}
