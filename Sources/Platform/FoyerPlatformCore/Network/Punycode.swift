import FoyerCore

/// The part after `xn--` in a host name (RFC 3492).
enum Punycode {
    private static let base = 36
    private static let (least, most) = (1, 26)
    private static let (skew, damp) = (38, 700)
    private static let firstBias = 72
    private static let firstScalar = 128

    /// Whether the text is the one valid spelling of a label: letters, marks, digits and pictures, as they are written
    /// after folding case and width.
    static func isLabel(_ text: Substring) -> Bool {
        guard let scalars = decode(text), let first = scalars.first, !isMark(first),
            scalars.contains(where: { !$0.isASCII }), encode(scalars) == String(text)
        else { return false }
        return scalars.indices.allSatisfy { isAllowed($0, in: scalars) }
    }

    // MARK: - What a name may hold

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    private static func isAllowed(_ index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        let scalar = scalars[index]
        if scalar.isASCII {
            return ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) || scalar == "-"
        }
        switch scalar {
        // Folding changes them, but names keep them.
        case "\u{DF}", "\u{3C2}": return true
        case "\u{B7}", "\u{30FB}", "\u{30FC}": return true
        case "\u{200C}", "\u{200D}":
            guard index > 0 else { return false }
            let before = scalars[index - 1]
            if before.properties.canonicalCombiningClass == .virama { return true }
            return scalar == "\u{200C}" && (0x600...0x8FF).contains(before.value) && index + 1 < scalars.count
                && (0x600...0x8FF).contains(scalars[index + 1].value)
        default: break
        }
        guard !scalar.properties.changesWhenNFKCCaseFolded else { return false }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .decimalNumber, .otherSymbol:
            return true
        default: return false
        }
    }

    // MARK: - RFC 3492

    private static func decode(_ text: Substring) -> [Unicode.Scalar]? {
        let bytes = Array(text.utf8)
        var scalars: [UInt32] = []
        var position = 0
        if let hyphen = bytes.lastIndex(of: UInt8(ascii: "-")) {
            scalars = bytes[..<hyphen].map(UInt32.init)
            position = hyphen + 1
        }
        var (next, index, bias) = (firstScalar, 0, firstBias)
        while position < bytes.count {
            let before = index
            var (weight, step) = (1, base)
            while true {
                guard position < bytes.count, let digit = digit(bytes[position]) else { return nil }
                position += 1
                index += digit * weight
                guard index <= Int(UInt32.max) else { return nil }
                let threshold = threshold(step, bias)
                if digit < threshold { break }
                weight *= base - threshold
                guard weight <= Int(UInt32.max) else { return nil }
                step += base
            }
            let count = scalars.count + 1
            bias = adapted(index - before, count, isFirst: before == 0)
            next += index / count
            index %= count
            guard next <= 0x10FFFF else { return nil }
            scalars.insert(UInt32(next), at: index)
            index += 1
        }
        let known = scalars.compactMap(Unicode.Scalar.init)
        return known.count == scalars.count ? known : nil
    }

    private static func encode(_ scalars: [Unicode.Scalar]) -> String {
        var output = scalars.filter(\.isASCII).map { UInt8($0.value) }
        let plain = output.count
        if plain > 0 { output.append(UInt8(ascii: "-")) }
        var (next, delta, bias, done) = (firstScalar, 0, firstBias, plain)
        while done < scalars.count {
            guard let least = scalars.map({ Int($0.value) }).filter({ $0 >= next }).min() else { break }
            delta += (least - next) * (done + 1)
            next = least
            for scalar in scalars {
                if scalar.value < next { delta += 1 }
                guard scalar.value == next else { continue }
                output += digits(of: delta, bias)
                bias = adapted(delta, done + 1, isFirst: done == plain)
                delta = 0
                done += 1
            }
            delta += 1
            next += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func digits(of number: Int, _ bias: Int) -> [UInt8] {
        var (rest, step) = (number, base)
        var digits: [UInt8] = []
        while true {
            let threshold = threshold(step, bias)
            if rest < threshold { return digits + [letter(rest)] }
            digits.append(letter(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
            step += base
        }
    }

    private static func threshold(_ step: Int, _ bias: Int) -> Int { min(most, max(least, step - bias)) }

    private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / damp : delta / 2
        delta += delta / count
        var steps = 0
        while delta > (base - least) * most / 2 {
            delta /= base - least
            steps += base
        }
        return steps + (base - least + 1) * delta / (delta + skew)
    }

    private static func digit(_ byte: UInt8) -> Int? {
        switch byte {
        case 0x61...0x7A: Int(byte) - 0x61
        case 0x30...0x39: Int(byte) - 0x30 + 26
        default: nil
        }
    }

    private static func letter(_ digit: Int) -> UInt8 { UInt8(digit < 26 ? 0x61 + digit : 0x30 + digit - 26) }
}
