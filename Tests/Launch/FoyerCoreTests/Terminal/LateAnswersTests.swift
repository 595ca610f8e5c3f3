import TestSupport
import Testing

@testable import FoyerCore

@Suite struct LateAnswersTests {
    private static let answers =
        "\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}P1$r0;48:2::1:2:3m\u{1B}\\\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}[6;20;9t"
    private static let fence = "\u{1B}[?64;1;2c"
    private let deadline = Instant.zero + .seconds(10)

    private func filter(_ text: String, piece: Int = .max, into late: inout LateAnswers) -> String {
        var (rest, passed) = (Array(text.utf8)[...], [UInt8]())
        while !rest.isEmpty {
            passed += late.filter(Array(rest.prefix(piece)), at: .zero)
            rest = rest.dropFirst(piece)
        }
        return String(decoding: passed, as: UTF8.self)
    }

    @Test(arguments: [1, 2, 7, 1000]) func keysPassAndAnswersDoNotUntilTheLast(piece: Int) {
        var late = LateAnswers(until: deadline)
        let typed = filter("se" + Self.answers + "cr\u{1B}[A\u{1B}Oet茶\r" + Self.fence, piece: piece, into: &late)
        #expect(typed == "secr\u{1B}[A\u{1B}Oet茶\r" && late.isOver && late.nextDeadline == nil)
        #expect(filter(Self.answers + Self.fence, piece: piece, into: &late) == Self.answers + Self.fence)
    }

    @Test func whatFollowsTheLastAnswerInOneReadPasses() {
        var late = LateAnswers(until: deadline)
        #expect(filter(Self.fence + "\u{1B}]11;rgb:1/1/1\u{7}x", into: &late) == "\u{1B}]11;rgb:1/1/1\u{7}x")
    }

    @Test func escPassesAfterAMoment() {
        var late = LateAnswers(until: deadline)
        #expect(filter("\u{1B}", into: &late).isEmpty)
        #expect(late.nextDeadline == .zero + .milliseconds(50))
        #expect(late.expire(at: .zero + .milliseconds(49)).isEmpty)
        #expect(late.expire(at: .zero + .milliseconds(50)) == [0x1B] && late.nextDeadline == nil)
    }

    @Test func halfAnAnswerIsDroppedAfterASecond() {
        var late = LateAnswers(until: deadline)
        #expect(filter("\u{1B}]11;rgb:ff", into: &late).isEmpty)
        #expect(late.expire(at: .zero + .seconds(1)).isEmpty && late.nextDeadline == nil)
        #expect(late.filter(Array("x".utf8), at: .zero + .seconds(1)) == Array("x".utf8))
    }

    @Test(arguments: [1, 1000]) func pastedTextIsTheUsersWhateverItLooksLike(piece: Int) {
        var late = LateAnswers(until: deadline)
        let paste = "\u{1B}[200~a" + Self.answers + Self.fence + "\u{1B}\u{1B}[201~"
        #expect(filter(paste + "b", piece: piece, into: &late) == paste + "b" && !late.isOver)
        #expect(filter(Self.fence, piece: piece, into: &late).isEmpty && late.isOver)
    }

    /// One that has said nothing at all is not waited for as long as one that has begun to answer.
    @Test func theLastAnswerIsWorthWaitingForOnceThereIsOne() {
        let second = Instant.zero + .seconds(1)
        var late = LateAnswers(until: deadline, awaitedUntil: second)
        #expect(filter("typed\u{1B}[A", into: &late) == "typed\u{1B}[A" && late.awaitedUntil == second)
        #expect(filter(Self.answers, into: &late).isEmpty && late.awaitedUntil == deadline)
        #expect(LateAnswers(until: deadline).awaitedUntil == deadline)
    }

    @Test func everythingPassesOnceNoAnswerCanCome() {
        var late = LateAnswers(until: deadline)
        #expect(late.filter(Array(Self.answers.utf8), at: deadline) == Array(Self.answers.utf8) && late.isOver)
    }

    @Test(arguments: 0..<50) func noAnswerPassesInAnyOrder(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var (late, input, typed) = (LateAnswers(until: deadline), "", "")
        for _ in 0..<40 {
            let key = ["Q", "茶", "\u{1B}[B", "\r", Self.answers].randomElement(using: &random) ?? ""
            input += key
            if key != Self.answers { typed += key }
        }
        #expect(filter(input, piece: .random(in: 1...50, using: &random), into: &late) == typed)
    }
}
