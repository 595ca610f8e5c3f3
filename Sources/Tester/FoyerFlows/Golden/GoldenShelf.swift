import Foyer
import FoyerGolden
import FoyerStage
import FoyerSystem
import FoyerTrace
import Glibc

/// How a flow's golden screens are kept.
package struct GoldenOrder: Sendable {
    package enum Rule: Sendable {
        /// Nothing is written, and a missing one is a failure.
        case frozen
        /// Missing ones are written.
        case record
        /// Those that differ are written as well.
        case update
        /// Nothing is written, and nothing fails: somebody decides later.
        case collect
        /// They are not compared.
        case off
    }

    package var rule = Rule.frozen
    /// Of all its screens.
    var masks: [GoldenMask] = []
    /// What is in a file's name beside its size: the theme or the language of a flow that is played in several.
    var variant: [String] = []
    /// The size that this play began in, of a flow that is played in several: after a `resize` it is in the name as well.
    var start: CellSize?
}

/// A step that compares the screen.
struct GoldenStep: Sendable {
    var name: String
    var masks: [GoldenMask] = []
}

/// What became of one golden screen.
package struct GoldenOutcome: Sendable {
    package enum State: Sendable {
        case same
        /// There was no file.
        case new
        case differs(GoldenDifference)
        /// It was written; whether there was another before.
        case written(isUpdate: Bool)
    }

    /// The file's path.
    package let path: String
    package internal(set) var state: State
    /// What stood there, masked.
    package let screen: GoldenScreen
    /// Where a test that compares screens itself has left it.
    var pending: String?

    package var bytes: [UInt8] { GoldenText.print(screen) }
    var isNews: Bool {
        switch state {
        case .new, .differs: true
        case .same, .written: false
        }
    }
}

/// The golden files of a flow while it is played: what was agreed, and what was seen.
struct GoldenShelf: Sendable {
    private let order: GoldenOrder
    private let folder: String
    /// The bytes of each file by its name, or why it could not be read. Most are the bytes of what is seen, and need not be
    /// parsed.
    private var files: [String: Result<[UInt8], DiskError>] = [:]
    /// Why the folder's names are unknown. A folder that does not exist holds no files.
    private var folderError: DiskError?
    private(set) var outcomes: [GoldenOutcome] = []

    /// Reads what lies beside the flow.
    init(_ scenario: Scenario) {
        (order, folder) = (scenario.goldens, GoldenFiles.folder(of: scenario.file))
        let names = Set(scenario.steps.compactMap { $0.action.golden?.name })
        if order.rule == .off || names.isEmpty { return }
        do {
            let entries = try Folder.open(path: folder, makes: false, disk: .real).entries()
            for name in entries.map(\.name) where name.hasSuffix(GoldenText.ending) {
                // A driver names its screens as it goes on, so its step without a name reads all.
                guard names.contains(where: { $0.isEmpty || name.hasPrefix($0 + ".") }) else { continue }
                let path = folder + "/" + name
                files[name] = Result { () throws(DiskError) in
                    try UserFile.read(path, limit: GoldenText.largest)
                }
            }
        } catch {
            if error.code != ENOENT { folderError = error }
        }
    }

    /// The bytes of a golden file; `nil` if there is none.
    ///
    /// - Throws: every other reason why it cannot be read.
    private func bytes(of name: String) throws(DiskError) -> [UInt8]? {
        if let folderError { throw folderError }
        do { return try files[name]?.get() } catch {
            // A link that leads nowhere.
            if error.code == ENOENT { return nil }
            throw error
        }
    }

