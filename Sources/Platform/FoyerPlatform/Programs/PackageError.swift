import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// Why a package could not be installed.
package enum PackageError: Error, Equatable, Sendable {
    /// The size differs from the metadata.
    case wrongSize(expected: Int, found: Int)
    /// The digest differs from the metadata.
    case wrongDigest(expected: String, found: String)
    /// A key is pinned, and the package has no valid signature by it.
    case wrongSignature(SignatureFlaw)
    /// The archive failed validation.
    case refused(ZipRefusal)
    /// An entry's content differs from what the archive says.
    case damaged(entry: String, FileFlaw)
    /// A resource's path is not allowed, or its bytes differ from the metadata.
    case resource(path: String, FileFlaw)
    /// The platform offers an older version than the one installed before.
    case rollback(offered: Int, highest: Int)
    /// Another process held the program's lock until the time was over.
    case locked(appID: String)
    /// A running program cannot be changed.
    case inUse(appID: String)
    case invalidAppID
    case cancelled
    case disk(DiskError)

    /// The launch's code, and the cause for the details page. May contain text from outside.
    ///
    /// `nil` for a cancellation, which is not a failure.
    package var failure: LaunchFailure? {
        guard let code else { return nil }
        if case .wrongSignature = self { return LaunchFailure(code, cause, advice: .tellPlatform) }
        return LaunchFailure(code, cause)
    }

    private var code: LaunchCode? {
        switch self {
        case .wrongSize: .downloadFailed
        case .wrongDigest, .wrongSignature, .refused, .damaged: .unzipFailed
        case .resource: .resourcesFailed
        case .rollback: .fetchFailed
        case .locked: .timedOut
        case .inUse, .disk: .unknown
        case .invalidAppID: .notFound
        case .cancelled: nil
        }
    }
}

/// Runs `body` and converts its disk errors to package errors.
func onDisk<Result: ~Copyable>(_ body: @autoclosure () throws(DiskError) -> Result) throws(PackageError) -> Result {
    do { return try body() } catch { throw .disk(error) }
}

/// What is wrong with the content or the place of a file.
package enum FileFlaw: Equatable, Sendable {
    case wrongChecksum, wrongSize, trailingBytes, cutShort, changed, missing, unannounced
    /// With it, the program's files would contain something that a package may not hold.
    case place(ZipRefusal.Reason)

    /// Completes a sentence that begins with the file's name.
    var phrase: Phrase {
        switch self {
        case .wrongChecksum: Phrase("has a wrong checksum")
        case .wrongSize: Phrase("unpacks to the wrong size")
        case .trailingBytes: Phrase("has extra bytes after its content")
        case .cutShort: Phrase("is cut short")
        case .changed: Phrase("is not what was installed")
        case .missing: Phrase("is missing")
        case .unannounced: Phrase("is not what was announced")
        case .place(let reason): reason.phrase
        }
    }
}

/// What is wrong with a package's signature.
package enum SignatureFlaw: Equatable, Sendable {
    case missing, malformed, malformedKey, packageTooLarge, foreign

    var phrase: Phrase {
        switch self {
        case .missing: Phrase("it is missing, and a key is pinned")
        case .malformed: Phrase("it is not 64 bytes in base 64")
        case .malformedKey:
            Phrase("the pinned key is not an Ed25519 key")
        case .packageTooLarge:
            Phrase("the package is too large for one")
        case .foreign:
            Phrase("it does not match the pinned key and these bytes")
        }
    }
}

extension PackageError {
    /// What happened, in every language.
    package var cause: Phrase {
        switch self {
        case .wrongSize(let expected, let found):
            Phrase("The package has \(found) bytes; \(expected) were announced.")
        case .wrongDigest(let expected, let found):
            Phrase("The package's SHA-256 is \(found); \(expected) was announced.")
        case .wrongSignature(let flaw): flaw.cause
        case .refused(let refusal): refusal.cause
        case .damaged(let entry, let flaw): flaw.cause(ofEntry: entry)
        case .resource(let path, let flaw): flaw.cause(ofResource: path)
        case .rollback(let offered, let highest): .olderVersion(offered: offered, highest: highest)
        case .locked(let appID):
            Phrase("Another process is still installing \(appID).")
        case .inUse(let appID):
            Phrase("\(appID) is open in another window; close it first.")
        case .invalidAppID: Phrase("The app id is malformed.")
        case .cancelled: Phrase("Closed.")
        case .disk(let error): error.cause
        }
    }
}

extension FileFlaw {
    fileprivate func cause(ofEntry name: String) -> Phrase {
        Phrase("The package is damaged: \"\(name)\" \(phrase).")
    }

    fileprivate func cause(ofResource path: String) -> Phrase {
        Phrase("The resource \"\(path)\" \(phrase).")
    }
}

extension SignatureFlaw {
    fileprivate var cause: Phrase {
        Phrase("The package's signature is refused: \(phrase).")
    }
}

/// What is wrong with a package, or with a folder that should become one.
extension Phrase {
    package static func notReplaceable(_ path: String) -> Phrase {
        Phrase("\(path) is not a file that a package may replace; choose another name.")
    }

    package static func notForPackages(_ path: String) -> Phrase {
        Phrase("\(path) is neither a file nor a folder. Packages hold no links; copy the file instead.")
    }

    package static let folderWithoutManifest = Phrase("The folder has no manifest.json. Pack the folder that holds it.")

    package static func tooLargeToVerify(limit: Int) -> Phrase {
        Phrase("The package is larger than \(limit) bytes, the limit for signed packages.")
    }

    package static func addressUnusable(_ address: String, _ error: some Error) -> Phrase {
        Phrase("The address \"\(address)\" cannot be used: \(String(describing: error)).")
    }
    package static let noManifest = Phrase("The package has no \(Manifest.path).")

    package static func needsPlatform(_ needed: Int64, has: Int64) -> Phrase {
        Phrase("The program needs platform \(needed); this host is platform \(has).")
    }
}
