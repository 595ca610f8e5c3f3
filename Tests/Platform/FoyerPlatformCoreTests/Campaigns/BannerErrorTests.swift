import Testing

@testable import FoyerPlatformCore

@Suite struct BannerErrorTests {
    @Test(arguments: BannerError.allCases) func aFailureIsASentence(code: BannerError) {
        let failure = BannerFailure(code, cause: "nothing came")
        #expect("\(failure)" == "\(code.rawValue) \(code.message) (nothing came)")
    }
}
