import Foyer
import FoyerPlatform
import FoyerStage

// The first screen: a key of a scenario, of a checklist's item, and of a step.

extension YAMLShape where Value == Scenario.Start {
    static let choices: [(name: String, shape: YAMLShape)] = [
        ("launch", YAMLShape<LaunchOrder>.launch.map { .launch($0) }),
        ("demo", .oneOf(["home": .home, "start": .host])),
        ("banner", YAMLShape<BannerOrder>.banner.map { .banner($0) }),
        ("open", YAMLShape<String>.text.map { .link($0) }),
    ]
}

/// What a scenario or an item begins with.
package enum Opening: Sendable {
    case flow(Scenario.Start)
    case program(ProgramOrder)
}

extension YAMLShape where Value == Opening {
    fileprivate static let choices: [(name: String, shape: YAMLShape)] =
        YAMLShape<Scenario.Start>.choices.map { ($0.name, $0.shape.map { .flow($0) }) }
        + [("run", YAMLShape<ProgramOrder>.program.map { .program($0) })]
}

extension YAMLFields {
    /// Whether it is about a program that is not ours, on which the other keys depend.
    package mutating func runsProgram() -> Bool { depends(on: "run") }

    /// Exactly one of the keys.
    package mutating func opening() -> Opening? {
        let choices = YAMLShape<Opening>.choices
        if let found = one(of: choices, Phrase.standsBeside) { return found.value }
        report.add(node.mark, .lacks(what, choices.map(\.name)))
        return nil
    }

    /// What says nothing to a program that is not ours.
    package mutating func refuseBesideProgram(_ names: [String]) {
        guard runsProgram() else { return }
        rule(YAMLSchema.hasNone(names))
        for name in names where has(name) { report.say(mark(of: name), .standsBeside(name, "run")) }
    }
}

extension YAMLShape where Value == LaunchOrder {
    /// An app's id, or a mapping with more properties.
    fileprivate static let launch = YAMLShape<String>.text.map { LaunchOrder(app: $0) }.orMapping(
        .mapping { fields in
            let app = fields.required("app", YAMLShape<String>.scalar)
            var order = LaunchOrder(app: app ?? "")
            order.page = fields.optional("page", YAMLShape<String>.text.checked(.aPage) { PagePath($0) })
            fields.set(
                &order.policy, "policy",
                .oneOf(["latest": .latest, "installed-first": .installedFirst, "offline": .offline]))
            order.publicKey = fields.optional("public-key", .oneOf(["stage": DemoKey.publicKey]))
            order.server = fields.optional(
                "server",
                YAMLShape<String>.text.checked(.webAddress, schema: YAMLSchema.matching("^https?://.")) {
                    try? WebAddress($0)
                })
            order.timeout = fields.optional("timeout", .seconds(in: 0...86_400))
            return app.map { _ in order }
        })
}
