/// The function that all text from outside passes through. Two passes: each scalar alone, then each in its context.
extension SafeText {
    /// The number of marks in one cell; more are dropped.
    package static let maxMarks = 8

    static func sanitised(_ raw: String) -> String {
        var scalars: [(scalar: Unicode.Scalar, part: ScalarPart)] = []
        var previous: Unicode.Scalar = "\0"
        for scalar in raw.unicodeScalars {
            defer { previous = scalar }
            if scalar == "\n", previous == "\r" { continue }
            switch ScalarPart(scalar) {
            case .blank: scalars.append((" ", .base))
            case .harmful: scalars.append(("\u{FFFD}", .base))
            case .invisible: break
            case let part: scalars.append((scalar, part))
            }
        }
        var kept = Placement()
        for index in scalars.indices {
            let next = index + 1 < scalars.count ? scalars[index + 1].scalar : nil
            kept.take(scalars[index].scalar, as: scalars[index].part, before: next)
        }
        return String(kept.output)
    }
}

/// The second pass: whether a mark, joiner or selector has something to act on.
private struct Placement {
    var output = String.UnicodeScalarView()
    private var base: Unicode.Scalar?
    private var previous: Unicode.Scalar?
    private var marks = 0

    mutating func take(_ scalar: Unicode.Scalar, as part: ScalarPart, before next: Unicode.Scalar?) {
        switch part {
        case .base:
            base = scalar
            marks = 0
        case .mark:
            guard marks < SafeText.maxMarks else { return }
            marks += 1
        case .joiner:
            guard marks < SafeText.maxMarks, joinerBelongs(scalar, before: next) else { return }
            marks += 1
        case .selector:
            guard marks == 0, let base, selects(scalar, base, before: next) else { return }
            marks += 1
        case .blank, .harmful, .invisible:
            return
        }
        output.append(scalar)
        previous = scalar
    }

    private func joinerBelongs(_ joiner: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
        guard let previous else { return false }
        if joiner == .zeroWidthJoiner, let next, next.isPictograph {
            if previous.isPictograph { return true }
            if previous == .emojiSelector, let base, base.isPictograph { return true }
        }
        return previous.isJoiningLetter
    }

    private func selects(_ selector: Unicode.Scalar, _ base: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
        switch selector.value {
        case 0xFE0E, 0xFE0F:
            return base.value < 0x80 ? base.properties.isEmoji && next == .keycap : base.properties.isEmoji
        case 0xFE00...0xFE0D:
            return base.takesStandardVariation
        case 0xE0100...0xE01EF:
            return base.properties.isIdeographic
        default:
            return (0x1820...0x18AA).contains(base.value) || (0x1807...0x1807).contains(base.value)
        }
    }
}
