import FoyerCore
import FoyerPlatformCore
import Testing

struct InstallPolicyTests {
    private let old = PackageVersion(code: 11, name: "1.1", digest: "aa")
    private let new = PackageVersion(code: 12, name: "1.2", digest: "bb")
    private let lost = LaunchFailure(.fetchFailed, cause: "refused")

    @Test func latest() {
        let policy = InstallPolicy.latest
        #expect(policy.decide(installed: old, highestCode: 11, metadata: .notAsked) == .askMetadata)
        #expect(policy.decide(installed: old, highestCode: 11, metadata: .failed(lost)) == .fail(lost))
        #expect(
            policy.decide(installed: old, highestCode: 11, metadata: .version(old)) == .open(updatesAfterwards: false))
        #expect(
            policy.decide(installed: old, highestCode: 11, metadata: .version(new)) == .install(reusesPackage: false))
        #expect(
            policy.decide(installed: nil, highestCode: nil, metadata: .version(new)) == .install(reusesPackage: false))
    }

    @Test func samePackageIsNotFetchedAgain() {
        let renamed = PackageVersion(code: 13, name: "1.3", digest: "aa")
        let resource = PackageVersion.Resource(path: "r", size: 1, digest: "cc")
        let other = PackageVersion(code: 11, name: "1.1", digest: "aa", resources: [resource])
        for offered in [renamed, other] {
            #expect(
                InstallPolicy.latest.decide(installed: old, highestCode: 11, metadata: .version(offered))
                    == .install(reusesPackage: true))
        }
    }

    @Test func rollbackIsRefused() {
        for (installed, highest) in [(new, 12), (nil, 12), (new, nil)] as [(PackageVersion?, Int?)] {
            let decision = InstallPolicy.latest.decide(
                installed: installed, highestCode: highest, metadata: .version(old))
            guard case .fail(let failure) = decision else {
                Issue.record("\(decision)")
                continue
            }
            #expect(failure.code == .fetchFailed)
        }
    }

    @Test func installedFirst() {
        let policy = InstallPolicy.installedFirst
        #expect(policy.decide(installed: old, highestCode: 11, metadata: .notAsked) == .open(updatesAfterwards: true))
        #expect(policy.decide(installed: nil, highestCode: nil, metadata: .notAsked) == .askMetadata)
        #expect(
            policy.decide(installed: nil, highestCode: nil, metadata: .version(new)) == .install(reusesPackage: false))
    }

    @Test func offline() {
        #expect(
            InstallPolicy.offline.decide(installed: old, highestCode: 11, metadata: .notAsked)
                == .open(updatesAfterwards: false))
        guard
            case .fail(let failure) = InstallPolicy.offline.decide(installed: nil, highestCode: 1, metadata: .notAsked)
        else {
            Issue.record("went on")
            return
        }
        #expect(failure.code == .fetchFailed)
    }

    // MARK: - A link that names a version

    private func decide(
        _ policy: InstallPolicy, _ wanted: String, installed: PackageVersion?,
        _ metadata: InstallPolicy.Metadata = .notAsked
    ) -> InstallPolicy.Decision {
        policy.decide(installed: installed, highestCode: installed?.code, metadata: metadata, wanted: wanted)
    }

    private func failure(_ decision: InstallPolicy.Decision) -> LaunchFailure? {
        if case .fail(let failure) = decision { failure } else { nil }
    }

    @Test func theVersionThatIsWantedIsOpenedWhereverItIs() {
        #expect(decide(.latest, "1.1", installed: old) == .askMetadata, "it may have been taken down")
        #expect(decide(.latest, "1.1", installed: old, .version(old)) == .open(updatesAfterwards: false))
        #expect(decide(.latest, "1.1", installed: old, .version(new)) == .open(updatesAfterwards: false))
        #expect(decide(.latest, "1.2", installed: old, .version(new)) == .install(reusesPackage: false))
        #expect(decide(.latest, "1.2", installed: nil, .version(new)) == .install(reusesPackage: false))
        #expect(decide(.installedFirst, "1.1", installed: old) == .open(updatesAfterwards: false))
        #expect(decide(.installedFirst, "1.2", installed: old) == .askMetadata)
        #expect(decide(.installedFirst, "1.2", installed: old, .version(new)) == .install(reusesPackage: false))
        #expect(decide(.offline, "1.1", installed: old) == .open(updatesAfterwards: false))
    }

    @Test func aVersionThatIsNowhereIsSaid() throws {
        for policy in [InstallPolicy.latest, .installedFirst] {
            for installed in [nil, old] {
                let found = try #require(failure(decide(policy, "9.9", installed: installed, .version(new))))
                #expect(found.code == .notFound && found.cause == "The platform has version 1.2, not 9.9.")
                #expect(Language.english.advice(found).string.contains("asks for version 9.9, but only 1.2"))
            }
        }
        let offline = try #require(failure(decide(.offline, "9.9", installed: old)))
        #expect(offline.code == .fetchFailed && offline.cause.contains("Version 9.9 is not installed, 1.1 is"))
        #expect(failure(decide(.offline, "9.9", installed: nil))?.cause.contains("is not installed, and") == true)
        #expect(failure(decide(.latest, "1.1", installed: new, .version(old)))?.code == .fetchFailed, "a rollback")
        #expect(failure(decide(.latest, "1.1", installed: nil, .failed(lost))) == lost)
    }

    @Test func lettersOfAVersionCountAlikeInBothCases() {
        let trial = PackageVersion(code: 3, name: "1.0.1-Trial", digest: "cc")
        #expect(trial.isNamed("1.0.1-trial") && trial.isNamed(nil) && !trial.isNamed("1.0.1") && !trial.isNamed(""))
    }
}
