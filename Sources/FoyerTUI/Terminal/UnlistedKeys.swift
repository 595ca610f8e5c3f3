/// Keys that some terminals send though their entry says otherwise, and the marks around pasted text. Curses is told
/// of each under a number of ours.
enum UnlistedKeys {
    /// The first one's number, far beyond curses' own; the others follow.
    static let firstCode: Int32 = 3000

    /// What comes after Esc, and what it means.
    static let all: [(sequence: String, input: RawInput)] = [
        ("[A", .key(.up)), ("[B", .key(.down)), ("[C", .key(.right)), ("[D", .key(.left)), ("OA", .key(.up)),
        ("OB", .key(.down)), ("OC", .key(.right)), ("OD", .key(.left)), ("[H", .key(.home)), ("[F", .key(.end)),
        ("OH", .key(.home)), ("OF", .key(.end)), ("[1~", .key(.home)), ("[4~", .key(.end)),
        ("[5~", .key(.pageUp)), ("[6~", .key(.pageDown)), ("[3~", .key(.delete)), ("[Z", .key(.backTab)),
        ("[200~", .pasteBegan), ("[201~", .pasteEnded),
    ]

    /// Nil for a number that is not one of ours.
    static func input(forCode code: Int32) -> RawInput? {
        let index = Int(code) - Int(firstCode)
        return all.indices.contains(index) ? all[index].input : nil
    }
}
