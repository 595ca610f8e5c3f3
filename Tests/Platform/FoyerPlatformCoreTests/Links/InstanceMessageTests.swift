import FoyerCore
import FoyerPlatformCore
import Testing

@Suite("Links: what instances say to each other")
struct InstanceMessageTests {
    static let requests = [
        InstanceRequest(link: nil), InstanceRequest(link: "foyer://page/view1"),
        InstanceRequest(link: "\"\n\u{1B}]0;x\u{7}\\ \u{202E}é😀", sender: "pts/3", language: .traditionalChinese),
        InstanceRequest(link: String(repeating: "x", count: DeepLink.maxLength)),
    ]
    static let answers: [InstanceAnswer] = [
        .delivered(route: nil), .delivered(route: "/page/view1"), .refused(reason: "there is no page /x"),
    ]

    @Test("Each message is one line that reads back")
    func roundTrip() throws {
        for request in Self.requests {
            let line = try #require(request.line)
            #expect(InstanceMessage.frame(line) == .line(Array(line.dropLast())))
            #expect(InstanceRequest(reading: Array(line.dropLast())) == request)
        }
        for answer in Self.answers {
            #expect(InstanceMessage.frame(answer.line) == .line(Array(answer.line.dropLast())))
            #expect(InstanceAnswer(reading: Array(answer.line.dropLast())) == answer)
        }
    }

    @Test("A message in pieces is complete with its last byte, and nothing may follow")
    func frames() {
        let line = InstanceAnswer.delivered(route: nil).line
        for count in 0..<line.count { #expect(InstanceMessage.frame(Array(line.prefix(count))) == .partial) }
        #expect(InstanceMessage.frame(line + [0x20]) == .refused)
        let long = [UInt8](repeating: 0x20, count: InstanceMessage.maxLength)
        #expect(InstanceMessage.frame(Array(long.dropLast())) == .partial)
        #expect(InstanceMessage.frame(long) == .refused)
        #expect(InstanceMessage.frame(Array(long.dropLast()) + [0x0A]) != .refused)
        #expect(InstanceMessage.frame(long + [0x0A]) == .refused)
    }

    @Test("What is too long is not sent, and a reason is cut to what is read")
    func bounds() throws {
        #expect(InstanceRequest(link: String(repeating: "x", count: DeepLink.maxLength + 1)).line == nil)
        #expect(InstanceRequest(link: "x", sender: String(repeating: "s", count: 65)).line == nil)
        #expect(InstanceRequest(link: "").line == nil)
        for reason in ["", "\n", String(repeating: "茶\u{301}\u{301}", count: 3_000), "\u{1B}"] {
            let line = InstanceAnswer.refused(reason: reason).line
            guard case .refused(let read) = InstanceAnswer(reading: Array(line.dropLast())) else {
                Issue.record("\(reason.prefix(9))")
                continue
            }
            #expect(!read.isEmpty && SafeText(read).string == read)
        }
    }

    @Test(
        "Anything else is no message",
        arguments: [
            "", "{}", "[]", "GET / HTTP/1.1", #"{"link":"x"}"#, #"{"foyer":2,"link":"x"}"#, #"{"foyer":1,"link":1}"#,
            #"{"foyer":1,"link":"x","link":"y"}"#, #"{"foyer":1,"language":"de"}"#, #"{"foyer":1,"link":""}"#,
            #"{"foyer":1,"sender":[]}"#, "{\"foyer\":1,\"link\":\"x\"}\n{}",
        ])
    func noRequests(text: String) {
        #expect(InstanceRequest(reading: Array(text.utf8)) == nil)
    }

    @Test(
        "Anything else is no answer",
        arguments: [
            "", #"{"foyer":1}"#, #"{"foyer":1,"status":"started"}"#, #"{"foyer":1,"status":"refused"}"#,
            #"{"foyer":1,"status":"delivered","route":7}"#, #"{"status":"delivered"}"#,
        ])
    func noAnswers(text: String) {
        #expect(InstanceAnswer(reading: Array(text.utf8)) == nil)
    }

    @Test("What became of a link, as its JSON line and status")
    func results() {
        let results: [(OpenResult, String, Int32)] = [
            (.delivered(route: "/page/view1"), #"{"event":"result","status":"delivered","route":"/page/view1"}"#, 0),
            (.started(route: "/page/a"), #"{"event":"result","status":"started","route":"/page/a"}"#, 0),
            (
                .refused(reason: "there is no page"),
                #"{"event":"result","status":"refused","reason":"there is no page"}"#, 4
            ),
        ]
        for (result, text, status) in results {
            #expect(result.json.jsonText == text && result.exitStatus == status)
        }
    }
}
