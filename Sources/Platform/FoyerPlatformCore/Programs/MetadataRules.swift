import FoyerCore

/// The meaning of a platform's answer for a launch.
package enum MetadataRules {
    /// The metadata, or the failure that the answer means.
    ///
    /// - Parameters:
    ///   - status: the HTTP status of the last answer, after redirects.
    ///   - body: its whole body; the caller stops reading beyond `AppMetadata.maxBytes`.
    ///   - requested: the requested program.
    ///   - highestVersion: the highest version code ever installed; `nil` if none was.
    package static func validate(
        status: Int, body: [UInt8], requested: AppID, highestVersion: Int64? = nil
    ) throws(LaunchFailure) -> AppMetadata {
        switch status {
        case 200: break
        case 404: throw LaunchFailure(.notFound, .unknownProgram(requested))
        case 410: throw LaunchFailure(.removed, .programGone(requested))
        case 451: throw LaunchFailure(.suspended, .programWithheld(requested))
        // A network that wants its users to sign in.
        case 511: throw intercepted(.answered(status: status))
        default: throw unreachable(.answered(status: status))
        }
        guard body.count <= AppMetadata.maxBytes else {
            throw intercepted(.metadataTooLarge(limit: AppMetadata.maxBytes))
        }
        let metadata = try decode(body, requested: requested)
        if let highestVersion, metadata.version.code < highestVersion {
            throw unreachable(.rollback(offered: metadata.version.code, highest: highestVersion))
        }
        return metadata
    }

    /// The failure if there was no answer: refused, reset, no such host, TLS, too many or forbidden redirects, a body
    /// too large or cut short. (The deadline belongs to the launch and has another code.)
    package static func unreachable(_ cause: Phrase) -> LaunchFailure {
        LaunchFailure(.fetchFailed, cause)
    }

    /// The failure if the answer is not signed as it must be: the network is not to blame.
    package static func untrusted(_ cause: Phrase) -> LaunchFailure {
        LaunchFailure(.fetchFailed, cause.asSentence, advice: .tellPlatform)
    }

    /// The failure if what answered is no platform: a sign-in page of a network, most often.
    private static func intercepted(_ cause: Phrase) -> LaunchFailure {
        LaunchFailure(.fetchFailed, cause, advice: .signInAndReload).advisingInLines(.signInAndRetry)
    }

    /// The failure if a platform answered, with metadata that are wrong: the network is not to blame.
    private static func unusable(_ cause: Phrase) -> LaunchFailure {
        LaunchFailure(.fetchFailed, cause, advice: .tellOperator)
    }

    private static func decode(_ body: [UInt8], requested: AppID) throws(LaunchFailure) -> AppMetadata {
        let json: JSON
        do {
            json = try JSON.parse(body)
        } catch {
            throw intercepted(.metadataNotJSON(error))
        }
        // Checked first: another program's state says nothing about this one.
        if case .string(let other)? = json["appId"], other != requested.text {
            let shown = SafeText(other, columns: 60, ellipsis: .ellipsis)
            throw unusable(.metadataOfAnother(shown))
        }
        do {
            return try AppMetadata(json)
        } catch {
            throw failure(for: error, of: requested)
        }
    }

    private static func failure(for refusal: AppMetadata.Refusal, of app: AppID) -> LaunchFailure {
        switch refusal {
        case .shape(let error): unusable(.metadataMisshapen(error))
        case .removed: LaunchFailure(.removed, .programRemoved(app))
        case .suspended: LaunchFailure(.suspended, .programSuspended(app))
        case .packageTooLarge:
            LaunchFailure(.downloadFailed, .packageTooLarge(limit: AppMetadata.maxPackageSize))
        case .resourceTooLarge(let path):
            LaunchFailure(
                .resourcesFailed, .resourceTooLarge(SafeText(path), limit: AppMetadata.maxResourceSize))
        }
    }
}
