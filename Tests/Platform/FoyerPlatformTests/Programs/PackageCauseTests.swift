import FoyerCore
import FoyerPlatformCore
import Testing

@testable import FoyerPlatform

@Suite struct PackageCauseTests {
    @Test func whatIsWrongWithAFileIsSaidInEveryLanguage() {
        let damaged = PackageError.damaged(entry: "a/b", .wrongChecksum).cause
        #expect(damaged.english == "The package is damaged: \"a/b\" has a wrong checksum.")
        #expect(Language.simplifiedChinese[damaged] == "安装包已损坏：“a/b”校验和不符。")
        let misplaced = PackageError.resource(path: "r", .place(.nameTooLong)).cause
        #expect(misplaced.english == "The resource \"r\" has a name that is too long.")
        #expect(Language.traditionalChinese[misplaced] == "資源「r」名稱過長。")
    }

    @Test(arguments: Language.allCases) func anEntrysNameCanDoNothing(language: Language) {
        let refusal = PackageError.refused(ZipRefusal(.link, entry: "evil\u{1B}[2J"))
        #expect(language[refusal.cause].string.contains("evil\u{FFFD}[2J"))
    }

    @Test func aWrongSignatureIsNotTheNetworksFault() throws {
        let failures = [
            try #require(PackageError.wrongSignature(.foreign).failure),
            MetadataRules.untrusted(DocumentRefusal.foreign.cause),
        ]
        for failure in failures {
            #expect(Language.english.advice(failure).string.contains("Tell the platform's operator"))
            #expect(failure.cause.first?.isUppercase == true && failure.cause.hasSuffix("."))
        }
    }
}
