import Foyer

/// A launch as a Chrome trace: the steps of the last attempt, and the log of all.
package enum LaunchTrace {
    /// - Parameter hasScreen: whether the launch was drawn: its first attempt begins with the first frame then.
    package static func json(_ record: LaunchRecord, name: String, hasScreen: Bool) -> String {
        let begin = [record.log.first?.instant, record.began].compactMap { $0 }.min() ?? .zero
        var trace = ChromeTrace(process: name, begin: begin)
        for step in record.steps {
            guard let began = step.began else { continue }
            trace.addSpan(
                step.step.id, category: "step", from: began, to: step.ended ?? record.ended ?? began,
                arguments: ["state": .string("\(step.state)")])
        }
        for line in record.log {
            if hasScreen, line.entry == .attemptBegan(1) {
                trace.addMoment("first frame", category: "log", at: line.instant)
            }
            trace.addMoment(line.entry.description, category: "log", at: line.instant)
        }
        return trace.json
    }
}
