import FoyerCore
import FoyerPlatformCore
import TestSupport
import Testing

@Suite struct NetworkRulesTests {
    @Test func followsFiveRedirects() throws {
        let address = try WebAddress("http://h/a")
        for followed in 0..<5 {
            #expect(try RedirectRule.next(from: address, locations: ["b"], followed: followed).text == "http://h/b")
        }
        #expect(throws: RedirectRule.Refusal.tooMany) {
            try RedirectRule.next(from: address, locations: ["b"], followed: 5)
        }
    }

    @Test func refusesRedirects() throws {
        let secure = try WebAddress("https://h/a")
        #expect(throws: RedirectRule.Refusal.downgrade) {
            try RedirectRule.next(from: secure, locations: ["http://h/a"], followed: 0)
        }
        #expect(throws: RedirectRule.Refusal.ambiguous) {
            try RedirectRule.next(from: secure, locations: ["b", "c"], followed: 0)
        }
        for location in ["file:///etc/passwd", "https://u:p@h/", "ftp://h/", "https://h/ x", "//", "gopher:x"] {
            #expect(throws: RedirectRule.Refusal.self) {
                try RedirectRule.next(from: secure, locations: [location], followed: 0)
            }
        }
        #expect(try RedirectRule.next(from: secure, locations: ["//i/b", "//i/b"], followed: 0).text == "https://i/b")
    }

    @Test func retriesOnlyWhatMayPass() {
        let transient: [RetryRule.Cause] =
            [408, 429, 500, 502, 503, 504].map { .status($0) }
            + [.failure(.refused), .failure(.dns), .failure(.reset), .failure(.cut)]
        for cause in transient { #expect(RetryRule.isTransient(cause)) }
        let kinds: [TransferFailure.Kind] = [
            .tls, .tooLarge, .headerTooLarge, .badRedirect, .garbage, .status(503), .wrongSize, .timedOut, .cancelled,
            .sinkFailed(errno: 28), .unavailable,
        ]
        for kind in kinds { #expect(!RetryRule.isTransient(.failure(kind))) }
        let others = (100...599).filter { ![408, 429, 500, 502, 503, 504].contains($0) }
        for status in others { #expect(!RetryRule.isTransient(.status(status))) }
    }

    @Test func waitsARandomPartOfADoublingTime() {
        func wait(_ attempt: Int, _ fraction: Double) -> RetryRule.Decision {
            RetryRule.decide(
                after: .status(503), attempt: attempt, retryAfter: nil, remaining: .seconds(30), fraction: fraction)
        }
        #expect(wait(1, 1) == .retry(after: .milliseconds(250)))
        #expect(wait(2, 1) == .retry(after: .milliseconds(500)))
        #expect(wait(3, 0.5) == .retry(after: .milliseconds(500)))
        #expect(wait(1, 0) == .retry(after: .zero))
        #expect(wait(1, .nan) == .retry(after: .milliseconds(250)))
        #expect(wait(1, -3) == .retry(after: .zero))
        #expect(wait(4, 0) == .giveUp)
        #expect(wait(.max, 0) == .giveUp)
        #expect(wait(0, 0) == .giveUp)
    }

    @Test func staysInsideTheDeadlineAndBehindRetryAfter() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<5000 {
            let attempt = Int.random(in: 1...5, using: &random)
            let asked: Duration? =
                Bool.random(using: &random) ? .milliseconds(Int.random(in: -50...40_000, using: &random)) : nil
            let remaining = Duration.milliseconds(Int.random(in: -10...30_000, using: &random))
            let decision = RetryRule.decide(
                after: .failure(.reset), attempt: attempt, retryAfter: asked, remaining: remaining,
                fraction: Double.random(in: 0...1, using: &random))
            guard case .retry(let wait) = decision else { continue }
            #expect(attempt < RetryRule.attempts)
            #expect(wait >= .zero && wait < remaining && wait >= asked ?? .zero)
            let least = max(.zero, asked ?? .zero)
            #expect(wait <= least + max(RetryRule.longestWait, least))
        }
    }

    /// Those that were refused together are spread over as long again, as far as the deadline allows.
    @Test func comesBackWithinAsLongAgain() {
        func wait(_ asked: Int, _ fraction: Double) -> RetryRule.Decision {
            RetryRule.decide(
                after: .status(503), attempt: 1, retryAfter: .seconds(asked), remaining: .seconds(10),
                fraction: fraction)
        }
        #expect(wait(3, 0) == .retry(after: .seconds(3)) && wait(3, 0.5) == .retry(after: .milliseconds(4_500)))
        #expect(wait(3, 1) == .retry(after: .seconds(6)))
        #expect(wait(8, 0.5) == .retry(after: .seconds(9)))
        #expect(wait(10, 0) == .giveUp && wait(60, 0) == .giveUp)
    }

    @Test(arguments: [
        ("0", Duration.zero), (" 7 ", .seconds(7)), ("120", .seconds(120)),
        ("99999999999999999999", .seconds(86_400 * 366)), ("-1", nil), ("1.5", nil), ("soon", nil), ("", nil),
        ("Sun, 06 Nov 1994 08:50:07 GMT", .seconds(30)), ("Sun, 06 Nov 1994 08:00:00 GMT", .zero),
        ("Mon, 07 Nov 1994 08:49:37 GMT", .seconds(86_400)), ("Thu, 01 Mar 1990 00:00:00 GMT", .zero),
        ("Sun, 06 Nov 1994 08:50:07", nil), ("Sun, 06 Foo 1994 08:50:07 GMT", nil),
        ("Sun, 06 Nov 1994 25:50:07 GMT", nil),
    ])
    func readsRetryAfter(value: String, wait: Duration?) {
        #expect(RetryAfter.wait(value, date: "Sun, 06 Nov 1994 08:49:37 GMT") == wait)
    }

    @Test func needsADateToMeasureADate() {
        #expect(RetryAfter.wait("Sun, 06 Nov 1994 08:50:07 GMT", date: nil) == nil)
        #expect(
            RetryAfter.wait("Fri, 01 Mar 2024 00:00:00 GMT", date: "Wed, 28 Feb 2024 00:00:00 GMT")
                == .seconds(2 * 86_400))
    }

    @Test func showsEachPerCentAndThirtyASecond() {
        var gate = ProgressGate()
        var now = Instant.zero
        var admitted = 0
        for step in 0...32_000 {
            if gate.admits(received: Int64(step), expected: 32_000, at: now) { admitted += 1 }
        }
        #expect(admitted == 101)
        gate = ProgressGate()
        admitted = 0
        for step in 0..<10_000 {
            now += .milliseconds(1)
            if gate.admits(received: Int64(step), expected: nil, at: now) { admitted += 1 }
        }
        #expect((295...305).contains(admitted))
        let ofNothing = gate.admits(received: 5, expected: 0, at: now)
        let again = gate.admits(received: .max, expected: 0, at: now)
        #expect(ofNothing && !again)
    }

    /// A bar never falls, but bytes do if a transfer starts over. An unchanged value is never reported, however late.
    @Test func tellsOfChangesAlone() {
        var bar = ProgressGate()
        let later = Instant.zero + .seconds(1)
        let told = [(0.5, Instant.zero), (0.505, .zero), (0.505, later), (0.505, later + .seconds(1)), (0.4, later)]
            .map { bar.admits($0.0, at: $0.1) }
        #expect(told == [true, false, true, false, false])
        var bytes = ProgressGate()
        let heard = [(50, Instant.zero), (50, later), (0, later), (1, later)]
            .map { bytes.admits(received: $0.0, expected: 1000, at: $0.1) }
        #expect(heard == [true, false, true, false])
    }
}