    /// Compares a screen, and remembers what came of it unless that is a failure.
    mutating func judge(_ step: GoldenStep, _ screen: GoldenScreen) -> StepFailure? {
        if order.rule == .off { return nil }
        let name = name(of: step, screen.size)
        let path = folder + "/" + name
        let masked = MaskedScreen(screen, step.masks, others: order.masks)
        // What was seen before under that name counts, whatever becomes of the file.
        if let former = outcomes.first(where: { $0.path == path }) {
            return GoldenDifference(from: former.screen, to: masked).map { .goldenDiffers(path, $0) }
        }
        let isOpen = order.rule == .update || order.rule == .collect
        var state = GoldenOutcome.State.new
        let agreed: [UInt8]?
        do { agreed = try bytes(of: name) } catch { return .goldenUnread(error.path, code: error.code) }
        if let bytes = agreed {
            do {
                let difference = try Self.difference(from: bytes, to: masked)
                if let difference, !isOpen { return .goldenDiffers(path, difference) }
                state = difference.map { .differs($0) } ?? .same
            } catch {
                if order.rule != .update { return .goldenFlawed(path, error) }
            }
        } else if order.rule == .frozen {
            return .goldenMissing(path)
        }
        outcomes.append(GoldenOutcome(path: path, state: state, screen: masked.screen))
        return nil
    }

    private func name(of step: GoldenStep, _ size: CellSize) -> String {
        // Plays that meet in one size may show different screens there.
        let start = order.start.flatMap { $0 == size ? nil : "from-\($0.inFileNames)" }
        return ([step.name, size.inFileNames] + [start].compactMap { $0 } + order.variant).joined(separator: ".")
            + GoldenText.ending
    }

    private static func difference(
        from bytes: [UInt8], to masked: MaskedScreen
    ) throws(GoldenText.Problem) -> GoldenDifference? {
        if bytes == GoldenText.print(masked.screen) { return nil }
        return GoldenDifference(from: try GoldenText.parse(bytes), to: masked)
    }
}

/// The files of golden screens, in a folder beside each flow.
package enum GoldenFiles {
    /// `flows/cable.screens` for `flows/cable.yaml`.
    static func folder(of flow: String) -> String {
        let name = PathParts(flow).name
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        let folder = SourceFolder.of(flow)
        return (folder == "." && !flow.hasPrefix("./") ? "" : folder == "/" ? "/" : folder + "/") + stem + ".screens"
    }

    /// Two screens, to be compared. A trace has only exact colours: beside one, a terminal's own are what it shows for them.
    ///
    /// - Parameter place: one of the recordings' markers; `nil` for their ends.
    package static func screens(
        _ old: String, _ new: String, at place: String? = nil
    ) throws(LocalizedFailure) -> (old: GoldenScreen, new: GoldenScreen) {
        var (one, two) = (try screen(old, at: place), try screen(new, at: place))
        if old.hasSuffix(TracePage.ending) { two.show(as: one) }
        if new.hasSuffix(TracePage.ending) { one.show(as: two) }
        return (one, two)
    }

    /// The screen of a golden file, or the last one of a recording or a trace.
    ///
    /// - Parameter place: one of the recording's markers; `nil` for its end.
    package static func screen(_ path: String, at place: String? = nil) throws(LocalizedFailure) -> GoldenScreen {
        let bytes: [UInt8]
        let isGolden = !path.hasSuffix(".cast") && !path.hasSuffix(TracePage.ending)
        do {
            bytes = try UserFile.read(path, limit: isGolden ? GoldenText.largest : RecordedRun.largest)
        } catch {
            throw .notRead(path, error.code)
        }
        if path.hasSuffix(TracePage.ending) {
            guard let scene = (try? TracePage.tracks(in: bytes))?.last.flatMap({ Array($0).last }) else {
                throw LocalizedFailure(.inFile(path, .noTraceThere))
            }
            let beside = scene.surroundings
            return GoldenScreen(scene.screen, cursor: beside.cursor, title: beside.title)
        }
        guard path.hasSuffix(".cast") else {
            do { return try GoldenText.parse(bytes) } catch { throw LocalizedFailure(.goldenFlawed(path, error)) }
        }
        let run: RecordedRun
        do { run = try RecordedRun(bytes) } catch { throw LocalizedFailure(.inFile(path, error.cause)) }
        guard let end = run.end(at: place) else { throw LocalizedFailure(.noMarker(place ?? "", in: path)) }
        return try run.shown(until: end, theme: nil).golden
    }

    /// Writes a golden file whole, with its folder.
    package static func write(_ outcome: GoldenOutcome, disk: Disk = .real) throws(DiskError) {
        _ = try Folder.open(path: SourceFolder.of(outcome.path), makes: true, mode: 0o777, disk: disk)
        try UserFile.replace(outcome.path, with: outcome.bytes, disk: disk)
    }

    /// The screens below some folders that tests of one's own have left beside their golden files: `error.80x24.txt.new`.
    ///
    /// - Throws: which of the files cannot be read. A golden file that does not exist is no error.
    package static func pending(in folders: [String]) throws(LocalizedFailure) -> [GoldenOutcome] {
        var outcomes: [GoldenOutcome] = []
        for folder in folders {
            let names = (try? AssetFolder(path: folder).files(under: ".")) ?? []
            for name in names.filter({ $0.hasSuffix(GoldenText.ending + GoldenText.pending) }).sorted() {
                let pending = folder + "/" + name
                let path = String(pending.dropLast(GoldenText.pending.count))
                let new = try screen(pending)
                var outcome = GoldenOutcome(path: path, state: .new, screen: new)
                if UserFile.status(path) != nil || errno != ENOENT {
                    outcome.state = GoldenDifference(from: try screen(path), to: new).map { .differs($0) } ?? .same
                }
                outcome.pending = pending
                outcomes.append(outcome)
            }
        }
        return outcomes
    }

    /// The golden files that no step of the flows names, in order. Only flows that have passed whole count.
    ///
    /// - Parameter results: those of a run, each flow with all its variants.
    package static func unnamed(_ results: [ScenarioResult]) -> [String] {
        let flows = Dictionary(grouping: results, by: \.file)
        return flows.sorted { $0.key < $1.key }.flatMap { file, results -> [String] in
            guard results.allSatisfy(\.hasPassed), results.contains(where: { !$0.goldens.isEmpty }) else { return [] }
            let folder = folder(of: file)
            let named = Set(results.flatMap { $0.goldens.map(\.path) })
            return Folder.names(in: folder).filter { $0.hasSuffix(GoldenText.ending) }.map { folder + "/" + $0 }
                .filter { !named.contains($0) }.sorted()
        }
    }
}

