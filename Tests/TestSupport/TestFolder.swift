import Foundation
import FoyerSystem

/// A folder that goes with the value, and the places of a user who lives in it.
public final class TestFolder: Sendable {
    public let path: String

    public init() {
        path = FileManager.default.temporaryDirectory.path + "/foyer-" + UUID().uuidString
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    public var places: Places {
        let path = path
        return Places { $0 == "HOME" ? path : nil }
    }

    public func write(_ text: String, to name: String) throws {
        let file = path + "/" + name
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    }
}
