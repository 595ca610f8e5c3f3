import FoyerCore
import FoyerSystem
import FoyerTUI

/// What somebody needs who is to help with a failed launch: the failure, the steps, the last lines, the terminal. In
/// English, without what looks like a secret, and with `~` for the home folder.
struct FailureDiagnosis {
    /// In bytes; of more lines the oldest go. Every terminal's clipboard takes that much.
    static let longest = 16 << 10
    /// In columns.
    private static let longestLine = 500

    let failure: LaunchFailure
    let machine: LaunchMachine
    let notes: [LaunchNote]
    let findings: [Diagnosis.Finding]
    /// The user's own folder; empty if there is none.
    let home: String

    /// Lines of safe text, each with its end.
    func text(at now: Instant) -> [UInt8] {
        let page = LaunchDetails(machine: machine, notes: notes, language: .english).page(at: now)
        let head = [section("Foyer diagnosis", failed), section("Steps", page.steps.map(Self.line))].joined()
        let log = section("Log", page.log.map { "\(DetailsPage.time($0.time))  \($0.text)" })
        let tail = section("Terminal", findings.map { "\($0.name.english): \($0.value.english)" })
        // All at once: what is a secret in one line is one in each.
        let (lines, count) = SecretFilter.filter((head + log + tail).map(withoutHome))
        let said = count == 0 ? [] : ["Taken out, since they look like secrets: \(count)", ""]
        let (first, last) = (Self.bytes(lines.prefix(head.count)), Self.bytes(lines.suffix(tail.count) + said))
        var middle = Self.bytes(lines[head.count..<head.count + log.count])
        var surplus = first.count + last.count + middle.count - Self.longest
        while surplus > 0, let end = middle.firstIndex(of: 0x0A) {
            surplus -= end + 1
            middle.removeFirst(end + 1)
        }
        return first + middle + last
    }

    private var failed: [String] {
        let words = Language.english
        let name = machine.info.map { "program: \($0.appName) (\($0.appID))" }
        return [
            "error: \(failure.code.rawValue) \(words.message(failure))", "cause: \(words[failure.reason])",
            "advice: \(words.advice(failure))",
        ] + [name].compactMap { $0 }
    }

    private static func line(_ step: StepDetail) -> String {
        let times = [step.start, step.end].compactMap { $0 }.map { DetailsPage.time($0).string }
        return "\(step.label): \(step.state)" + (times.isEmpty ? "" : ", \(times.joined(separator: " to "))")
    }

    private func section(_ title: String, _ lines: [String]) -> [String] { [title] + lines + [""] }

    private static func bytes(_ lines: some Sequence<String>) -> [UInt8] {
        Array(lines.map { SafeText($0).prefix(columns: longestLine, ellipsis: .ellipsis).string + "\n" }.joined().utf8)
    }

    private func withoutHome(_ line: String) -> String {
        home.isEmpty || home == "/" ? line : line.replacing(home, with: "~")
    }
}

/// Keeps a diagnosis in a file, and knows the terminal that it may be copied to.
package struct DiagnosisKeeper: Sendable {
    /// What became of the file: its path, or why there is none.
    package typealias Kept = Result<String, DiskError>

    /// What the terminal is and can do.
    let findings: @Sendable () -> [Diagnosis.Finding]
    let clipboard: @Sendable () -> ClipboardWay
    /// Writes the file; called on a thread that may wait for a disk.
    let keep: @Sendable ([UInt8]) -> Kept
    var home = Places.variable("HOME") ?? ""

    static let fileName = "diagnosis.txt"

    /// Of what a terminal shows, which learns more about it meanwhile.
    package static func live(
        _ presentation: @escaping @Sendable () -> Presentation, places: Places, disk: Disk = .real
    ) -> DiagnosisKeeper {
        DiagnosisKeeper(
            findings: { presentation().diagnosis(places).findings }, clipboard: { presentation().clipboard },
            keep: { text in
                let file = places.state + "/" + fileName
                do throws(DiskError) {
                    try places.make(places.state)
                    try Store(places.state, depth: 1, .bytes, largest: .max, disk: disk).write(text, to: fileName)
                    return .success(file)
                } catch {
                    return .failure(error.operation == .use ? error : DiskError(.use, file, error.code))
                }
            })
    }

    /// The path as people write it.
    func shown(_ path: String) -> String {
        !home.isEmpty && path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
    }
}

extension Language {
    /// What became of a diagnosis; nothing that is not certain.
    func told(_ kept: DiagnosisKeeper.Kept, as path: (String) -> String, _ clipboard: ClipboardWay) -> SafeText {
        let file: Phrase =
            switch kept {
            case .success(let name):
                Phrase("Kept in \(path(name)).")
            case .failure(let failure):
                Phrase("It could not be kept: \(failure.cause).")
            }
        let copy: Phrase? =
            switch clipboard {
            case .none: nil
            case .asked:
                Phrase("The terminal was asked to copy it; not every terminal does.")
            case .open: Phrase("Sent to the terminal's clipboard.")
            }
        let gap = self == .english ? " " : ""
        return SafeText(self[file].string + (copy.map { gap + self[$0].string } ?? ""))
    }
}
