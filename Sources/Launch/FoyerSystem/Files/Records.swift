import FoyerCore
import Glibc

/// Small files of ours in a folder of ours, for the user alone.
///
/// Each is there whole, as it was or as it is now, however many processes write at once and wherever one is killed.
/// Changes are made one at a time under the folder's lock; readers take none.
///
/// ```swift
/// let records = Records(.init(largest: 4_096), path: places.state + "/popups", depth: 2)
/// try records.change { (held) throws(DiskError) in
///     try held.write(counted(held.read("visits")), to: "visits")
/// }
/// ```
package struct Records: Sendable {
    /// What a file holds around the record: a version of its form, and what reveals damage.
    package struct Seal: Sendable {
        /// The record is the file. It tells by its own form whether it is whole.
        package static let none = Seal(close: { $0 }, open: { $0 })

        let close: @Sendable ([UInt8]) -> [UInt8]
        let open: @Sendable ([UInt8]) -> [UInt8]?

        /// - Parameters:
        ///   - close: makes a file of a record.
        ///   - open: the record of a file; `nil` if it is damaged, or of a form that this version does not know.
        package init(
            close: @escaping @Sendable ([UInt8]) -> [UInt8], open: @escaping @Sendable ([UInt8]) -> [UInt8]?
        ) {
            (self.close, self.open) = (close, open)
        }
    }

    /// How much is kept. Of more, the records that were used longest ago go.
    package struct Bound: Sendable {
        let count: Int
        let bytes: Int
        let isCounted: @Sendable (_ name: String) -> Bool

        /// - Parameters:
        ///   - bytes: of all files together.
        ///   - isCounted: the names of the records that may go. Other files stay.
        package init(count: Int = .max, bytes: Int = .max, _ isCounted: @escaping @Sendable (String) -> Bool) {
            (self.count, self.bytes, self.isCounted) = (count, bytes, isCounted)
        }

        /// Of records that are named by a digest.
        package static func digests(_ digits: Int, count: Int = .max, bytes: Int = .max) -> Bound {
            Bound(count: count, bytes: bytes) { $0.utf8.count == digits && $0.utf8.allSatisfy(Hexadecimal.isDigit) }
        }
    }

    /// The rules for the records of a folder.
    package struct Policy: Sendable {
        /// Bytes of a file; a larger one counts as damaged.
        let largest: Int
        let seal: Seal
        let bound: Bound?
        /// Whether a record that has been read counts as used.
        let readingIsUse: Bool
        /// Whether a record must survive a power failure. A cache whose seal reveals damage can do without.
        let isSynced: Bool

        package init(
            largest: Int, seal: Seal = .none, bound: Bound? = nil, readingIsUse: Bool = false, isSynced: Bool = true
        ) {
            self.largest = largest
            self.seal = seal
            self.bound = bound
            self.readingIsUse = readingIsUse
            self.isSynced = isSynced
        }
    }

    /// What there is under a name.
    package enum Found: Equatable, Sendable {
        case nothing, damaged
        case whole([UInt8])
    }

    package let path: String
    private let policy: Policy
    private let depth: Int
    private let disk: Disk

    /// - Parameter depth: how many of the path's last components are folders of ours, which no one else may write to.
    package init(_ policy: Policy, path: String, depth: Int, disk: Disk = .real) {
        self.policy = policy
        self.path = path
        self.depth = depth
        self.disk = disk
    }

    /// A record; `nil` if there is none, or it is damaged.
    package func read(_ name: String) -> [UInt8]? {
        guard case .whole(let bytes) = try? find(name) else { return nil }
        return bytes
    }

    /// - Throws: if there is a folder, but it cannot be used.
    package func find(_ name: String) throws(DiskError) -> Found {
        guard let folder = try existing() else { return .nothing }
        return HeldRecords(policy, in: folder).find(name)
    }

    /// The names of all regular files.
    package func names() throws(DiskError) -> [String] {
        try existing()?.entries().filter { $0.kind == .file }.map(\.name) ?? []
    }

    /// The file of a record, for those who read a part of it.
    package func file(_ name: String) throws(DiskError) -> OpenFile {
        try Folder.openOwn(path: path, depth: depth, makes: false, disk: disk).file(name)
    }

    /// Puts a record in place of the former one of that name.
    package func write(_ bytes: [UInt8], to name: String) throws(DiskError) {
        try change { (held) throws(DiskError) in try held.write(bytes, to: name) }
    }

    /// Removes a record if there is one.
    package func remove(_ name: String) throws(DiskError) {
        guard try existing() != nil else { return }
        try change { (held) throws(DiskError) in try held.remove(name) }
    }

    /// Makes changes that depend on what there is. Nobody else changes the records meanwhile.
    package func change<Value>(
        _ body: (HeldRecords) throws(DiskError) -> Value
    ) throws(DiskError) -> Value {
        let folder = try Folder.openOwn(path: path, depth: depth, makes: true, disk: disk)
        try folder.lock()
        defer { folder.unlock() }
        return try body(HeldRecords(policy, in: folder))
    }

    private func existing() throws(DiskError) -> Folder? {
        do { return try Folder.openOwn(path: path, depth: depth, makes: false, disk: disk) } catch {
            if error.code == ENOENT { return nil }
            throw error
        }
    }
}

