/// What an answer of the platform means for a launch.
public enum MetadataRules {
    /// The metadata, or the failure that the answer stands for.
    ///
    /// - Parameters:
    ///   - status: the HTTP status of the last answer, redirects followed.
    ///   - body: its whole body; the caller stops reading beyond `AppMetadata.maxBytes`.
    ///   - requested: the program that was asked for.
    ///   - highestVersion: the highest version code ever installed of it; `nil` where none was.
    public static func judge(
        status: Int, body: [UInt8], requested: AppID, highestVersion: Int64? = nil
    ) throws(LaunchFailure) -> AppMetadata {
        switch status {
        case 200: break
        case 404: throw LaunchFailure(.notFound, cause: "the platform does not know \(requested) (HTTP 404)")
        case 410: throw LaunchFailure(.removed, cause: "the platform says that \(requested) is gone (HTTP 410)")
        case 451: throw LaunchFailure(.suspended, cause: "the platform withholds \(requested) (HTTP 451)")
        default: throw unreachable("the platform answered HTTP \(status)")
        }
        guard body.count <= AppMetadata.maxBytes else {
            throw unreachable("the metadata is larger than \(AppMetadata.maxBytes) bytes")
        }
        let metadata = try decode(body, requested: requested)
        if let highestVersion, metadata.version.code < highestVersion {
            throw unreachable(
                "the platform offers version code \(metadata.version.code), but \(highestVersion) was installed already"
            )
        }
        return metadata
    }

    /// The failure where there was no answer: refused, reset, no such host, TLS, too many or forbidden redirects,
    /// a body too large or cut short. (The deadline is the launch's own and has another code.)
    public static func unreachable(_ cause: String) -> LaunchFailure {
        LaunchFailure(.fetchFailed, cause: cause)
    }

    private static func decode(_ body: [UInt8], requested: AppID) throws(LaunchFailure) -> AppMetadata {
        let json: JSON
        do {
            json = try JSON.parse(body)
        } catch {
            throw unreachable("the metadata is \(error)")
        }
        // Before the rest: another program's state says nothing of this one.
        if case .string(let other)? = json["appId"], other != requested.text {
            let shown = SafeText(other).prefix(columns: 60, ellipsis: .ellipsis)
            throw unreachable("the metadata is of another program, \"\(shown)\"")
        }
        do {
            return try AppMetadata(json)
        } catch {
            throw failure(for: error, of: requested)
        }
    }

    private static func failure(for refusal: AppMetadata.Refusal, of app: AppID) -> LaunchFailure {
        switch refusal {
        case .shape(let error): unreachable("the metadata is wrong: \(error)")
        case .removed: LaunchFailure(.removed, cause: "the platform says that \(app) was removed")
        case .suspended: LaunchFailure(.suspended, cause: "the platform says that \(app) is suspended")
        case .packageTooLarge:
            LaunchFailure(.downloadFailed, cause: "the package is larger than \(AppMetadata.maxPackageSize) bytes")
        case .resourceTooLarge(let path):
            LaunchFailure(
                .resourcesFailed,
                cause: "the resource \(SafeText(path)) is larger than \(AppMetadata.maxResourceSize) bytes")
        }
    }
}
