import Foyer
import FoyerPlatform

/// The names of keys in scenarios.
package enum KeyName {
    private static let named: KeyValuePairs<String, KeyEvent> = [
        "enter": .enter, "esc": .escape, "tab": .tab, "shift-tab": .backTab, "space": .character(" "),
        "backspace": .backspace, "delete": .delete, "insert": .insert, "up": .up, "down": .down, "left": .left,
        "right": .right, "page-up": .pageUp, "page-down": .pageDown, "home": .home, "end": .end,
    ]

    /// Other names of the same keys, as other tools have them; nothing is written with them.
    private static let others = ["escape": KeyEvent.escape]

    /// Names that are spelt out.
    static let all = named.map(\.key) + others.keys.sorted() + ["f1", "ctrl-l", "alt-x"]

    /// The same for editors, without the names that are spelt out.
    static let pattern = "^(.|ctrl-.|alt-.|f([1-9]|1[0-2]))$"

    /// The name that was probably meant, as with `Ctrl+C`; `nil` if nothing is close enough.
    static func nearest(to name: String) -> String? {
        let spelt = name.lowercased().replacing("+", with: "-").replacing("control-", with: "ctrl-")
        if key(spelt) != nil { return spelt }
        return Suggestion.nearest(to: spelt, among: named.map(\.key))
    }

    /// A name, one character, `f1`…`f12`, or a character with `ctrl-` or `alt-` before it.
    static func key(_ name: String) -> KeyEvent? {
        if let found = named.first(where: { $0.key == name }) { return found.value }
        if let found = others[name] { return found }
        if let scalar = single(name) { return .character(scalar) }
        if name.hasPrefix("ctrl-") { return single(name.dropFirst(5)).map { .control($0) } }
        if name.hasPrefix("alt-") { return single(name.dropFirst(4)).map { .alt($0) } }
        if name.hasPrefix("f"), let number = Int(name.dropFirst()), (1...12).contains(number) {
            return .function(number)
        }
        return nil
    }

    /// The scenario's name of the key.
    package static func name(_ key: KeyEvent) -> String {
        if let found = named.first(where: { $0.value == key }) { return found.key }
        return switch key {
        case .character(let scalar): String(Character(scalar))
        case .control(let scalar): "ctrl-" + String(Character(scalar))
        case .alt(let scalar): "alt-" + String(Character(scalar))
        case .function(let number): "f\(number)"
        default: "\(key)"
        }
    }

    private static func single(_ text: some StringProtocol) -> Unicode.Scalar? {
        text.unicodeScalars.count == 1 ? text.unicodeScalars.first : nil
    }
}
