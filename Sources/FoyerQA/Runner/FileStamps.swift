import FoyerSystem

/// When files were last written, to tell which have been saved since.
package struct FileStamps: Sendable {
    private struct Stamp: Equatable, Sendable {
        let seconds, nanoseconds, size: Int
    }

    private var stamps: [String: Stamp] = [:]

    package init(_ files: some Sequence<String>) {
        for file in files { stamps[file] = Self.stamp(file) }
    }

    private static func stamp(_ file: String) -> Stamp? {
        UserFile.status(file).map {
            Stamp(seconds: $0.st_mtim.tv_sec, nanoseconds: $0.st_mtim.tv_nsec, size: Int($0.st_size))
        }
    }

    /// Of these files, those that are new or were saved since the last time. One that is gone is none: many editors
    /// put another in its place.
    package mutating func saved(_ files: some Sequence<String>) -> Set<String> {
        var saved: Set<String> = []
        for file in files {
            guard let stamp = Self.stamp(file), stamp != stamps[file] else { continue }
            stamps[file] = stamp
            saved.insert(file)
        }
        return saved
    }
}
