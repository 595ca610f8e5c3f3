import CVterm

/// A key that is not a character.
enum SessionKey {
    case enter, tab, backTab, escape, backspace, delete, up, down, left, right, home, end, pageUp, pageDown
    case control(Unicode.Scalar)
    case function(Int)
}

extension VirtualTerminal {
    func press(_ key: SessionKey) {
        switch key {
        case .enter: press(VTERM_KEY_ENTER)
        case .tab: press(VTERM_KEY_TAB)
        case .backTab: press(VTERM_KEY_TAB, VTERM_MOD_SHIFT)
        case .escape: press(VTERM_KEY_ESCAPE)
        case .backspace: press(VTERM_KEY_BACKSPACE)
        case .delete: press(VTERM_KEY_DEL)
        case .up: press(VTERM_KEY_UP)
        case .down: press(VTERM_KEY_DOWN)
        case .left: press(VTERM_KEY_LEFT)
        case .right: press(VTERM_KEY_RIGHT)
        case .home: press(VTERM_KEY_HOME)
        case .end: press(VTERM_KEY_END)
        case .pageUp: press(VTERM_KEY_PAGEUP)
        case .pageDown: press(VTERM_KEY_PAGEDOWN)
        case .control(let letter): type(letter, VTERM_MOD_CTRL)
        case .function(let number):
            press(VTermKey(VTERM_KEY_FUNCTION_0.rawValue + UInt32(number)))
        }
    }
}
