import FoyerCore
import FoyerPlatform
import Testing

@testable import FoyerStage

@Suite struct FaultRulesTests {
    static let kinds = [
        #"{"kind":"delay","seconds":1.5}"#, #"{"bytesPerSecond":1000,"kind":"rate"}"#, #"{"kind":"trickle"}"#,
        #"{"at":5,"kind":"stall"}"#, #"{"at":5,"kind":"cut"}"#, #"{"at":5,"kind":"reset"}"#, #"{"kind":"corrupt"}"#,
        #"{"contentType":"text/html","kind":"type"}"#, #"{"code":503,"kind":"status","retryAfter":2}"#,
        #"{"kind":"redirect","to":"file:///etc/passwd"}"#, #"{"kind":"refuse"}"#, #"{"kind":"hang"}"#,
        #"{"kind":"garbage"}"#, #"{"by":-3,"kind":"length"}"#, #"{"at":9,"kind":"chunked"}"#,
        #"{"bytes":70000,"kind":"headers"}"#, #"{"kind":"endless"}"#, #"{"at":80,"kind":"damage"}"#,
        #"{"kind":"set","member":"status","value":"removed"}"#, #"{"kind":"set","member":"package.sha256"}"#,
    ]

    @Test(arguments: kinds) func faultsReadBack(json: String) throws {
        let told = try JSONNode(JSON.parse(Array(json.utf8)))
        let read = try JSONNode(StageFault(told).json)
        let members = [try told.members(), try read.members()].map {
            Set($0.map { JSON.Member($0.name, $0.node.value) })
        }
        #expect(members[0] == members[1])
    }

    @Test(arguments: [
        #"{"kind":"explode"}"#, #"{"kind":"delay"}"#, #"{"kind":"delay","seconds":-1}"#, #"{"kind":"cut","at":-1}"#,
        #"{"kind":"rate","bytesPerSecond":0}"#, #"{"kind":"status","code":100}"#,
        #"{"kind":"headers","bytes":99999999}"#,
        #"{"kind":"redirect","to":"a\r\nSet-Cookie: b"}"#, #"{"kind":"cut","at":"5"}"#, "7",
    ])
    func nonsenseIsNamed(json: String) throws {
        var responder = try DemoAssets.responder()
        let plan = responder.put(#"{"route":"package","fault":\#(json)}"#)
        #expect(plan.status == 400 && plan.text.contains("error"))
        #expect(responder.faults.told.isEmpty)
    }

    @Test func rulesChooseTheirAnswers() throws {
        var responder = try DemoAssets.responder()
        _ = responder.put(#"{"route":"icon","app":"com.example.tea","fault":{"kind":"status","code":500}}"#)
        #expect(responder.get(DemoAssets.path(.icon, "tea")).status == 500)
        #expect(responder.get(DemoAssets.path(.icon, "bikes")).status == 200)
        #expect(responder.get(DemoAssets.path(.package, "tea")).status == 200)
        _ = responder.put(#"{"route":"*","fault":{"kind":"delay","seconds":2}}"#)
        #expect(responder.get("/v1/config").delay == .seconds(2))
        #expect(responder.get(DemoAssets.path(.icon, "tea")).delay == .seconds(2))
        _ = responder.put(#"{"route":"*","fault":{"kind":"delay","seconds":1}}"#)
        #expect(responder.get("/v1/config").delay == .seconds(1))
        #expect(responder.get("/stage").delay == .zero)
        #expect(responder.get("/stage/faults", method: "DELETE").status == 204)
        #expect(responder.get(DemoAssets.path(.icon, "tea")).status == 200)
    }

    @Test func timesRunOut() throws {
        var responder = try DemoAssets.responder()
        _ = responder.put(#"{"route":"config","fault":{"kind":"status","code":503,"retryAfter":1},"times":2}"#)
        let first = responder.get("/v1/config")
        #expect(first.status == 503 && first["retry-after"] == "1")
        #expect(responder.get("/stage/faults").text.contains("\"times\":1"))
        #expect(responder.get("/v1/config").status == 503)
        #expect(responder.get("/v1/config").status == 200)
        #expect(responder.put(#"{"route":"config","fault":{"kind":"hang"},"times":0}"#).status == 400)
        #expect(responder.put(#"{"route":"*","fault":{"kind":"refuse"},"times":1}"#).status == 400)
    }

    @Test func positionsAreThoseOfTheFile() throws {
        var responder = try DemoAssets.responder()
        _ = responder.put(#"{"route":"package","fault":{"kind":"cut","at":1000}}"#)
        let target = DemoAssets.path(.package, "bikes")
        #expect(responder.get(target).sentLength == 1_000)
        #expect(responder.get(target, ["Range": "bytes=400-"]).sentLength == 600)
        #expect(responder.get(target, ["Range": "bytes=1000-"]).sentLength == 0)
        #expect(responder.get(target, ["Range": "bytes=1500-"]).sentLength == 0)
        let before = responder.get(target, ["Range": "bytes=0-99"])
        #expect(before.sentLength == 100 && before.ending == .complete)
        _ = responder.get("/stage/faults", method: "DELETE")
        let good = responder.get(target).body
        _ = responder.put(#"{"route":"package","fault":{"kind":"corrupt","at":500}}"#)
        let bad = responder.get(target).body
        #expect(good.count == bad.count && good.indices.filter { good[$0] != bad[$0] } == Array(500..<516))
        let part = responder.get(target, ["Range": "bytes=510-600"]).body
        #expect(part == Array(bad[510...600]))
    }

    @Test func anUnknownAppCanGoWrongToo() throws {
        var responder = try DemoAssets.responder()
        _ = responder.put(#"{"route":"metadata","app":"com.example.nowhere","fault":{"kind":"status","code":410}}"#)
        #expect(responder.get("/v1/apps/com.example.nowhere").status == 410)
    }

    @Test func thereIsAnEndToRules() throws {
        var responder = try DemoAssets.responder()
        for index in 0..<300 {
            let status = responder.put(#"{"route":"icon","app":"a\#(index)","fault":{"kind":"hang"}}"#).status
            #expect(status == (index < 256 ? 200 : 400))
        }
    }
}
