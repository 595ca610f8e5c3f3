import FoyerCore
import Testing

struct PackagesPolicyTests {
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
}
