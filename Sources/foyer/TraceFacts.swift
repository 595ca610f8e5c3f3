import FoyerQA
import FoyerSystem
import Glibc

/// What a trace says of where it was made.
enum TraceFacts {
    static var here: [Trace.Fact] {
        var facts = [Trace.Fact(.init(asIs: "Foyer"), Release.version), Trace.Fact(.made, WallClock.now.rfc3339)]
        var system = utsname()
        if uname(&system) == 0 {
            let host = withUnsafeBytes(of: &system.nodename) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            facts.append(Trace.Fact(.host, host))
        }
        return facts
    }
}
