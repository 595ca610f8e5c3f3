import FoyerCore

/// What a program has told its terminal beyond cells: modes, title, clipboard, bells, the cursor's shape, and the questions
/// that nobody has answered.
package struct TerminalReport: Sendable {
    /// What a program can switch on.
    package enum Mode: String, CaseIterable, Sendable {
        case alternate, mouse, paste, focus, kitty, cursor
    }

    package enum CursorShape: String, CaseIterable, Sendable {
        case block, underline, bar
    }

    /// A question to the terminal.
    package struct Question: Equatable, Sendable {
        /// As people write it: `CSI ? u`.
        package let text: String
        /// What its answer begins and ends with.
        let answer: String
    }

    /// A longer title is cut, in columns.
    private static let longestTitle = 512
    /// No sequence that a terminal knows is longer, in bytes; a picture's or clipboard's rest is dropped.
    private static let longestString = 1 << 20
    /// Of titles that are put aside; terminals keep about as many.
    private static let mostTitles = 10

    package private(set) var title = ""
    /// What was written to the clipboard last; `nil` if nothing was.
    package private(set) var clipboard: [UInt8]?
    package private(set) var bells = 0
    /// Ends of synchronised updates.
    package private(set) var updates = 0
    package private(set) var shape = CursorShape.block
    /// The largest row that the cursor was sent to, from 1.
    package private(set) var lowestRow = 1
    /// Asked and not answered, in order.
    package private(set) var questions: [Question] = []
    /// Those that were put aside, the last one last.
    private var titles: [String] = []
    private var privateModes = Self.modesAtFirst
    private var renditions = Renditions()
    /// Lines that scroll alone; insertion.
    private var (hasRegion, inserts) = (false, false)
    private var keyboard = 0
    private var output = OutputParser(limit: longestString)
    private var answers = OutputParser()

    private static let modesAtFirst: Set = [7, 25]
    /// What lines of text, or whoever writes and reads them, would suffer from.
    private static let lasting: Set = [1, 5, 6, 9, 47, 1000, 1002, 1003, 1004, 1006, 1015, 1016, 1047, 1049, 2004]

    package init() {}

    /// Whether lines of text look and are typed as they were before the program began.
    package var isPlain: Bool {
        renditions.isEmpty && !hasRegion && !inserts
            && privateModes.isSuperset(of: Self.modesAtFirst) && privateModes.isDisjoint(with: Self.lasting)
    }

    package func has(_ mode: Mode) -> Bool {
        switch mode {
        case .alternate: !privateModes.isDisjoint(with: [47, 1047, 1049])
        case .mouse: !privateModes.isDisjoint(with: [9, 1000, 1002, 1003])
        case .paste: privateModes.contains(2004)
        case .focus: privateModes.contains(1004)
        case .kitty: keyboard > 0
        case .cursor: privateModes.contains(25)
        }
    }

    /// - Parameters:
    ///   - bytes: what the program has written.
    ///   - answered: what the terminal has sent for it.
    package mutating func take(_ bytes: [UInt8], answered: [UInt8]) {
        for byte in bytes { if let piece = output.take(byte) { take(piece) } }
        for byte in answered {
            guard let piece = answers.take(byte), let key = Self.answer(piece),
                let place = questions.firstIndex(where: { $0.answer == key })
            else {
                continue
            }
            // Whoever asks for several things at once takes the last answer as the end of all.
            questions.removeFirst(place + 1)
        }
    }

    /// The program has gone on: it waits for none of the answers.
    package mutating func forgetQuestions() { questions = [] }

    private mutating func take(_ piece: OutputParser.Piece) {
        switch piece {
        case .byte(0x07): bells += 1
        case .escape([], final: UInt8(ascii: "c")): reset()
        case .control(let body, let final): take(String(decoding: body, as: UTF8.self), final.letter)
        case .string(UInt8(ascii: "]"), let body): take(command: String(decoding: body, as: UTF8.self))
        case .string(UInt8(ascii: "P"), let body):
            if let question = Self.question(device: String(decoding: body, as: UTF8.self)) {
                questions.append(question)
            }
        case .byte, .escape, .string: break
        }
    }

    private mutating func reset() {
        (privateModes, keyboard, shape, title, titles) = (Self.modesAtFirst, 0, .block, "", [])
        (renditions, hasRegion, inserts) = (Renditions(), false, false)
    }

    private mutating func take(_ middle: String, _ last: Character) {
        if let question = Self.question(middle, last) { questions.append(question) }
        let numbers = middle.drop { "<=>?".contains($0) }.split(separator: ";", omittingEmptySubsequences: false)
            .map { Int($0) ?? 0 }
        switch (last, middle.first) {
        case ("h", "?"): privateModes.formUnion(numbers)
        case ("l", "?"):
            if numbers.contains(2026), privateModes.contains(2026) { updates += 1 }
            privateModes.subtract(numbers)
        case ("m", let mark) where !"<=>?".contains(mark ?? "0"): renditions.take(numbers)
        case ("r", let mark) where mark != "?": hasRegion = !numbers.allSatisfy { $0 == 0 }
        case ("h", "4"), ("l", "4"): inserts = last == "h"
        case ("u", ">"): keyboard += 1
        case ("u", "<"): keyboard = max(0, keyboard - max(1, numbers.first ?? 1))
        case ("u", "="): keyboard = numbers.first == 0 ? 0 : max(1, keyboard)
        // Beyond all screens: it looks for the corner.
        case ("H", _), ("f", _), ("d", _): if let row = numbers.first, row < 500 { lowestRow = max(lowestRow, row) }
        // Of the title, not of the icon's name alone.
        case ("t", _) where numbers.first == 22 && numbers.dropFirst().first != 1:
            titles = titles.suffix(Self.mostTitles - 1) + [title]
        case ("t", _) where numbers.first == 23 && numbers.dropFirst().first != 1: title = titles.popLast() ?? title
        case ("q", _) where middle.hasSuffix(" "):
            shape = [3: .underline, 4: .underline, 5: .bar, 6: .bar][Int(middle.dropLast()) ?? 0] ?? .block
        default: break
        }
    }

    private mutating func take(command text: String) {
        let parts = text.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count > 1 else { return }
        switch parts[0] {
        case "0", "2": title = SafeText(String(text.drop { $0 != ";" }.dropFirst()), columns: Self.longestTitle).string
        case "52":
            guard parts.count == 3, parts[2] != "?" else { break }
            clipboard = Base64.decode(String(parts[2]))
            return
        default: break
        }
        guard parts.last == "?" else { return }
        questions.append(Question(text: "OSC \(text.replacing(";", with: " ; "))", answer: "]\(parts[0])"))
    }

    // MARK: - Questions and answers

    private static func question(_ middle: String, _ last: Character) -> Question? {
        let answer: String?
        switch (last, middle) {
        case ("c", ""), ("c", "0"): answer = "?c"
        case ("c", ">"), ("c", ">0"): answer = ">c"
        case ("n", "5"): answer = "n"
        case ("n", "6"): answer = "R"
        case ("n", "?6"): answer = "?R"
        case ("u", "?"): answer = "?u"
        case ("q", ">"), ("q", ">0"): answer = "P>|"
        case ("p", _) where middle.hasSuffix("$"): answer = "?y"
        case ("t", "14"), ("t", "15"), ("t", "16"), ("t", "18"), ("t", "19"), ("t", "21"): answer = "t"
        default: answer = nil
        }
        let words = ["CSI"] + middle.map { String($0) } + [String(last)]
        return answer.map { Question(text: spaced(words), answer: $0) }
    }

    private static func question(device text: String) -> Question? {
        if text.hasPrefix("$q") { return Question(text: "DCS $ q", answer: "P$r") }
        if text.hasPrefix("+q") { return Question(text: "DCS + q", answer: "P+r") }
        return nil
    }

    /// Digits stay together: `CSI ? 2026 $ p`.
    private static func spaced(_ parts: [String]) -> String {
        parts.dropFirst().reduce(parts[0]) { text, part in
            let isNumber = part.first?.isNumber == true && text.last?.isNumber == true
            return text + (isNumber ? "" : " ") + part
        }
    }

    private static func answer(_ piece: OutputParser.Piece) -> String? {
        switch piece {
        case .control(let body, let final):
            let mark = body.first.map { $0.letter }.flatMap { "?>".contains($0) ? String($0) : nil } ?? ""
            // A mode of ECMA's is answered without the mark.
            return final.letter == "y" ? "?y" : mark + String(final.letter)
        case .string(UInt8(ascii: "]"), let body):
            return "]" + (String(decoding: body, as: UTF8.self).split(separator: ";").first ?? "")
        case .string(UInt8(ascii: "P"), let body):
            let text = String(decoding: body, as: UTF8.self)
            return text.hasPrefix(">|") ? "P>|" : "P" + text.drop { $0.isNumber }.prefix(2)
        case .byte, .escape, .string: return nil
        }
    }
}

extension UInt8 {
    fileprivate var letter: Character { Character(Unicode.Scalar(self)) }
}

/// Which renditions are on, by the numbers that switch them on: of colours, 30 and 40 stand for all.
struct Renditions {
    private var on: Set<Int> = []

    /// Whether letters look as they do at first.
    var isEmpty: Bool { on.isEmpty }

    /// - Parameter numbers: those of an SGR sequence; none are a zero.
    mutating func take(_ numbers: [Int]) {
        if numbers.isEmpty { on = [] }
        for number in numbers {
            switch number {
            case 0: on = []
            case 1...9: on.insert(number)
            case 22: on.subtract([1, 2])
            case 25: on.subtract([5, 6])
            case 23...29: on.remove(number - 20)
            case 30...37, 90...97: on.insert(30)
            case 40...47, 100...107: on.insert(40)
            case 39, 49: on.remove(number - 9)
            // What follows are parts of the colour.
            case 38, 48:
                on.insert(number - 8)
                return
            default: break
            }
        }
    }
}