extension ScenarioResult {
    /// Writes the golden screens that its rule lets it write.
    mutating func keepGoldens(_ rule: GoldenOrder.Rule, disk: Disk = .real) {
        guard rule == .record || rule == .update else { return }
        for (index, outcome) in goldens.enumerated() where outcome.isNews {
            do {
                try GoldenFiles.write(outcome, disk: disk)
                if case .differs = outcome.state {
                    goldens[index].state = .written(isUpdate: true)
                } else {
                    goldens[index].state = .written(isUpdate: false)
                }
            } catch {
                failure =
                    failure
                    ?? .init(
                        step: nil, reason: .other(.fileNotWritten(outcome.path, SystemError.cause(error.code))))
            }
        }
    }

    /// What was written, a sentence each.
    package var goldenNotes: [Phrase] {
        (isUncompared ? [.goldensUncompared(file)] : [])
            + goldens.compactMap { outcome in
                guard case .written(let isUpdate) = outcome.state else { return nil }
                return isUpdate ? .goldenUpdated(outcome.path) : .goldenWritten(outcome.path)
            }
    }
}

extension CellSize {
    /// Such as `80x24`.
    var inFileNames: String { "\(columns)x\(rows)" }
}

extension GoldenScreen {
    /// Gives a terminal's own colours the values that they have in a trace.
    fileprivate mutating func show(as trace: GoldenScreen) {
        let grounds = Set(trace.places.map(\.style.background))
        let palettes = [DisplaySettings.Theme.dark, .light].map { Palette.fitting($0, ground: nil) }
        guard let palette = palettes.first(where: { grounds.contains($0[.ground]) }) else { return }
        for index in places.indices {
            places[index].style.foreground = places[index].style.foreground ?? palette[.text]
            places[index].style.background = places[index].style.background ?? palette[.ground]
        }
    }
}
