import FoyerCore
import FoyerPlatformCore

/// What the platform serves, by kind, so that a fault can name the kind it affects.
package enum StageRoute: String, CaseIterable, Sendable {
    case metadata, package, resource, icon, banner, popup, picture, config, catalogue, signature, events
    /// Every kind, in a rule; no answer has this kind.
    case any = "*"
}

/// Which answers to spoil, and how.
package struct FaultRule: Equatable, Sendable {
    package var route: StageRoute
    /// The app id; for `banner`, `popup` and `picture` the campaign's key, for one picture `key/image`. `nil` for any.
    package var app: String?
    package var fault: StageFault
    /// How many more answers to spoil; `nil` until the rule is deleted.
    package var times: Int?

    package init(route: StageRoute, app: String? = nil, fault: StageFault, times: Int? = nil) {
        self.route = route
        self.app = app
        self.fault = fault
        self.times = times
    }

    /// Reads a rule from a control request.
    ///
    /// Throws: ``StageError/wrongRequest(_:)`` with the place and what was expected there.
    package init(json: [UInt8]) throws(StageError) {
        self = try JSONNode.read(json, FaultRule.init(_:))
    }

    init(_ node: JSONNode) throws(JSONShapeError) {
        route = try node.field("route").word()
        app = try node.optionalField("app")?.text()
        fault = try StageFault(node.field("fault"))
        times = try node.optionalField("times")?.integer(in: 1...1_000_000)
    }

    /// The rule as in a control request.
    package var json: JSON {
        JSON([
            "route": .string(route.rawValue), "app": app.map { .string($0) }, "fault": fault.json,
            "times": times.map { JSON($0) },
        ])
    }

    /// Whether the rule closes the platform's listener rather than spoiling single answers.
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

/// The rules in force: those of the demo programs, and those set by control requests.
package struct FaultRules: Equatable, Sendable {
    /// From the catalogue; they stay.
    package let intrinsic: [FaultRule]
    package private(set) var told: [FaultRule] = []
    /// How often all of them were withdrawn: an answer under way looks at the rules again when this has changed.
    private(set) var healings = 0

    package init(intrinsic: [FaultRule] = []) {
        self.intrinsic = intrinsic
    }

    /// Replaces a rule of the same kind for the same answers, otherwise adds one.
    ///
    /// Throws: ``StageError/wrongRequest(_:)`` if there are too many rules or the rule makes no sense.
    package mutating func put(_ rule: FaultRule) throws(StageError) {
        if rule.refusesConnections, rule.times != nil {
            throw .wrongRequest("times: a closed listener sees no requests that it could count")
        }
        told.removeAll { $0.route == rule.route && $0.app == rule.app && $0.fault.place == rule.fault.place }
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

    /// Whether documents say something else than under other rules.
    func changesDocuments(from other: FaultRules) -> Bool {
        func changes(_ rules: FaultRules) -> [FaultRule] {
            rules.told.filter { [.set, .damage, .future].contains($0.fault.kind) }.map {
                FaultRule(route: $0.route, app: $0.app, fault: $0.fault)
            }
        }
        return changes(self) != changes(other)
    }

    /// The attacks on a document and its signature; not counted.
    func attacks(on route: StageRoute, subject: String?) -> [StageAttack] {
        (intrinsic + told).filter { $0.concerns(route, subject: subject) }.compactMap {
            if case .attack(let attack) = $0.fault { attack } else { nil }
        }
    }

    /// The faults of an answer, in the order of the rules.
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

extension FaultRule {
    /// What `foyer serve --fault` orders: a launch's code, for every program (`10002`) or one (`10002:com.example.tea`),
    /// or a rule as a control request has it.
    package init(order text: String) throws(StageError) {
        if text.hasPrefix("{") {
            try self.init(json: Array(text.utf8))
            return
        }
        let parts = text.split(separator: ":", maxSplits: 1)
        guard let number = parts.first.flatMap({ Int($0) }), let code = LaunchCode(rawValue: number) else {
            let codes = LaunchCode.allCases.map { "\($0.rawValue)" }.joined(separator: ", ")
            throw .wrongRequest("\"\(text)\" is no fault: give one of \(codes), or a rule in braces")
        }
        let (route, fault) = Self.cause(of: code)
        self.init(route: route, app: parts.count == 2 ? String(parts[1]) : nil, fault: fault)
    }

    /// What makes a launch of a healthy program fail with a code. Without resources, none can be missing.
    private static func cause(of code: LaunchCode) -> (StageRoute, StageFault) {
        switch code {
        case .removed: (.metadata, .set(member: "status", to: "removed"))
        case .suspended: (.metadata, .set(member: "status", to: "suspended"))
        case .unknown: (.package, .future)
        case .notFound: (.metadata, .status(404, retryAfter: nil))
        case .unzipFailed: (.package, .damage(at: nil))
        case .fetchFailed: (.metadata, .status(503, retryAfter: nil))
        case .downloadFailed: (.package, .reset(at: 0))
        case .timedOut: (.package, .hang)
        case .resourcesFailed: (.resource, .status(404, retryAfter: nil))
        }
    }
}
