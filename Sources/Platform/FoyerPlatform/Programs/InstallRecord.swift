import FoyerCore
import FoyerPlatformCore

/// The contents of a version's folder, so that damage is noticed before anything of it is shown.
struct InstallRecord: Equatable, Sendable {
    struct File: Equatable, Sendable {
        let path: String
        let size: Int
        let checksum: Checksum
    }

    static let fileName = "\(PackageLimits.reservedPrefix)-record"
    /// More than the largest package can need.
    static let sizeLimit = 8 << 20
    private static let file = StoreFormat.lines("foyer-record 1")

    let appID: String
    let version: PackageVersion
    /// Counts the installations of this program; the highest one is current.
    let sequence: Int
    /// The files of the package; those of `version.resources` come in addition.
    let packageFiles: [File]
    /// The pinned key that signed the package, 64 hexadecimal digits; `nil` if none was pinned.
    var signer: String?

    var allFiles: [File] {
        packageFiles + version.resources.map(File.init)
    }

    func encode() -> [UInt8] {
        var lines = [
            "app \(appID)", "sequence \(sequence)", "version \(version.code) \(LineText.escape(version.name))",
            "package \(version.digest)",
        ]
        if let signer { lines.append("signer \(signer)") }
        lines += packageFiles.map { "file \($0.size) \($0.checksum.text) \($0.path)" }
        lines += version.resources.map { "resource \($0.size) \($0.digest) \($0.path)" }
        return InstallRecord.file.encode(lines)
    }
}

extension InstallRecord {
    /// `nil` for anything that `encode` did not write.
    init?(_ bytes: [UInt8]) {
        guard let lines = InstallRecord.file.decode(bytes), lines.count >= 4,
            let app = InstallRecord.fields(lines[0], "app", 1),
            let sequence = InstallRecord.fields(lines[1], "sequence", 1).flatMap({ Int($0[0]) }),
            let version = InstallRecord.fields(lines[2], "version", 2), let code = Int(version[0]),
            let name = LineText.unescape(version[1]), let package = InstallRecord.fields(lines[3], "package", 1)
        else { return nil }
        var files: [File] = []
        var resources: [PackageVersion.Resource] = []
        var rest = lines.dropFirst(4)
        let signer = rest.first.flatMap { InstallRecord.fields($0, "signer", 1) }?.first
        if signer != nil { rest.removeFirst() }
        for line in rest {
            if let file = InstallRecord.fields(line, "file", 3), let size = Int(file[0]),
                let checksum = Checksum(file[1])
            {
                files.append(File(path: file[2], size: size, checksum: checksum))
            } else if let file = InstallRecord.fields(line, "resource", 3), let size = Int(file[0]) {
                resources.append(.init(path: file[2], size: size, digest: file[1]))
            } else {
                return nil
            }
        }
        self.init(
            appID: app[0], version: PackageVersion(code: code, name: name, digest: package[0], resources: resources),
            sequence: sequence, packageFiles: files, signer: signer)
    }

    /// `count` fields after the keyword; the last one takes the rest of the line.
    private static func fields(_ line: String, _ word: String, _ count: Int) -> [String]? {
        let parts = line.utf8.split(
            separator: UInt8(ascii: " "), maxSplits: count, omittingEmptySubsequences: false
        ).map { String(Substring($0)) }
        guard parts.count == count + 1, parts[0] == word else { return nil }
        return Array(parts.dropFirst())
    }

    /// Whether a folder is named like a version's: a readable part, and a digest.
    static func isFolderName(_ name: String) -> Bool {
        let digest = name.utf8.suffix(64)
        return name.utf8.count > 65 && name.utf8.dropLast(64).last == UInt8(ascii: "-")
            && digest.allSatisfy(Hexadecimal.isDigit)
    }

    /// The name of the version's folder: readable, never hidden, and different for different content.
    var folderName: String {
        let readable = version.name.utf8.prefix(64).enumerated().map { index, byte in
            switch byte {
            case UInt8(ascii: ".") where index == 0: UInt8(ascii: "_")
            default: byte.isPlainNameByte ? byte : UInt8(ascii: "_")
            }
        }
        var digest = version.digest
        if !version.resources.isEmpty {
            let parts = version.resources.map { "\($0.digest) \($0.path)" }.sorted()
            digest = SHA256.hexadecimal(of: Array(([digest] + parts).joined(separator: "\n").utf8))
        }
        return "\(String(decoding: readable, as: UTF8.self))-\(digest)"
    }
}

extension InstallRecord.File {
    init(_ resource: PackageVersion.Resource) {
        self.init(path: resource.path, size: resource.size, checksum: .sha256(resource.digest))
    }
}
