import FoyerCore

/// The rules for one path inside a package.
enum ZipName {
    /// The path without a folder's final slash.
    static func validate(_ raw: [UInt8], isMarkedUTF8: Bool) throws(ZipRefusal.Reason) -> (path: String, isFolder: Bool)
    {
        guard !raw.isEmpty else { throw .nameEmpty }
        guard raw.count <= PackageLimits.nameLength else { throw .nameTooLong }
        guard isMarkedUTF8 || raw.allSatisfy({ $0 < 0x80 }), let name = String(validating: raw, as: UTF8.self) else {
            throw .nameNotUTF8
        }
        let isFolder = raw.last == UInt8(ascii: "/")
        let path = isFolder ? String(name.unicodeScalars.dropLast()) : name
        try validate(path: path)
        return (path, isFolder)
    }

    /// Also applies to the path of a remote resource, which is in the same tree.
    static func validate(path: String) throws(ZipRefusal.Reason) {
        let bytes = Array(path.utf8)
        if bytes.first == UInt8(ascii: "/") { throw .nameAbsolute }
        guard !bytes.isEmpty else { throw .nameEmpty }
        guard bytes.count <= PackageLimits.nameLength else { throw .nameTooLong }
        if bytes.contains(UInt8(ascii: "\\")) { throw .nameHasBackslash }
        if bytes.count >= 2, bytes[1] == UInt8(ascii: ":"), bytes[0].isASCIILetter { throw .nameHasDrive }
        guard path.unicodeScalars.allSatisfy(isVisible) else { throw .nameHasControl }
        let components = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard components.count <= PackageLimits.depth else { throw .nameTooDeep }
        for component in components {
            if component.isEmpty { throw .nameHasEmptyComponent }
            if component.allSatisfy({ $0 == UInt8(ascii: ".") }), component.count <= 2 { throw .nameClimbs }
        }
        if folded(path).utf8.starts(with: PackageLimits.reservedPrefix.utf8) { throw .nameReserved }
    }

    /// Two names that a file system may consider equal have the same folded name: strings compare by canonical
    /// equivalence, and folding down, up and down again covers ẞ, ß and ſ too.
    static func folded(_ path: String) -> String {
        let lower = path.lowercased()
        return lower.utf8.allSatisfy { $0 < 0x80 } ? lower : lower.uppercased().lowercased()
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F }
        return switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
        case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
        default: !scalar.properties.isNoncharacterCodePoint
        }
    }
}

/// The names of a tree so far: finds duplicates, also those that only another file system would have.
struct ZipNames {
    private enum Node: Equatable {
        case file
        case folder
        /// A folder that is only implied by a path in it.
        case impliedFolder
    }

    private var nodes: [String: (spelling: String, node: Node)] = [:]
    /// The folder of the previous path, since consecutive paths are mostly in the same one.
    private var parent = ""

    mutating func insert(_ path: String, isFolder: Bool) throws(ZipRefusal.Reason) {
        let slash = UInt8(ascii: "/")
        if let end = path.utf8.lastIndex(of: slash), !path.utf8[..<end].elementsEqual(parent.utf8) {
            for (index, byte) in zip(path.utf8.indices, path.utf8) where byte == slash {
                try insert(path: String(path[..<index]), as: .impliedFolder)
            }
            parent = String(path[..<end])
        }
        try insert(path: path, as: isFolder ? .folder : .file)
    }

    private mutating func insert(path: String, as node: Node) throws(ZipRefusal.Reason) {
        let key = ZipName.folded(path)
        guard let known = nodes[key] else {
            nodes[key] = (path, node)
            return
        }
        guard known.spelling.utf8.elementsEqual(path.utf8) else { throw .collision }
        switch (known.node, node) {
        case (.file, .file), (.folder, .folder): throw .duplicate
        case (.file, _), (_, .file): throw .fileAndFolder
        case (.impliedFolder, .folder): nodes[key] = (path, .folder)
        case (_, .impliedFolder): break
        }
    }
}
