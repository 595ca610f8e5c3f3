import FoyerCore

/// A glyph with its style and its link: the elements of a page's lines.
package struct StyledGlyph: Hashable, Sendable {
    package var glyph: Glyph
    package var width: Int
    package var style: TextStyle
    package var link: Int?

    package init(glyph: Glyph, width: Int, style: TextStyle, link: Int?) {
        (self.glyph, self.width, self.style, self.link) = (glyph, width, style, link)
    }

    /// A hard line break.
    package static let newline = StyledGlyph(glyph: Glyph("\n"), width: 0, style: .text, link: nil)

    package var isNewline: Bool { self == .newline }
    package var isSpace: Bool { glyph == .space }
}

/// Breaks text into lines: at spaces and between ideographs, never before a closing mark or after an opening one, and
/// inside a word only if the word does not fit on a line: after a slash in the second half of the line, if it has one there.
package enum TextWrap {
    package static func styled(_ text: SafeText, _ style: TextStyle, link: Int? = nil) -> [StyledGlyph] {
        text.glyphs.map {
            StyledGlyph(glyph: $0.glyph, width: $0.width, style: style, link: link)
        }
    }

    package static func lines(_ glyphs: [StyledGlyph], width: Int) -> [[StyledGlyph]] {
        guard width > 0 else { return [] }
        var lines: [[StyledGlyph]] = []
        var start = 0
        var index = 0
        var used = 0
        var (lastBreak, lastSlash) = (0, 0)
        func finish(_ end: Int, next: Int) {
            lines.append(trimmed(glyphs[start..<end]))
            start = next
            index = next
            used = 0
            (lastBreak, lastSlash) = (next, next)
        }
        while index < glyphs.count {
            let glyph = glyphs[index]
            if glyph.isNewline {
                finish(index, next: index + 1)
            } else if used + glyph.width <= width || glyph.isSpace {
                used += glyph.width
                index += 1
                if glyph.glyph == .slash, used * 2 > width { lastSlash = index }
                if index < glyphs.count, canBreak(glyphs[index - 1], glyphs[index]) { lastBreak = index }
            } else if lastBreak > start {
                finish(lastBreak, next: lastBreak)
            } else if index > start {
                let end = lastSlash > start ? lastSlash : index
                finish(end, next: end)
            } else {
                // Wider than the whole line, so it is left out.
                finish(index, next: index + 1)
            }
        }
        if start < glyphs.count { finish(glyphs.count, next: glyphs.count) }
        return lines
    }

    /// The same number of lines as `lines`, as even in length as possible, for centred text.
    package static func balancedLines(_ glyphs: [StyledGlyph], width: Int) -> [[StyledGlyph]] {
        let greedy = lines(glyphs, width: width)
        guard greedy.count > 1 else { return greedy }
        var low = 1
        var high = width
        while low < high {
            let middle = (low + high) / 2
            if lines(glyphs, width: middle).count <= greedy.count { high = middle } else { low = middle + 1 }
        }
        return lines(glyphs, width: high)
    }

    package static func columns(of line: [StyledGlyph]) -> Int {
        line.reduce(0) { $0 + $1.width }
    }

    private static func trimmed(_ line: ArraySlice<StyledGlyph>) -> [StyledGlyph] {
        var line = line
        while line.last?.isSpace == true { line.removeLast() }
        return Array(line)
    }

    private static func canBreak(_ left: StyledGlyph, _ right: StyledGlyph) -> Bool {
        if left.isSpace { return !right.isSpace }
        if right.isSpace || right.isNewline { return false }
        if closing.contains(right.glyph.base) || opening.contains(left.glyph.base) { return false }
        return left.isIdeograph || right.isIdeograph
    }

    private static let closing = Set("，。、；：？！）」』】》〉…—,.;:?!)]}%".unicodeScalars.map(\.value))
    private static let opening = Set("（「『【《〈([{".unicodeScalars.map(\.value))
}

extension StyledGlyph {
    /// A wide character stands for a word or syllable: a line may end after any of them.
    fileprivate var isIdeograph: Bool { width == 2 }
}