@Suite struct NetworkHeadTests {
    @Test func readsAHead() throws {
        let head = try ResponseHead(lines: [
            "HTTP/1.1 200 OK", "ETag: \"a\"", "etag:\"b\"", "X: 1 ", "  folded", "no colon", "Bad Name: 1",
            "Content-Length: 12",
        ])
        #expect(head.status == 200)
        #expect(head.values("ETAG") == ["\"a\"", "\"b\""])
        #expect(head.value("x") == "1 folded")
        #expect(head.contentLength == 12)
        #expect(head.value("Bad Name") == nil)
    }

    @Test(arguments: [
        "", "200 OK", "HTTP/1.1", "HTTP/1.1 20", "HTTP/1.1 2000", "HTTP/1.1 099 x", "HTTP/1.1 600 x", "HTTP/1.1 abc",
        "ICY 200 OK", "HTTP/1.1  200 OK",
    ])
    func refusesAStatusLine(line: String) {
        #expect(throws: ResponseHead.Malformation.statusLine) { try ResponseHead(lines: [line]) }
    }

    @Test func refusesToGuessALength() throws {
        func length(_ values: String...) throws -> Int64? {
            try ResponseHead(lines: ["HTTP/1.1 200 OK"] + values.map { "Content-Length: " + $0 }).contentLength
        }
        #expect(try length() == nil)
        #expect(try length("5", "5") == 5)
        #expect(try length("5, 5") == 5)
        #expect(try length("9223372036854775807") == .max)
        #expect(try length("99999999999999999999999") == .max)
        for bad in [["-1"], ["5", "6"], ["5, 6"], ["5,"], [""], ["0x5"], ["+5"], ["5 5"], ["٥"]] {
            #expect(throws: ResponseHead.Malformation.contentLength) {
                try ResponseHead(lines: ["HTTP/1.1 200 OK"] + bad.map { "Content-Length: " + $0 })
            }
        }
        // A body has one framing (RFC 9112, 6.3).
        #expect(throws: ResponseHead.Malformation.contentLengthAndTransferEncoding) {
            try ResponseHead(lines: ["HTTP/1.1 200 OK", "Content-Length: 5", "Transfer-Encoding: chunked"])
        }
        #expect(try ResponseHead(lines: ["HTTP/1.1 200 OK", "Transfer-Encoding: chunked"]).contentLength == nil)
    }

    @Test func readsRanges() throws {
        let range = try #require(ContentRange("bytes 5-9/10"))
        #expect(range.first == 5 && range.last == 9 && range.total == 10)
        #expect(ContentRange("bytes 0-0/*")?.total == nil)
        for bad in [
            "", "bytes", "bytes 5-9", "bytes 9-5/10", "bytes 5-10/10", "bytes */10", "items 0-1/2", "bytes -5-9/10",
            "bytes 0-1/2/3", "bytes 0-99999999999999999999/*", "bytes  0-1/2",
        ] {
            #expect(ContentRange(bad) == nil)
        }
    }

    @Test func keepsLineEndsOutOfFields() {
        #expect(HTTPField("If-None-Match", "\"a\"") != nil)
        for (name, value) in [
            ("X", "a\r\nY: b"), ("X", "a\n"), ("X", "\u{0}"), ("X: y", "a"), ("", "a"), ("X ", "a"), ("Ü", "a"),
        ] {
            #expect(HTTPField(name, value) == nil)
        }
    }
}
