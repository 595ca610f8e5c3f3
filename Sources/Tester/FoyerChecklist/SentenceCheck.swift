import Foyer
import FoyerFlows
import FoyerPlatform

/// A sentence of a card, by its place: `do 1`, `see 2`.
package struct CardSentence: Hashable, Sendable {
    enum Kind: String, Sendable {
        case deed = "do"
        case sight = "see"
    }

    let kind: Kind
    /// From 1.
    let number: Int

    static let pattern = "^(do|see) [1-9][0-9]*$"

    package var name: String { "\(kind.rawValue) \(number)" }

    init(_ kind: Kind, _ number: Int) { (self.kind, self.number) = (kind, number) }

    init?(_ name: String) {
        let parts = name.split(separator: " ")
        guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])), let number = Int(parts[1]), number > 0
        else { return nil }
        self.init(kind, number)
    }
}

/// What ties a sentence of a card to what is tested.
struct SentenceCheck: Sendable {
    enum Means: Sendable {
        /// It is played. The texts that the sentence quotes are looked for as well.
        case steps([ScenarioStep])
        /// Only a person can tell, for this reason.
        case person(String)
    }

    let sentence: CardSentence
    let means: Means
    let mark: YAMLMark

    /// Whether there is anything that could fail.
    var canFail: Bool {
        guard case .steps(let steps) = means else { return true }
        return steps.contains(where: \.canFail)
    }
}

extension ChecklistItem {
    /// All sentences of its card.
    package var sentences: [CardSentence] {
        instructions.indices.map { CardSentence(.deed, $0 + 1) }
            + expectations.indices.map { CardSentence(.sight, $0 + 1) }
    }

    func text(of sentence: CardSentence) -> String? {
        let all = sentence.kind == .deed ? instructions : expectations
        return all.indices.contains(sentence.number - 1) ? all[sentence.number - 1] : nil
    }

    /// The texts that a sentence quotes, in the marks of any language: they must be on the screen, letter by letter.
    func quotes(in sentence: CardSentence) -> [String] {
        guard let text = text(of: sentence) else { return [] }
        return text.matches(of: /"([^"]+)"|“([^”]+)”|「([^」]+)」/).compactMap { match in
            (match.1 ?? match.2 ?? match.3).map(String.init)
        }
    }
}

extension YAMLShape where Value == [SentenceCheck] {
    /// - Parameter ofProgram: of an item that starts a program.
    fileprivate static func checks(ofProgram: Bool) -> YAMLShape {
        list(of: .check(of: ofProgram ? .stepOfProgram : .stepOnCard))
    }
}

extension YAMLShape where Value == SentenceCheck {
    /// A sentence, and what is done and looked for; or why only a person can tell.
    fileprivate static func check(of step: YAMLShape<ScenarioStep>) -> YAMLShape {
        let name = YAMLShape<String>.text.checked(.aSentence, schema: YAMLSchema.matching(CardSentence.pattern)) {
            CardSentence($0) == nil ? nil : $0
        }
        let steps = YAMLShape<[ScenarioStep]>.list(of: step).map { SentenceCheck.Means.steps($0) }
        let means = steps.orMapping(
            .mapping { fields in fields.required("person", YAMLShape<String>.text).map { .person($0) } })
        return YAMLShape<[(name: String, value: SentenceCheck.Means)]>.table(name, of: means).located.checked(
            .oneSentence,
            schema: YAMLSchema.object([
                ("type", .string("object")), ("minProperties", .integer(1)), ("maxProperties", .integer(1)),
                ("propertyNames", name.outline.schema), ("additionalProperties", means.outline.schema),
            ])
        ) { found in
            guard found.value.count == 1, let first = found.value.first, let sentence = CardSentence(first.name)
            else { return nil }
            return SentenceCheck(sentence: sentence, means: first.value, mark: found.mark)
        }
    }
}

extension YAMLFields {
    /// Reads an item's checks. Whoever ties one sentence ties them all.
    mutating func setChecks(of item: inout ChecklistItem) {
        let shape = YAMLShape<[SentenceCheck]>.checks(ofProgram: runsProgram())
        guard let checks = optional("checks", shape) else { return }
        for check in checks where item.text(of: check.sentence) == nil {
            report.say(check.mark, .noSuchSentence(check.sentence.name))
        }
        for sentence in item.sentences {
            let own = checks.filter { $0.sentence == sentence }
            if own.isEmpty {
                report.say(mark(of: "checks"), .untied(sentence.name))
            } else if sentence.kind == .sight, !own.contains(where: \.canFail), item.quotes(in: sentence).isEmpty {
                report.say(own[0].mark, .cannotFail(sentence.name))
            }
        }
        item.checks = checks
    }
}

extension Phrase {
    fileprivate static let aSentence = Phrase("a sentence of the card, such as do 1 or see 2")
    fileprivate static let oneSentence = Phrase("an entry for each sentence, such as - see 2: [{ wait: Tea }]")

    fileprivate static func noSuchSentence(_ name: String) -> Phrase {
        Phrase("The item has no sentence \(name).")
    }

    fileprivate static func untied(_ name: String) -> Phrase {
        let instead = "\(name): { person: REASON }"
        return Phrase("Nothing checks the sentence \(name); if only a person can tell, say why: \(instead)")
    }

    fileprivate static func cannotFail(_ name: String) -> Phrase {
        Phrase("The check of \(name) cannot fail: it expects nothing.")
    }
}
