/// Why a list of steps cannot be run.
public enum StepListError: Error, Equatable, Sendable, CustomStringConvertible {
    case duplicate(String)
    /// `step` should come after `missing`, which is not before it in the list.
    case unknownPrerequisite(step: String, missing: String)
    case invalidWeight(String)

    /// For people, in English.
    public var description: String {
        switch self {
        case .duplicate(let id): "Two steps have the id \"\(id)\"; give each its own."
        case .unknownPrerequisite(let step, let missing):
            "Step \"\(step)\" comes after \"\(missing)\", which does not stand before it in the list."
        case .invalidWeight(let id): "The weight of step \"\(id)\" is not a number of at least 0."
        }
    }
}

/// Which steps may start, given those that have ended.
///
/// A prerequisite must come earlier in the list, so that cycles are impossible.
package struct StepSchedule: Equatable, Sendable {
    package let steps: [LaunchStep]
    private let prerequisites: [[String]]

    package init(_ steps: [LaunchStep]) throws(StepListError) {
        var prerequisites: [[String]] = []
        for (index, step) in steps.enumerated() {
            let earlier = steps[..<index]
            guard !earlier.contains(where: { $0.id == step.id }) else { throw .duplicate(step.id) }
            guard step.weight >= 0, step.weight.isFinite else { throw .invalidWeight(step.id) }
            let needed = step.after ?? (index > 0 ? [steps[index - 1].id] : [])
            for missing in needed where !earlier.contains(where: { $0.id == missing }) {
                throw .unknownPrerequisite(step: step.id, missing: missing)
            }
            prerequisites.append(needed)
        }
        self.steps = steps
        self.prerequisites = prerequisites
    }

    /// Consecutive steps that only have labels: "step0", "step1". The second has most of the bar.
    package init(rehearsing labels: [String]) {
        let steps = labels.enumerated().map { index, label in
            LaunchStep("step\(index)", label: label, weight: index == 1 ? 8 : 1)
        }
        self.steps = steps
        prerequisites = steps.indices.map { $0 > 0 ? [steps[$0 - 1].id] : [] }
    }

    /// Steps that have not started and whose prerequisites have all ended, in the list's order.
    package func startable(started: Set<String>, ended: Set<String>) -> [String] {
        zip(steps, prerequisites).compactMap { step, needed in
            !started.contains(step.id) && needed.allSatisfy(ended.contains) ? step.id : nil
        }
    }

    /// Whether every step that the launch waits for has ended.
    package func isComplete(ended: Set<String>) -> Bool {
        steps.allSatisfy { !$0.isAwaited || ended.contains($0.id) }
    }

    /// The steps that the named one waits for.
    package func prerequisites(of id: String) -> [String] {
        steps.firstIndex { $0.id == id }.map { prerequisites[$0] } ?? []
    }
}
