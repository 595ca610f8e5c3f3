/// Why a list of steps cannot be run.
package enum StepListError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Two steps have this id.
    case duplicate(String)
    /// `step` should come after `missing`, which is not before it in the list.
    case unknownPrerequisite(step: String, missing: String)
    /// This step's weight is negative or no number.
    case invalidWeight(String)

    /// For people, in English.
    package var description: String {
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
    /// For each step the places of those that it waits for.
    private let prerequisites: [[Int]]

    package init(_ steps: [LaunchStep]) throws(StepListError) {
        var prerequisites: [[Int]] = []
        for (index, step) in steps.enumerated() {
            let earlier = steps[..<index]
            guard !earlier.contains(where: { $0.id == step.id }) else { throw .duplicate(step.id) }
            guard step.weight >= 0, step.weight.isFinite else { throw .invalidWeight(step.id) }
            var needed: [Int] = step.after == nil && index > 0 ? [index - 1] : []
            for id in step.after ?? [] {
                guard let place = earlier.firstIndex(where: { $0.id == id }) else {
                    throw .unknownPrerequisite(step: step.id, missing: id)
                }
                needed.append(place)
            }
            prerequisites.append(needed)
        }
        self.steps = steps
        self.prerequisites = prerequisites
    }

    /// Steps that run one after the other, whatever they say; each has an id of its own.
    package init(chaining steps: [LaunchStep]) {
        self.steps = steps
        prerequisites = steps.indices.map { $0 > 0 ? [$0 - 1] : [] }
    }

    /// The ids of the steps that have not started and whose prerequisites have all ended, in the list's order.
    ///
    /// - Parameter states: the state of each step of the list.
    package func startable(_ states: [LaunchRecord.Step]) -> [String] {
        zip(states, prerequisites).compactMap { step, needed in
            step.state == .waiting && needed.allSatisfy { states[$0].hasEnded } ? step.step.id : nil
        }
    }

    /// The ids of the steps that the named one waits for.
    package func prerequisites(of id: String) -> [String] {
        steps.firstIndex { $0.id == id }.map { prerequisites[$0].map { steps[$0].id } } ?? []
    }
}
