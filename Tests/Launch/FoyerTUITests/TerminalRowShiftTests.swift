import FoyerCore
import TestSupport
import Testing

@testable import FoyerTUI

/// Moves that the terminal performs itself.
@Suite struct TerminalRowShiftTests {
    private static func row(_ text: String) -> [ScreenCell] { text.unicodeScalars.map { ScreenCell(Glyph($0)) } }

    private static func find(_ old: [ScreenCell], _ new: [ScreenCell], guess: Int = 0) -> RowShift? {
        guard let changed = RowChange.span(from: old[...], to: new[...]) else { return nil }
        var searches = 1
        return RowShift.find(from: old[...], to: new[...], changed: changed, guess: guess, searches: &searches)
    }

    /// What a terminal makes of it: blanks come in at the row's end, and where characters are inserted.
    private static func moved(_ row: [ScreenCell], by shift: RowShift) -> [ScreenCell] {
        let blanks = Array(repeating: ScreenCell.blank, count: shift.count)
        var row = row
        row.removeSubrange(shift.deletion..<shift.deletion + shift.count)
        row += blanks
        row.insert(contentsOf: blanks, at: shift.insertion)
        row.removeLast(shift.count)
        return row
    }

    private static let old = row("|abcdefghijklmnopqrstuvwxyz|")

    @Test func findsWhatWentToTheLeft() {
        let new = Self.row("|defghijklmnopqrstuvwxyz123|")
        #expect(Self.find(Self.old, new) == RowShift(columns: 1..<27, distance: 3))
        #expect(
            Self.moved(Self.old, by: RowShift(columns: 1..<27, distance: 3)) == Self.row("|defghijklmnopqrstuvwxyz   |")
        )
    }

    @Test func findsWhatWentToTheRight() {
        let new = Self.row("|123abcdefghijklmnopqrstuvw|")
        #expect(Self.find(Self.old, new) == RowShift(columns: 1..<27, distance: -3))
        #expect(
            Self.moved(Self.old, by: RowShift(columns: 1..<27, distance: -3))
                == Self.row("|   abcdefghijklmnopqrstuvw|"))
    }

    @Test func whatIsNewWithinIsNoHindrance() {
        let new = Self.row("|defghi--lmnop--stuvwxyz123|")
        #expect(Self.find(Self.old, new)?.distance == 3)
    }

    @Test func theShortestOfEquals() {
        let stripes = Self.row("abababababababababababab")
        #expect(Self.find(stripes, Self.row("babababababababababababa"))?.distance == 1)
    }

    @Test func aGuessThatServesIsTaken() {
        let stripes = Self.row("abababababababababababab")
        let new = Self.row("babababababababababababa")
        #expect(Self.find(stripes, new, guess: 3)?.distance == 3)
        #expect(Self.find(stripes, new, guess: 2)?.distance == 1)
    }

    @Test func whatOnlyChangedIsLeft() {
        #expect(Self.find(Self.old, Self.row("|ABCDEFGHIJKLMNOPQRSTUVWXYZ|")) == nil)
        #expect(Self.find(Self.old, Self.old) == nil)
    }

    /// Most of what differs has to come right, not most of the row: blanks are blanks wherever they go.
    @Test func twoWordsFarApartAreNoShift() {
        let gap = String(repeating: " ", count: 40)
        #expect(Self.find(Self.row("one" + gap + "two"), Self.row("six" + gap + "ten")) == nil)
        let ends = ("the first" + gap + "and its end", "another" + gap + "with another")
        #expect(Self.find(Self.row(ends.0), Self.row(ends.1)) == nil)
    }

    @Test func aFewCellsAreLeft() {
        #expect(Self.find(Self.row("|abcdefghijklmno|"), Self.row("|bcdefghijklmno1|")) == nil)
    }

    /// Rows in which hardly anything differs, as of a plain sky, cost no search that a row below may need.
    @Test func aSlideIsFoundBelowAPlainSky() {
        let size = CellSize(columns: 40, rows: 8)
        func frame(_ moved: Int) -> Frame {
            var cells: [ScreenCell] = []
            for row in 0..<size.rows {
                for column in 0..<size.columns {
                    let letter = UInt8(97 + (column + moved) * (row + 3) % 26)
                    let isSky = row < 5 && !(column + moved).isMultiple(of: 30)
                    cells.append(ScreenCell(Glyph(isSky ? " " : Unicode.Scalar(letter))))
                }
            }
            return Frame(size: size, cells: cells)
        }
        let changes = RowChange.all(from: frame(0), to: frame(4), size: size, shifts: true)
        #expect(changes.map(\.row) == Array(0..<8))
        #expect(changes.suffix(3).map(\.shift?.distance) == [4, 4, 4])
        #expect(RowChange.all(from: frame(0), to: frame(4), size: size, shifts: false).allSatisfy { $0.shift == nil })
    }

    @Test func noWideCharacterIsMoved() {
        var old = Self.old
        (old[20], old[21]) = (ScreenCell(Glyph("茶"), width: 2), ScreenCell(.space, width: 0))
        let new = Array(old[0..<1] + old[3..<27] + Self.row("12|"))
        #expect(Self.find(old, new) == nil)
        // One before the part stays where it is.
        let wide = [ScreenCell(Glyph("茶"), width: 2), ScreenCell(.space, width: 0)]
        #expect(Self.find(wide + Self.old, wide + Self.row("|defghijklmnopqrstuvwxyz123|"))?.distance == 3)
    }

    /// Any move leaves the rest of the row alone and at most half of the part to be drawn.
    @Test func neverMakesMoreWork() {
        var random = SplitMix64(seed: 11)
        var found = 0
        for _ in 0..<2_000 {
            let letters = Int.random(in: 1...6, using: &random)
            let old = (0..<60).map { _ in
                ScreenCell(Glyph(Unicode.Scalar(UInt8(97 + Int.random(in: 0..<letters, using: &random)))))
            }
            var new = old
            let part = Int.random(in: 0..<20, using: &random)..<Int.random(in: 30...60, using: &random)
            let distance = Int.random(in: -12...12, using: &random)
            for column in part where part.contains(column + distance) { new[column] = old[column + distance] }
            for _ in 0..<Int.random(in: 0..<20, using: &random) {
                new[Int.random(in: part, using: &random)] = ScreenCell(Glyph("!"))
            }
            let guess = Int.random(in: -30...30, using: &random)
            guard let changed = RowChange.span(from: old[...], to: new[...]),
                let shift = Self.find(old, new, guess: guess)
            else { continue }
            found += 1
            let moved = Self.moved(old, by: shift)
            #expect(moved.indices.allSatisfy { changed.contains($0) || moved[$0] == old[$0] })
            #expect(changed.count { moved[$0] != new[$0] } <= changed.count { old[$0] != new[$0] } / 2)
        }
        #expect(found > 500)
    }
}
