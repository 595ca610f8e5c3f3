import Testing

@testable import FoyerCore

/// What a command says of its own failure: messages in, the page's words out.
struct CommandErrorTests {
    private let plain = LaunchFailure.commandEnded("npm", .status(3), lastWords: "boom")

    private func said(_ messages: String...) -> CommandError? {
        messages.reduce(nil as CommandError?) { former, text in
            guard let next = NotifyMessage(Array(text.utf8)).error else { return former }
            return former?.followed(by: next) ?? next
        }
    }

    private func words(_ failure: LaunchFailure, _ language: Language = .english) -> [String] {
        [
            "\(failure.code.rawValue)", language.message(failure).string, language[failure.reason].string,
            language.advice(failure).string,
        ]
    }

    @Test(arguments: LaunchCode.allCases) func codeTitleCauseAndAdviceAreQuoted(_ code: LaunchCode) {
        let error = said(
            "X_FOYER_ERROR=\(code.rawValue)\nX_FOYER_CAUSE=No route\nX_FOYER_TITLE=No shop\nX_FOYER_ADVICE=Plug it in")
        let failure = plain.named(by: error)
        #expect(failure.isInItsOwnWords && error?.unknownCode == nil)
        for language in Language.allCases {
            #expect(words(failure, language) == ["\(code.rawValue)", "No shop", "No route", "Plug it in"])
            #expect(language.lineAdvice(failure).string == "Plug it in")
        }
    }

    @Test func aTitleAsLongAsAMessageIsCut() {
        let error = said("X_FOYER_TITLE=" + String(repeating: "茶", count: 1000))
        #expect(error?.title?.string == String(repeating: "茶", count: 49) + "…")
    }

    @Test(arguments: LaunchCode.allCases) func whatIsLeftOutIsACommandsInEveryLanguage(_ code: LaunchCode) {
        let failure = plain.named(by: said("X_FOYER_ERROR=\(code.rawValue)"))
        #expect(failure.code == code && failure.cause == plain.cause)
        for language in Language.allCases {
            let all = words(failure, language) + [language.lineAdvice(failure).string]
            #expect(all.allSatisfy { !$0.isEmpty })
            for word in ["rogram", "package", "小程"] { #expect(!all.joined().contains(word), "\(all)") }
        }
    }

    @Test func aCauseAloneIsAnUnknownErrorsCause() {
        let failure = plain.named(by: said("X_FOYER_CAUSE=The key is gone"))
        #expect(
            words(failure) == [
                "10000", words(plain)[1], "The key is gone", words(plain)[3],
            ])
        #expect(Language.english.lineAdvice(failure) == Language.english.lineAdvice(plain))
    }

    @Test(arguments: ["10004", "x", "-1001", " 1001", "1e4", "99999999999999999999", "10003 "])
    func aCodeThatThereIsNotIsKeptAsAWordAndNothingElse(_ code: String) {
        let error = said("X_FOYER_ERROR=\(code)\nX_FOYER_CAUSE=No route")
        #expect(error?.unknownCode?.string == code)
        let failure = plain.named(by: error)
        #expect(failure.code == .unknown && failure.cause == "No route")
    }

    @Test func aLaterCodeBeginsAnewAndAnEmptyOneTakesBack() {
        let first = "X_FOYER_ERROR=10003\nX_FOYER_CAUSE=No route"
        #expect(said(first, "X_FOYER_TITLE=No shop", "STATUS=x")?.cause == "No route")
        let second = said(first, "X_FOYER_ERROR=10009")
        #expect(second?.code == .downloadFailed && second?.cause == nil)
        let back = said(first, "X_FOYER_ERROR=")
        #expect(plain.named(by: back).code == .unknown)
        #expect(words(plain.named(by: back)) == words(plain) && !plain.named(by: back).isInItsOwnWords)
        #expect(said("READY=1") == nil)
    }

    @Test func itsWordsAreMadeSafeAndBounded() {
        let long = String(repeating: "é", count: 1500)
        let error = said("X_FOYER_ERROR=10003\nX_FOYER_TITLE=a\u{1B}]0;x\u{7}b\nX_FOYER_CAUSE=\(long)")
        #expect(error?.title == "a\u{FFFD}]0;x\u{FFFD}b")
        #expect(error?.cause?.columns == CommandError.longestText)
        #expect(error?.cause?.string.hasSuffix("…") == true)
        #expect(said("X_FOYER_ERROR=\(long)")?.unknownCode?.columns == CommandError.longestTitle)
    }
}
