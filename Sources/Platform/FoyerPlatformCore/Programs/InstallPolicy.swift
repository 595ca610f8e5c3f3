import FoyerCore

/// One published state of a program: its package, and its separate resources.
package struct PackageVersion: Equatable, Sendable {
    /// A file of the program that is fetched separately from the package.
    package struct Resource: Equatable, Sendable {
        /// Its path in the program's tree.
        package let path: String
        package let size: Int
        /// SHA-256, 64 lower-case hexadecimal digits.
        package let digest: String

        package init(path: String, size: Int, digest: String) {
            self.path = path
            self.size = size
            self.digest = digest
        }
    }

    /// Grows with each version; one of ``AppMetadata/versionCodes``.
    package let code: Int
    /// What people call it.
    package let name: String
    /// SHA-256 of the package, 64 lower-case hexadecimal digits.
    package let digest: String
    package let resources: [Resource]

    package init(code: Int, name: String, digest: String, resources: [Resource] = []) {
        self.code = code
        self.name = name
        self.digest = digest
        self.resources = resources
    }

    /// Whether a link that asks for this version means this one. `nil` means any; case is ignored, as the addressing
    /// draft says.
    package func isNamed(_ wanted: String?) -> Bool {
        guard let wanted else { return true }
        return name.lowercased().utf8.elementsEqual(wanted.lowercased().utf8)
    }
}

/// What a launch prefers: the newest version, or the installed one.
public enum InstallPolicy: String, CaseIterable, Sendable {
    /// Metadata is required; the installed version is opened if it is the same.
    case latest
    /// The installed version is opened at once; an update is for the next launch.
    case installedFirst = "installed-first"
    /// Only the installed version.
    case offline

    /// What is known of the platform's metadata.
    package enum Metadata: Equatable, Sendable {
        case notAsked
        case version(PackageVersion)
        case failed(LaunchFailure)
    }

    /// The next action.
    package enum Decision: Equatable, Sendable {
        /// Ask the platform, then decide again.
        case askMetadata
        /// Open the installed version; afterwards look for an update, decided by `latest`.
        case open(updatesAfterwards: Bool)
        /// Install the platform's version. If `reusesPackage`, the installed package is the same, and only resources or
        /// the version's name differ.
        case install(reusesPackage: Bool)
        case fail(LaunchFailure)
    }

    /// - Parameters:
    ///   - installed: the installed version, intact and verified.
    ///   - highestCode: the highest version code ever installed, even if it no longer is.
    ///   - wanted: the name of the only acceptable version; `nil` leaves the choice to the policy. It is opened if it
    ///     is installed or the platform has it, without a request for updates.
    package func decide(
        installed: PackageVersion?, highestCode: Int?, metadata: Metadata, wanted: String? = nil
    ) -> Decision {
        let isHere = installed?.isNamed(wanted) ?? false
        switch (self, metadata) {
        case (.offline, _): return isHere ? .open(updatesAfterwards: false) : notHere(installed, wanted)
        case (.installedFirst, _) where isHere: return .open(updatesAfterwards: wanted == nil)
        case (_, .notAsked): return .askMetadata
        case (_, .failed(let failure)): return .fail(failure)
        case (_, .version(let offered)):
            return decide(installed: installed, highestCode: highestCode, offered: offered, wanted: wanted)
        }
    }

    private func decide(
        installed: PackageVersion?, highestCode: Int?, offered: PackageVersion, wanted: String?
    ) -> Decision {
        let highest = max(highestCode ?? 0, installed?.code ?? 0)
        guard offered.code >= highest else {
            return .fail(LaunchFailure(.fetchFailed, .olderVersion(offered: offered.code, highest: highest)))
        }
        guard offered.isNamed(wanted) else {
            if installed?.isNamed(wanted) == true { return .open(updatesAfterwards: false) }
            return .fail(.versionElsewhere(wanted: wanted ?? "", offered: offered.name))
        }
        guard let installed else { return .install(reusesPackage: false) }
        if installed == offered { return .open(updatesAfterwards: false) }
        return .install(reusesPackage: installed.digest == offered.digest)
    }

    private func notHere(_ installed: PackageVersion?, _ wanted: String?) -> Decision {
        guard let installed, let wanted else {
            return .fail(LaunchFailure(.fetchFailed, .notInstalledOffline, advice: .launchOnceOnline))
        }
        return .fail(
            LaunchFailure(
                .fetchFailed, .versionNotInstalledOffline(wanted, installed: installed.name),
                advice: .launchOnceOnline))
    }
}

/// Why the install policy does not allow a launch.
extension Phrase {
    static let notInstalledOffline = Phrase("The program is not installed, and the policy is offline.")

    static func versionNotInstalledOffline(_ wanted: String, installed: String) -> Phrase {
        Phrase("Version \(wanted) is not installed, \(installed) is, and the policy is offline.")
    }

    package static func olderVersion(offered: Int, highest: Int) -> Phrase {
        Phrase("The platform offers version code \(offered), but \(highest) was installed before.")
    }
}
