/// Numbers for people, in decimal units.
extension Language {
    /// An amount of bytes: "900 B", "12.3 kB", "2.1 MB", "1.4 GB".
    public func bytes(_ count: Int64) -> SafeText {
        let unit = ByteUnit(for: count)
        return SafeText(alreadySafe: unit.figure(count) + " " + unit.name)
    }

    /// An amount out of a total, in the total's unit: "1.2 of 2.1 MB".
    public func bytes(_ count: Int64, of total: Int64) -> SafeText {
        let unit = ByteUnit(for: total)
        let whole = unit.figure(total)
        var part = unit.figure(min(max(0, count), total))
        // Not all is there before all is there.
        if count < total, part == whole { part = unit.figure(total - unit.size / 10) }
        let between = self == .english ? " of " : " / "
        return SafeText(alreadySafe: part + between + whole + " " + unit.name)
    }

    /// A speed: "35 B/s", "3.4 MB/s", "34 kB/s", "340 kB/s".
    public func rate(_ bytesPerSecond: Double) -> SafeText {
        let speed = bytesPerSecond.isFinite ? min(max(0, bytesPerSecond), 999e9) : 0
        if speed < 999.5 { return SafeText(alreadySafe: "\(Int64(speed.rounded())) B/s") }
        let scaled: (Double, String) =
            switch speed {
            case ..<999_500: (speed / 1e3, "kB/s")
            case ..<999_500_000: (speed / 1e6, "MB/s")
            default: (speed / 1e9, "GB/s")
            }
        let tenths = Int64((scaled.0 * 10).rounded())
        let figure = tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : String(Int64(scaled.0.rounded()))
        return SafeText(alreadySafe: figure + " " + scaled.1)
    }

    /// "1 s left", "2 min left".
    public func timeLeft(_ duration: Duration) -> SafeText {
        let seconds = max(1, Int64(duration.inSeconds.rounded(.up)))
        return self[seconds < 60 ? Phrase("\(seconds) s left") : Phrase("\((seconds + 59) / 60) min left")]
    }

    /// That something cannot be done within a time limit: "too slow for 30 s".
    func tooSlow(for limit: Duration) -> SafeText {
        let seconds = max(1, Int64(limit.inSeconds.rounded()))
        return self[
            seconds < 120
                ? Phrase("too slow for \(seconds) s") : Phrase("too slow for \((seconds + 30) / 60) min")]
    }

    /// How long something took: "0.4 ms", "42 ms", "1.42 s", "12.3 s", "2 min 5 s".
    public func took(_ duration: Duration) -> SafeText {
        if let milliseconds = duration.inMilliseconds { return milliseconds }
        let hundredths = duration.saturatedNanoseconds / 10_000_000
        if hundredths < 1_000 { return SafeText(alreadySafe: decimal(hundredths, places: 2) + " s") }
        if hundredths < 6_000 { return SafeText(alreadySafe: decimal(hundredths / 10, places: 1) + " s") }
        let seconds = hundredths / 100
        return SafeText(alreadySafe: "\(seconds / 60) min \(seconds % 60) s")
    }
}

extension Duration {
    /// A time of less than a second in milliseconds, with tenths below ten: "0 ms", "0.4 ms", "42 ms"; `nil` for a longer
    /// one.
    package var inMilliseconds: SafeText? {
        let tenths = max(0, saturatedNanoseconds) / 100_000
        switch tenths {
        case 0: return "0 ms"
        case ..<100: return SafeText(alreadySafe: decimal(tenths, places: 1) + " ms")
        case ..<10_000: return SafeText(alreadySafe: "\(tenths / 10) ms")
        default: return nil
        }
    }
}

/// The unit in which an amount has one to three digits before the point.
private struct ByteUnit {
    let name: String
    let size: Int64

    init(for count: Int64) {
        // The limits are where rounding to one place would give a fourth digit.
        switch count {
        case ..<1_000: (name, size) = ("B", 1)
        case ..<999_950: (name, size) = ("kB", 1_000)
        case ..<999_950_000: (name, size) = ("MB", 1_000_000)
        default: (name, size) = ("GB", 1_000_000_000)
        }
    }

    func figure(_ count: Int64) -> String {
        if size == 1 { return String(max(0, count)) }
        let tenth = size / 10
        return decimal((max(0, count) / tenth) + (max(0, count) % tenth >= tenth / 2 ? 1 : 0), places: 1)
    }
}

/// A whole number of tenths or hundredths as a decimal fraction.
private func decimal(_ value: Int64, places: Int) -> String {
    let digits = String(value).padded(to: places + 1, with: "0")
    return digits.dropLast(places) + "." + digits.suffix(places)
}

extension String {
    fileprivate func padded(to count: Int, with character: Character = " ") -> String {
        String(repeating: character, count: max(0, count - self.count)) + self
    }
}
