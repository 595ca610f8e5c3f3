import FoyerCore

/// What the platform serves, by kind; a fault names the kind that it concerns.
package enum StageRoute: String, CaseIterable, Sendable {
    case metadata, package, resource, icon, banner, popup, picture, config, catalogue, signature, events
    /// Every kind, in a rule; no answer is of this kind.
    case any = "*"
}

/// Which answers go wrong, and how.
package struct FaultRule: Equatable, Sendable {
    package var route: StageRoute
    /// The app id; for `banner`, `popup` and `picture` the campaign's key, for one picture `key/file`. `nil`: whatever it is.
    package var app: String?
    package var fault: StageFault
    /// How many answers still go wrong; `nil`: until the rule is deleted.
    package var times: Int?

    package init(route: StageRoute, app: String? = nil, fault: StageFault, times: Int? = nil) {
        self.route = route
        self.app = app
        self.fault = fault
        self.times = times
    }

    /// Reads a rule as control takes it.
    ///
    /// Throws: ``StageError/wrongRequest(_:)`` with the place and what was expected there.
    package init(json: [UInt8]) throws(StageError) {
        self = try JSONNode.read(json) { (node) throws(JSONShapeError) in try FaultRule(node) }
    }

    init(_ node: JSONNode) throws(JSONShapeError) {
        route = try node.field("route").word()
        app = try node.optionalField("app")?.text()
        fault = try StageFault(node.field("fault"))
        times = try node.optionalField("times")?.integer(in: 1...1_000_000)
    }

    /// The rule as control takes it.
    package var json: JSON {
        JSON([
            "route": .string(route.rawValue), "app": app.map { .string($0) }, "fault": fault.json,
            "times": times.map { JSON($0) },
        ])
    }

    /// Whether the rule takes the platform's listener away instead of spoiling single answers.
    package var refusesConnections: Bool {
        fault == .refuse && route == .any && app == nil
    }

    func concerns(_ route: StageRoute, subject: String?) -> Bool {
        guard self.route == .any || self.route == route else { return false }
        guard let app else { return true }
        guard let subject else { return false }
        return subject == app || subject.hasPrefix(app + "/")
    }
}

/// The rules in force: those that belong to the demo programs, and those that were told.
package struct FaultRules: Equatable, Sendable {
    /// From the catalogue; they stay.
    package let intrinsic: [FaultRule]
    package private(set) var told: [FaultRule] = []
    /// How often all of them were taken back: an answer under way looks at the rules again when this has changed.
    private(set) var healings = 0

    package init(intrinsic: [FaultRule] = []) {
        self.intrinsic = intrinsic
    }

    /// Takes the place of a rule of the same kind for the same answers, else joins the others.
    ///
    /// Throws: ``StageError/wrongRequest(_:)`` when there are too many rules or the rule makes no sense.
    package mutating func put(_ rule: FaultRule) throws(StageError) {
        if rule.refusesConnections, rule.times != nil {
            throw .wrongRequest("times: a closed listener sees no requests that it could count")
        }
        told.removeAll { $0.route == rule.route && $0.app == rule.app && $0.fault.kind == rule.fault.kind }
        guard told.count < StageLimits.rules else {
            throw .wrongRequest("there are \(StageLimits.rules) faults already: delete some")
        }
        told.append(rule)
    }

    package mutating func removeAll() {
        told.removeAll()
        healings += 1
    }

    package var refusesConnections: Bool {
        told.contains(where: \.refusesConnections)
    }

    /// How the answers of a document and of its signature are attacked; not counted.
    func attacks(on route: StageRoute, subject: String?) -> [StageAttack] {
        (intrinsic + told).filter { $0.concerns(route, subject: subject) }.compactMap {
            if case .attack(let attack) = $0.fault { attack } else { nil }
        }
    }

    /// The faults that an answer gets, in the order of the rules.
    func faults(for route: StageRoute, subject: String?) -> [StageFault] {
        (intrinsic + told).filter { $0.concerns(route, subject: subject) }.map(\.fault)
    }

    /// The same for a new answer; counts it.
    mutating func take(for route: StageRoute, subject: String?) -> [StageFault] {
        let faults = faults(for: route, subject: subject)
        for index in told.indices where told[index].concerns(route, subject: subject) {
            if let times = told[index].times { told[index].times = times - 1 }
        }
        told.removeAll { $0.times == 0 }
        return faults
    }
}
