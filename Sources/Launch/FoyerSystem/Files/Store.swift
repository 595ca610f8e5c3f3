import FoyerCore
import Glibc

/// Values of one type in a folder of ours, a small file for each, for the user alone.
///
/// Each file is whole, as it was or as it is now, however many processes write at once and wherever one is killed.
/// Changes are made one at a time under the folder's lock; readers take none.
///
/// ```swift
/// let notes = Store(places.state + "/notes", depth: 2, .bytes, largest: 4_096)
/// try notes.change { (held) throws(DiskError) in try held.write((held.read("today") ?? []) + line, to: "today") }
/// ```
package struct Store<Value>: Sendable {
    package let path: String
    private let depth: Int
    private let disk: Disk
    fileprivate let format: StoreFormat<Value>
    fileprivate let largest: Int
    fileprivate let bound: StoreBound?
    fileprivate let readingIsUse: Bool
    fileprivate let isSynced: Bool

    /// - Parameters:
    ///   - depth: how many of the path's last components are folders of ours, which no one else may write to.
    ///   - largest: bytes of a file; a larger one counts as damaged.
    ///   - readingIsUse: whether a value that has been read counts as used.
    ///   - isSynced: whether a value must survive a power failure. A cache whose format reveals damage can do without.
    package init(
        _ path: String, depth: Int, _ format: StoreFormat<Value>, largest: Int, bound: StoreBound? = nil,
        readingIsUse: Bool = false, isSynced: Bool = true, disk: Disk = .real
    ) {
        self.path = path
        self.depth = depth
        self.format = format
        self.largest = largest
        self.bound = bound
        self.readingIsUse = readingIsUse
        self.isSynced = isSynced
        self.disk = disk
    }

    /// The value of that name; `nil` if there is none, or it is damaged.
    package func read(_ name: String) -> Value? { try? find(name).value }

    /// - Throws: if there is a folder, but it cannot be used.
    package func find(_ name: String) throws(DiskError) -> StoredValue<Value> {
        guard PlainName.isValid(name), let folder = try existing() else { return .nothing }
        return held(in: folder).find(name)
    }

    /// The names of all regular files.
    package func names() throws(DiskError) -> [String] {
        try existing()?.entries().filter { $0.kind == .file }.map(\.name) ?? []
    }

    /// Puts a value in place of the former one of that name.
    package func write(_ value: Value, to name: String) throws(DiskError) {
        guard PlainName.isValid(name) else { throw DiskError(.create, path + "/" + name, EINVAL) }
        try change { (held) throws(DiskError) in try held.write(value, to: name) }
    }

    /// Removes a value if there is one.
    package func remove(_ name: String) throws(DiskError) {
        guard PlainName.isValid(name), try existing() != nil else { return }
        try change { (held) throws(DiskError) in try held.remove(name) }
    }

    /// Makes changes that depend on what there is. Nobody else changes the values meanwhile.
    package func change<Result>(
        _ body: (HeldStore<Value>) throws(DiskError) -> Result
    ) throws(DiskError) -> Result {
        let folder = try Folder.openOwn(path: path, depth: depth, makes: true, disk: disk)
        try folder.lock()
        defer { folder.unlock() }
        return try body(held(in: folder))
    }

    /// The same values in a folder that the caller has opened and locked.
    package func held(in folder: Folder) -> HeldStore<Value> { HeldStore(store: self, folder: folder) }

    private func existing() throws(DiskError) -> Folder? {
        do { return try Folder.openOwn(path: path, depth: depth, makes: false, disk: disk) } catch {
            if error.code == ENOENT { return nil }
            throw error
        }
    }
}

/// Turns a value into the bytes of a file, and back.
package struct StoreFormat<Value>: Sendable {
    package let encode: @Sendable (Value) -> [UInt8]
    /// `nil` for a file that is damaged, or of a form that this version does not know.
    package let decode: @Sendable ([UInt8]) -> Value?

    package init(
        encode: @escaping @Sendable (Value) -> [UInt8], decode: @escaping @Sendable ([UInt8]) -> Value?
    ) {
        (self.encode, self.decode) = (encode, decode)
    }

    /// Another type in the same files.
    package func map<Other>(
        _ encode: @escaping @Sendable (Other) -> Value, _ decode: @escaping @Sendable (Value) -> Other?
    ) -> StoreFormat<Other> {
        StoreFormat<Other>(encode: { self.encode(encode($0)) }, decode: { self.decode($0).flatMap(decode) })
    }
}

