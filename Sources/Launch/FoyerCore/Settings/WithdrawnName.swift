/// A name of 0.4 that is gone. Until 1.0, one sentence says what to use instead where a file or a command line has it.
package struct WithdrawnName: Sendable {
    package let name: String
    private let instead: Phrase

    private init(_ name: String, _ instead: Phrase) { (self.name, self.instead) = (name, instead) }

    /// The same under another name.
    private init(_ name: String, _ other: WithdrawnName) { (self.name, instead) = (name, other.instead) }

    package var sentence: Phrase {
        Phrase("\(name) was removed in 0.5: \(instead).")
    }

    // MARK: - Keys of files

    package static let needs = WithdrawnName(
        "needs", Phrase("start several commands with process-compose or docker compose"))
    package static let log = WithdrawnName(
        "log", Phrase("press d on the splash for the latest lines, or follow a log file with tail -f"))
    package static let versions = WithdrawnName("versions", Phrase("a banner or a pop-up is for everybody"))
    package static let minimum = WithdrawnName(
        "minimum", Phrase("publish a value of another name, and compare it with the version in your program"))

    // MARK: - Words of command lines

    private static let words: [String: [WithdrawnName]] = [
        "run": [WithdrawnName("--log", log)],
        "events": [
            WithdrawnName(
                "report",
                Phrase("count the collector's files with jq and sqlite3, as the article on the wire format shows"))
        ],
        "banner": [WithdrawnName("--program-version", versions)],
        "popup": [WithdrawnName("--program-version", versions)],
        "config": [WithdrawnName("--program-version", minimum)],
        "snapshot": [
            WithdrawnName("gif", Phrase("draw a film with --format apng, which has all colours and is smaller"))
        ],
    ]

    /// The first of a command's words that is gone; `nil` if there is none. An option may have its value behind a `=`.
    package static func find(in line: some Sequence<String>, of command: String) -> WithdrawnName? {
        let parts = line.lazy.flatMap { $0.split(separator: "=") }
        return parts.compactMap { part in words[command]?.first { $0.name == part } }.first
    }
}
