import Glibc

/// A program in its surroundings: what it is called, and how its two sides compare.
struct DifferentialCell: Sendable {
    let program: CellProgram
    let surroundings: CellSurroundings

    var name: String { "\(program.name) · \(surroundings.name)" }

    /// Every program in a few surroundings, the one that looks around it in all, and those that are known to be hard.
    var isCore: Bool {
        if program.name == "look" { return true }
        let isSteady = program.isCore && surroundings.isCore
        switch surroundings.conduct {
        case .script:
            let always = ["terminal", "| cat", ">f 2>&1", "2>f", "| cat >f"]
            return program.isCore && always.contains(surroundings.name)
                || isSteady && Self.widely.contains(program.name)
                || program.name == "DA1, 0.7 s" && surroundings.name.contains("answers")
        case .shell(_, let job):
            return job != .foreground && (program.canStop || program.goesOnInBackground)
                || isSteady && Self.widely.contains(program.name)
        }
    }

    /// Programs that run in all surroundings that are not drawn.
    private static let widely = [
        "out and err in turns", "sleep &", "cat <(echo hi)", "signal 15", "exit 3", "/dev/tty password",
    ]

    /// Whether it makes sense: keys reach it where it wants some, and so on.
    var isSensible: Bool {
        if surroundings.isForKeys && program.dialogue.isEmpty { return false }
        if !program.dialogue.isEmpty && !surroundings.keys.contains(program.keys) { return false }
        if program.leaves && surroundings.endsLeavers { return false }
        if program.needsFolder && surroundings.name == "a folder that has gone" { return false }
        if program.isBig ? !surroundings.takesMuch : surroundings.wantsMuch { return false }
        if program.readsInput && surroundings.inputIsTerminal { return false }
        if case .shell(_, let job) = surroundings.conduct {
            switch job {
            case .foreground: break
            case .background:
                if program.isBig || program.leavesLineOpen { return false }
                if !program.dialogue.isEmpty || program.leaves { return false }
            case .stopAndForeground, .killedAndForeground:
                if program.dialogue.isEmpty || !program.canStop { return false }
            case .stopAndBackground: if !program.goesOnInBackground { return false }
            }
        }
        return true
    }

    /// Programs that are not installed.
    var missing: [String] {
        (program.needs + surroundings.needs).filter { name in
            !["/usr/bin/", "/bin/", "/usr/sbin/"].contains { access($0 + name, X_OK) == 0 }
        }
    }

    /// How often a cell that differs is run again: one that differs twice fails.
    private static let moreRuns = 4

    /// On a busy machine a command that fails may take long enough for a splash or a line, and then its failure is told:
    /// so often it gets another chance.
    private static let chances = 8

    /// Runs both sides, and looks at what is not the same.
    ///
    /// - Parameter judged: what stands before the command, such as `foyer run --`.
    func compare(in folder: CellFolder, judged: String = Judged.foyer) -> CellOutcome {
        defer { CellFolder.removeAll(folder.root) }
        func side(_ prefix: String, _ model: Observation?) -> Observation {
            CellSide(
                program: program, surroundings: surroundings, prefix: prefix, folder: folder, model: model
            ).observe()
        }
        // As long as the other: what a shell has read of its script is seen in the descriptor.
        let nothing = String(repeating: " ", count: judged.utf8.count)
        let bare = side(nothing, nil)
        func under() -> Observation {
            var ours = side(judged, bare)
            for _ in 0..<Self.chances where ours["page"] != nil { ours = side(judged, bare) }
            return ours
        }
        let ours = under()
        let isDirect = surroundings.isDirect
        let (left, right) = (
            AllowedDifference.erased(bare, isDirect: isDirect), AllowedDifference.erased(ours, isDirect: isDirect)
        )
        var different = left.differences(from: right)
        // Of a run that came to no end only that is said, and what it had shown.
        if different.contains("course") {
            different.removeAll { $0 != "course" && (left[$0] == nil || right[$0] == nil) }
        }
        // What the bare program does now so, now so, says nothing. What differs under Foyer, and in none of the next runs,
        // is said, and fails nothing: nobody could bisect it.
        var (unsteady, seldom) = ([String](), different)
        different = []
        for _ in 0..<Self.moreRuns where !seldom.isEmpty {
            let again = AllowedDifference.erased(side(nothing, nil), isDirect: isDirect)
            unsteady += seldom.filter { left[$0] != again[$0] }
            seldom.removeAll { unsteady.contains($0) }
            if seldom.isEmpty { break }
            let oursAgain = AllowedDifference.erased(under(), isDirect: isDirect)
            different += seldom.filter { left[$0] != oursAgain[$0] }
            seldom.removeAll { different.contains($0) }
        }
        return CellOutcome(
            cell: name,
            differences: different.map { CellDifference(aspect: $0, bare: left[$0], ours: right[$0]) },
            unsteady: unsteady, seldom: seldom, course: left["course"],
            wasAllowed: !bare.differences(from: ours).isEmpty)
    }
}

/// What one thing was on either side.
struct CellDifference: Sendable, CustomStringConvertible {
    let aspect: String
    let bare: String?
    let ours: String?

    var description: String {
        let (left, right) = Self.aroundTheFirstDifference(bare ?? "nothing", ours ?? "nothing")
        return "\(aspect): bare “\(left)”, under Foyer “\(right)”"
    }

    private static func aroundTheFirstDifference(_ left: String, _ right: String) -> (String, String) {
        let (left, right) = (Array(left), Array(right))
        var same = 0
        while same < min(left.count, right.count), left[same] == right[same] { same += 1 }
        func piece(_ text: [Character]) -> String {
            let begin = max(0, same - 24)
            let end = min(text.count, same + 96)
            let shown = begin < end ? String(text[begin..<end]).replacing("\n", with: "⏎") : ""
            return (begin > 0 ? "…" : "") + shown + (end < text.count ? "…" : "")
        }
        return (piece(left), piece(right))
    }
}

/// How a cell went.
struct CellOutcome: Sendable {
    let cell: String
    let differences: [CellDifference]
    /// What differed between two bare runs too.
    let unsteady: [String]
    /// What differed in one run under Foyer alone.
    let seldom: [String]
    /// What went wrong on the bare side: then the cell shows little.
    let course: String?
    let wasAllowed: Bool

    var lines: [String] { differences.map { "✗ \(cell) · \($0)" } }
}

/// The program that is judged: ours, unless the environment names another.
enum Judged {
    static let foyer = program + " run --"
    /// The same as one line below what the command writes.
    static let inOneLine = program + " run --line --"
    private static let program = Environment.text("FOYER_PROGRAM") ?? Products.foyer
}
