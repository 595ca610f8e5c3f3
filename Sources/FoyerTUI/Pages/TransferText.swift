import FoyerCore

/// The words around the numbers of a transfer; `#` stands for the number.
public struct TransferWords: Equatable, Sendable {
    /// Both numbers in order: received and total.
    public var amount: SafeText
    public var rate: SafeText
    public var secondsLeft: SafeText
    public var minutesLeft: SafeText

    public init(
        amount: SafeText = "# of #", rate: SafeText = "#/s", secondsLeft: SafeText = "# s left",
        minutesLeft: SafeText = "# min left"
    ) {
        self.amount = amount
        self.rate = rate
        self.secondsLeft = secondsLeft
        self.minutesLeft = minutesLeft
    }
}

/// The line under the bar: bytes and rate at its left, the time left at its right.
///
/// Numbers have a fixed room, so that nothing moves when one gets a digit.
public struct TransferText: Equatable, Sendable {
    public var leading: SafeText
    public var trailing: SafeText

    public init(leading: SafeText, trailing: SafeText = "") {
        self.leading = leading
        self.trailing = trailing
    }

    /// Sizes in bytes, of which `total` may be unknown; `bytesPerSecond` and `secondsLeft` where they are steady.
    public init(
        received: Int, total: Int?, bytesPerSecond: Double?, secondsLeft: Double?,
        words: TransferWords = TransferWords()
    ) {
        var leading = ""
        if let total {
            let unit = ByteUnit(for: total)
            let totalText = unit.number(total)
            let receivedText = unit.number(min(received, total)).padded(to: totalText.count)
            leading = words.amount.string.filling([receivedText, totalText]).trimmedEnd + " " + unit.name
        } else {
            let unit = ByteUnit(for: received)
            leading = unit.number(received).padded(to: 5) + " " + unit.name
        }
        if let bytesPerSecond, bytesPerSecond.isFinite, bytesPerSecond >= 0 {
            let rate = Int(min(bytesPerSecond, 1e15))
            let unit = ByteUnit(for: rate)
            let number = unit.number(rate) + " " + unit.name
            leading += " · " + words.rate.string.filling([number])
        }
        self.leading = SafeText(leading)
        trailing = SafeText(Self.timeLeft(secondsLeft, words))
    }

    private static func timeLeft(_ seconds: Double?, _ words: TransferWords) -> String {
        guard let seconds, seconds.isFinite, seconds >= 0, seconds < 86_400 else { return "" }
        let whole = max(1, Int(seconds.rounded(.up)))
        if whole < 100 { return words.secondsLeft.string.filling(["\(whole)"]) }
        return words.minutesLeft.string.filling(["\((whole + 59) / 60)"])
    }
}

/// A unit of bytes, in thousands as downloads are told.
private struct ByteUnit {
    let name: String
    let bytes: Int

    init(for count: Int) {
        let units = [("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1000)]
        let unit = units.first { count >= $0.1 } ?? ("B", 1)
        (name, bytes) = unit
    }

    /// One decimal, none for single bytes.
    func number(_ count: Int) -> String {
        guard bytes > 1 else { return "\(max(0, count))" }
        let tenths = max(0, count) / (bytes / 10)
        return "\(tenths / 10).\(tenths % 10)"
    }
}

extension String {
    fileprivate func padded(to columns: Int) -> String {
        String(repeating: " ", count: Swift.max(0, columns - count)) + self
    }

    fileprivate var trimmedEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }

    /// Puts each value in the place of the next `#`.
    func filling(_ values: [String]) -> String {
        var rest = values[...]
        return reduce(into: "") { text, character in
            if character == "#", let value = rest.popFirst() { text += value } else { text.append(character) }
        }
    }
}