/// The records of an open folder whose lock the caller holds.
package struct HeldRecords {
    private let policy: Records.Policy
    private let folder: Folder

    package init(_ policy: Records.Policy, in folder: Folder) {
        self.policy = policy
        self.folder = folder
    }

    package func read(_ name: String) -> [UInt8]? {
        guard case .whole(let bytes) = find(name) else { return nil }
        return bytes
    }

    package func find(_ name: String) -> Records.Found {
        do {
            let file = try folder.file(name)
            guard let bytes = policy.seal.open(try file.readAll(limit: policy.largest)) else { return .damaged }
            if policy.readingIsUse { file.touch() }
            return .whole(bytes)
        } catch {
            return error.code == ENOENT ? .nothing : .damaged
        }
    }

    /// Puts a record in place of the former one of that name, or of whatever else has it. Writes nothing if it alone is
    /// over the bound.
    package func write(_ bytes: [UInt8], to name: String) throws(DiskError) {
        let file = policy.seal.close(bytes)
        if let bound = policy.bound, file.count > bound.bytes { return }
        try folder.replace(name, with: file, isSynced: policy.isSynced)
        try sweep(keeping: name)
    }

    package func remove(_ name: String) throws(DiskError) { try folder.removeTree(name) }

    /// Removes what killed processes left, and what is over the bound.
    private func sweep(keeping kept: String) throws(DiskError) {
        var others: [Folder.Entry] = []
        for entry in try folder.entries() {
            if entry.name.hasPrefix(Folder.temporaryPrefix) {
                // Whoever wrote it has died: the lock is ours.
                try folder.removeTree(entry.raw)
            } else if entry.name != kept, policy.bound?.isCounted(entry.name) == true {
                others.append(entry)
            }
        }
        if let bound = policy.bound { try trim(others, to: bound, beside: kept) }
    }

    private func trim(_ others: [Folder.Entry], to bound: Records.Bound, beside kept: String) throws(DiskError) {
        // What is not counted takes nobody's place.
        let places = bound.isCounted(kept) ? bound.count - 1 : bound.count
        guard others.count > places || bound.bytes < .max else { return }
        var total = Int(folder.status(of: kept)?.st_size ?? 0)
        let known = others.compactMap { entry in folder.status(of: entry.raw).map { (entry: entry, status: $0) } }
            .sorted { Self.isNewer($0.status.st_mtim, $1.status.st_mtim) }
        for (index, other) in known.enumerated() {
            total += Int(other.status.st_size)
            if index >= places || total > bound.bytes { try folder.removeTree(other.entry.raw) }
        }
    }

    private static func isNewer(_ left: timespec, _ right: timespec) -> Bool {
        (left.tv_sec, left.tv_nsec) > (right.tv_sec, right.tv_nsec)
    }
}