extension StoreFormat<[UInt8]> {
    /// The file is the value.
    package static let bytes = StoreFormat(encode: { $0 }, decode: { $0 })
}

extension StoreFormat<String> {
    /// The file is the text in UTF-8.
    package static let text = StoreFormat(
        encode: { Array($0.utf8) }, decode: { String(validating: $0, as: UTF8.self) })
}

extension StoreFormat<JSON> {
    /// One line. Where it is an object, nothing follows the closing brace, so a file that was cut is not JSON.
    package static let json = StoreFormat(encode: { Array($0.jsonText.utf8) }, decode: { try? JSON.parse($0) })
}

/// A limit of a store. Beyond it, the values that were used longest ago are removed.
package struct StoreBound: Sendable {
    let count: Int
    let bytes: Int
    let isCounted: @Sendable (_ name: String) -> Bool

    /// - Parameters:
    ///   - bytes: of all files together.
    ///   - isCounted: the names of the values that may go. Other files stay.
    package init(count: Int = .max, bytes: Int = .max, _ isCounted: @escaping @Sendable (String) -> Bool) {
        (self.count, self.bytes, self.isCounted) = (count, bytes, isCounted)
    }

    /// Of values that are named by a digest.
    package static func digests(_ digits: Int = 64, count: Int = .max, bytes: Int = .max) -> StoreBound {
        StoreBound(count: count, bytes: bytes) { $0.utf8.count == digits && $0.utf8.allSatisfy(Hexadecimal.isDigit) }
    }
}

/// The result of a search for a name.
package enum StoredValue<Value> {
    case nothing, damaged
    case whole(Value)

    package var value: Value? {
        if case .whole(let value) = self { value } else { nil }
    }

    package var isDamaged: Bool {
        if case .damaged = self { true } else { false }
    }
}

extension StoredValue: Equatable where Value: Equatable {}

/// The values of an open folder whose lock the caller holds.
package struct HeldStore<Value> {
    fileprivate let store: Store<Value>
    fileprivate let folder: Folder

    package func read(_ name: String) -> Value? { find(name).value }

    package func find(_ name: String) -> StoredValue<Value> {
        do {
            let file = try folder.file(name)
            guard let value = store.format.decode(try file.readAll(limit: store.largest)) else { return .damaged }
            if store.readingIsUse { file.touch() }
            return .whole(value)
        } catch {
            return error.code == ENOENT ? .nothing : .damaged
        }
    }

    /// Puts a value in place of the former one of that name, or of whatever else has it. Writes nothing if it alone is
    /// over the bound.
    package func write(_ value: Value, to name: String) throws(DiskError) {
        let file = store.format.encode(value)
        if let bound = store.bound, file.count > bound.bytes { return }
        try folder.replace(name, with: file, isSynced: store.isSynced)
        try sweep(keeping: name)
    }

    package func remove(_ name: String) throws(DiskError) { try folder.removeTree(name) }

    /// Removes what killed processes left, and what is over the bound.
    private func sweep(keeping kept: String) throws(DiskError) {
        var others: [Folder.Entry] = []
        for entry in try folder.entries() {
            if entry.name.hasPrefix(Folder.temporaryPrefix) {
                // Its writer has died: the lock is ours.
                try folder.removeTree(entry.raw)
            } else if entry.name != kept, store.bound?.isCounted(entry.name) == true {
                others.append(entry)
            }
        }
        if let bound = store.bound { try trim(others, to: bound, beside: kept) }
    }

    private func trim(_ others: [Folder.Entry], to bound: StoreBound, beside kept: String) throws(DiskError) {
        // A value that is not counted needs no place.
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
