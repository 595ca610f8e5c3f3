import FoyerCore

/// Something that the user can do on a screen now: its keys, its name, and what happens.
///
/// ```swift
/// ScreenAction([.left, .right], "Page") { self.turn(by: $0 == .left ? -1 : 1) }
/// ScreenAction("q", or: [.escape], "Leave") { context.request(.leave) }
/// ```
/// The keys of ``Screen/actions(_:)`` perform them. A ``Footer`` shows the same list.
public struct ScreenAction {
    /// The keys and the name, as a footer shows them.
    package let hint: KeyHint
    /// Further text of the answer in accessible mode.
    public var detail: SafeText = ""
    /// Those of the hint, and others that are not shown.
    private let keys: [KeyEvent]
    package let perform: (KeyEvent) -> Void
    /// Footers show it. Its keys work even if they do not.
    public var isShown = true

    /// An action of a key.
    ///
    /// - Parameters:
    ///   - others: keys that do the same and are not shown.
    ///   - label: the name; an action without one is in no footer.
    public init(_ key: KeyEvent, or others: [KeyEvent] = [], _ label: SafeText = "", perform: @escaping () -> Void) {
        self.init([key], or: others, label) { _ in perform() }
    }

    /// An action of several keys: `perform` receives the one that was pressed. Without keys, it is an answer in lines or a
    /// button.
    public init(
        _ keys: [KeyEvent], or others: [KeyEvent] = [], _ label: SafeText = "", perform: @escaping (KeyEvent) -> Void
    ) {
        (hint, self.keys, self.perform) = (KeyHint(keys, label), keys + others, perform)
    }

    /// Keys that an element of the screen or the screen around it uses: they are only shown.
    public init(elsewhere hint: KeyHint) { (self.hint, keys, perform) = (hint, [], { _ in }) }

    fileprivate func has(_ key: KeyEvent) -> Bool { keys.contains(key) }
    fileprivate var isInFooter: Bool { isShown && !hint.text(.unicode).isEmpty && !hint.label.isEmpty }
}

extension Footer {
    /// The keys of actions, most important first, and a note.
    public init(_ actions: [ScreenAction], note: SafeText = "") {
        self.init(keys: actions.filter(\.isInFooter).map(\.hint), note: note)
    }
}

extension [ScreenAction] {
    /// The actions of these keys, as far as there are any.
    public subscript(_ keys: KeyEvent...) -> [ScreenAction] {
        keys.compactMap { key in first { $0.has(key) } }
    }

    /// Performs the one with this index, such as that of `ScreenEvent.chosen`; does nothing if there is none.
    public func perform(_ index: Int) {
        if indices.contains(index) { self[index].perform(.enter) }
    }

    /// Those with a name as answers in lines. One without a key sends `ScreenEvent.chosen` with its index.
    public var answers: [SpokenAnswer] {
        enumerated().filter { !$1.hint.label.isEmpty }.map { index, action in
            let (label, detail) = (action.hint.label, action.detail)
            guard let key = action.hint.keys.first else { return SpokenAnswer(label, detail: detail, choose: index) }
            return SpokenAnswer(label, detail: detail, press: key)
        }
    }
}
