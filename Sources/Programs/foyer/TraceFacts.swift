import FoyerSystem
import FoyerTrace
import Glibc

/// What a trace says of where it was made.
enum TraceFacts {
    static var here: [Trace.Fact] {
        [Trace.Fact(.init(asIs: "Foyer"), Release.version), Trace.Fact(.made, WallClock.now.rfc3339)]
            + (Machine.here.map { [Trace.Fact(.host, $0.host)] } ?? [])
    }
}

/// The machine that this runs on.
struct Machine {
    let host: String
    /// The kernel and its release.
    let system: String

    /// `nil` if the system does not say.
    static var here: Machine? {
        var names = utsname()
        guard uname(&names) == 0 else { return nil }
        func text(_ field: UnsafeRawBufferPointer) -> String {
            String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
        }
        return Machine(
            host: withUnsafeBytes(of: &names.nodename, text),
            system: withUnsafeBytes(of: &names.sysname, text) + " " + withUnsafeBytes(of: &names.release, text))
    }
}
