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

extension YAMLFields {
    /// Exactly one of the keys.
    mutating func start() -> Scenario.Start? {
        let choices = YAMLShape<Scenario.Start>.choices
        if let found = atMostOne(of: choices, Phrase.standsBeside) { return found.value }
        report.add(node.mark, .lacks(what, choices.map(\.name)))
        return nil
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
                "server", YAMLShape<String>.text.checked(.webAddress) { try? WebAddress($0) })
            order.timeout = fields.optional("timeout", .seconds(in: 0...86_400))
            return app.map { _ in order }
        })
}
