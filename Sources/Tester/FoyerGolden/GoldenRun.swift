import FoyerCore

/// Cells of a row that differ in the same way, for one sentence.
struct GoldenRun {
    let row: Int
    /// With cells between them that are as they were.
    private(set) var columns: Range<Int>
    /// How many of them differ.
    private(set) var count: Int
    /// What differs besides the text, now and before.
    private let found: [String]
    private let wanted: [String]
    /// The text of all of them, now and before.
    private(set) var text = ""
    private(set) var formerText = ""

    /// As many cells may be as they were, where a text is another: some of its letters are the same by chance.
    private static let mostBetween = 3

    /// The runs of all changes, which are in order: those with another text, then the others.
    static func all(of difference: GoldenDifference) -> [GoldenRun] {
        var runs: [GoldenRun] = []
        for change in difference.changes {
            if runs.last?.continues(to: change, in: difference) == true {
                runs[runs.count - 1].columns = runs[runs.count - 1].columns.lowerBound..<change.column + 1
                runs[runs.count - 1].count += 1
            } else {
                runs.append(GoldenRun(change))
            }
        }
        for index in runs.indices { runs[index].readTexts(of: difference) }
        return runs.filter { $0.text != $0.formerText } + runs.filter { $0.text == $0.formerText }
    }

    private init(_ change: GoldenDifference.Change) {
        (row, columns, count) = (change.row, change.column..<change.column + 1, 1)
        (found, wanted) = change.looks
    }

    private func continues(to change: GoldenDifference.Change, in difference: GoldenDifference) -> Bool {
        guard change.row == row, change.looks == (found, wanted) else { return false }
        let between = columns.upperBound..<change.column
        // Of a blank, a colour may be said that others between them have not.
        return between.count <= Self.mostBetween
            && (found.isEmpty || between.allSatisfy { difference.new[$0, row].isBlank })
    }

    private mutating func readTexts(of difference: GoldenDifference) {
        func text(_ screen: GoldenScreen) -> String {
            var text = String.UnicodeScalarView()
            for column in columns where screen[column, row].width > 0 {
                text.append(contentsOf: screen[column, row].glyph.scalars)
            }
            return text.isEmpty ? "its right half" : "\"\(String(text))\""
        }
        (self.text, formerText) = (text(difference.new), text(difference.old))
    }

    /// What they show now and what they should, each with nothing but what differs; the text stands in both.
    var sentence: Phrase {
        let (now, before) = ([text] + found, [formerText] + wanted)
        let (found, wanted) = (now.joined(separator: " "), before.joined(separator: " "))
        if columns.count == 1 { return .cellShows(column: columns.lowerBound + 1, row: row + 1, found, wanted) }
        return .cellsShow(columns: columns.lowerBound + 1...columns.upperBound, row: row + 1, found, wanted)
    }
}

extension GoldenDifference.Change {
    /// What differs besides the text, now and before.
    fileprivate var looks: (found: [String], wanted: [String]) {
        var (found, wanted): ([String], [String]) = ([], [])
        func add(_ now: String, _ before: String) {
            guard now != before else { return }
            found.append(now)
            wanted.append(before)
        }
        if new.glyph == old.glyph, new.glyph != .space { add(Self.width(new), Self.width(old)) }
        add(GoldenText.name(new.style.foreground), GoldenText.name(old.style.foreground))
        add("on " + GoldenText.name(new.style.background), "on " + GoldenText.name(old.style.background))
        add(Self.names(new.style.attributes), Self.names(old.style.attributes))
        add(new.link.isEmpty ? "no link" : new.link, old.link.isEmpty ? "no link" : old.link)
        return (found, wanted)
    }

    private static func width(_ place: GoldenScreen.Place) -> String {
        place.width == 1 ? "1 column wide" : "\(place.width) columns wide"
    }

    private static func names(_ attributes: ScreenCell.Attributes) -> String {
        attributes.isEmpty ? "plain" : GoldenText.names(attributes).joined(separator: " ")
    }
}
