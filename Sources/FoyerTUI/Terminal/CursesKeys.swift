/// The keys that curses reports by number.
enum CursesKeys {
    /// Keys that some terminals send although their entry says otherwise, and the marks around pasted text: the bytes
    /// after Esc, and their meaning. Curses knows them under numbers of ours.
    static let unlisted: [(sequence: String, input: RawInput)] = [
        ("[A", .key(.up)), ("[B", .key(.down)), ("[C", .key(.right)), ("[D", .key(.left)), ("OA", .key(.up)),
        ("OB", .key(.down)), ("OC", .key(.right)), ("OD", .key(.left)), ("[H", .key(.home)), ("[F", .key(.end)),
        ("OH", .key(.home)), ("OF", .key(.end)), ("[1~", .key(.home)), ("[4~", .key(.end)),
        ("[5~", .key(.pageUp)), ("[6~", .key(.pageDown)), ("[3~", .key(.delete)), ("[Z", .key(.backTab)),
        ("[200~", .pasteBegan), ("[201~", .pasteEnded),
    ]

    /// The first of our numbers, far beyond curses' own.
    static let firstCode: Int32 = 3000

    /// - Parameter name: curses' name of the key.
    static func input(code: Int32, name: () -> String) -> RawInput? {
        let index = Int(code) - Int(firstCode)
        return unlisted.indices.contains(index) ? unlisted[index].input : input(named: name())
    }

    private static func input(named name: String) -> RawInput? {
        switch name {
        case "KEY_UP": .key(.up)
        case "KEY_DOWN": .key(.down)
        case "KEY_LEFT": .key(.left)
        case "KEY_RIGHT": .key(.right)
        case "KEY_PPAGE": .key(.pageUp)
        case "KEY_NPAGE": .key(.pageDown)
        case "KEY_HOME", "KEY_A1": .key(.home)
        case "KEY_END", "KEY_C1": .key(.end)
        case "KEY_BACKSPACE": .key(.backspace)
        case "KEY_DC": .key(.delete)
        case "KEY_IC": .key(.insert)
        case "KEY_BTAB": .key(.backTab)
        case "KEY_ENTER": .key(.enter)
        default: function(named: name)
        }
    }

    /// `KEY_F(1)` to `KEY_F(12)`.
    private static func function(named name: String) -> RawInput? {
        guard name.hasPrefix("KEY_F("), let number = Int(name.dropFirst(6).dropLast()), (1...12).contains(number) else {
            return nil
        }
        return .key(.function(number))
    }
}
