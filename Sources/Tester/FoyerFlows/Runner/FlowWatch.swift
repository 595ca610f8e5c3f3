import Foyer
import FoyerPlatform
import FoyerSystem
import Glibc

/// Waits until a file of some flows is saved, and says which flows that concerns.
package struct FlowWatch {
    /// Why flows are to be played.
    package enum News: Equatable, Sendable {
        /// These files of flows, in their order.
        case saved([String])
        /// What the user has typed.
        case all, failed
        case over
    }

    /// Soon enough to be at once, and too seldom to be felt.
    private static let interval = Duration.milliseconds(100)

    private let paths: [String]
    /// The files of each flow: its own, and those of its program.
    private var sources: [(flow: String, files: [String])]
    private var stamps: FileStamps
    private var lines: LineInput?

    /// - Parameters:
    ///   - paths: files and folders, as the user named them.
    ///   - input: where the user types; `nil` if nobody does.
    package init(_ paths: [String], _ flows: [Scenario], input: Int32?) {
        self.paths = paths
        sources = flows.map { ($0.file, $0.sources) }
        stamps = FileStamps(sources.flatMap(\.files))
        lines = input.map { LineInput($0) }
    }

    /// The files of flows that it knows of and that are still there.
    package var flows: [String] { Set(sources.map(\.flow)).filter(UserFile.exists).sorted() }

    /// These flows have been read again.
    package mutating func take(_ flows: [Scenario]) {
        for flow in flows {
            sources.removeAll { $0.flow == flow.file }
            sources.append((flow.file, flow.sources))
        }
    }

    /// What there is to play now; `nil` for nothing.
    package mutating func look() -> News? {
        // A flow that was not there before.
        let files = (try? ScenarioSuite.files(paths)) ?? []
        for file in files where !sources.contains(where: { $0.flow == file }) { sources.append((file, [file])) }
        let saved = stamps.saved(sources.flatMap(\.files))
        // A file is one flow for each of its sizes, and is read for all of them.
        let flows = Set(sources.filter { !saved.isDisjoint(with: $0.files) }.map(\.flow))
        if !flows.isEmpty { return .saved(flows.sorted()) }
        for line in lines?.read() ?? [] {
            switch line {
            case "": return .all
            case "f": return .failed
            case "q": return .over
            default: break
            }
        }
        return lines?.hasEnded == true ? .over : nil
    }

    /// Waits for it on the calling thread.
    package mutating func wait(isOver: () -> Bool) -> News {
        while !isOver() {
            if let news = look() { return news }
            _ = poll(nil, 0, Int32(Self.interval.inSeconds * 1000))
        }
        return .over
    }
}

extension Scenario {
    /// The files by which it is what it is: its own, and those of its program that lie somewhere in the user's folders.
    var sources: [String] { [file] + (program?.sources ?? []) }
}

extension ProgramOrder {
    fileprivate var sources: [String] {
        let copied = files.compactMap { if case .copy(let path) = $0.content { path } else { nil } }
        let places = [base] + (folder.map { [SourceFolder.path($0, below: base)] } ?? [])
        return Set((words + copied).flatMap { word in places.map { SourceFolder.path(word, below: $0) } }).filter {
            file in
            UserFile.status(file).map { $0.st_mode & S_IFMT == S_IFREG } ?? false
        }.sorted()
    }
}

/// When files were last written, to tell which have been saved since.
package struct FileStamps: Sendable {
    private var stamps: [String: FileStamp] = [:]

    package init(_ files: some Sequence<String>) {
        for file in files { stamps[file] = FileStamp(file) }
    }

    /// Of these files, those that are new or were saved since the last time. One that is gone is none: many editors
    /// put another in its place.
    package mutating func saved(_ files: some Sequence<String>) -> Set<String> {
        var saved: Set<String> = []
        for file in files {
            guard let stamp = FileStamp(file), stamp != stamps[file] else { continue }
            stamps[file] = stamp
            saved.insert(file)
        }
        return saved
    }
}
