import FoyerCore

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
