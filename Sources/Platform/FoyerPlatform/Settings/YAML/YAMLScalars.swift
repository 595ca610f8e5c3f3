import FoyerCore
import FoyerPlatformCore

extension YAMLShape where Value == String {
    /// Any scalar, as written.
    package static var scalar: YAMLShape {
        YAMLShape(outline: YAMLOutline(schema: YAMLSchema.scalar)) { node, what, report in
            if let text = node.scalar { return text }
            report.expected(.aScalar, node, what)
            return nil
        }
    }

    /// Text that is not empty.
    package static var text: YAMLShape {
        YAMLShape(outline: YAMLOutline(schema: YAMLSchema.text)) { node, what, report in
            if let text = node.scalar, !text.isEmpty { return text }
            report.expected(.aText, node, what)
            return nil
        }
    }

    /// One of a few words.
    package static func oneOf(_ words: [String]) -> YAMLShape { word(words.map { ($0, $0) }) }
}

extension YAMLShape where Value == Int {
    package static func integer(in range: ClosedRange<Int>) -> YAMLShape {
        YAMLShape(outline: YAMLOutline(schema: YAMLSchema.integer(range))) { node, what, report in
            if let number = node.scalar.flatMap({ Int($0) }), range.contains(number) { return number }
            report.expected(.wholeNumber(range.lowerBound, to: range.upperBound), node, what)
            return nil
        }
    }
}

extension YAMLShape where Value == Double {
    package static func seconds(in range: ClosedRange<Double>) -> YAMLShape {
        YAMLShape(outline: YAMLOutline(schema: YAMLSchema.number(range))) { node, what, report in
            if let number = node.scalar.flatMap({ Double($0) }), range.contains(number) { return number }
            report.expected(.secondsFrom(written(range.lowerBound), to: written(range.upperBound)), node, what)
            return nil
        }
    }

    private static func written(_ number: Double) -> String {
        number == number.rounded() ? "\(Int(number))" : "\(number)"
    }
}

extension YAMLShape where Value == Bool {
    /// As YAML 1.2 writes them.
    package static var truth: YAMLShape {
        YAMLShape(
            outline: YAMLOutline(words: ["true", "false"]).described(
                by: YAMLSchema.words(["true", "True", "TRUE", "false", "False", "FALSE"]))
        ) { node, what, report in
            switch node.scalar {
            case "true", "True", "TRUE": return true
            case "false", "False", "FALSE": return false
            default:
                report.expected(.trueOrFalse, node, what)
                return nil
            }
        }
    }
}

extension YAMLShape where Value == UInt32 {
    /// `#rrggbb`.
    package static var color: YAMLShape {
        YAMLShape(outline: YAMLOutline(schema: YAMLSchema.matching("^#[0-9A-Fa-f]{6}$"))) { node, what, report in
            if let text = node.scalar, text.utf8.count == 7, text.first == "#",
                let value = UInt32(text.dropFirst(), radix: 16)
            {
                return value
            }
            report.expected(.aColor, node, what)
            return nil
        }
    }
}

extension YAMLShape where Value == JSON {
    /// Any value, as YAML reads plain scalars; quoted scalars are text.
    package static var json: YAMLShape { YAMLShape { node, _, _ in node.json } }
}

extension YAMLNode {
    /// The node as JSON; a key that is not a scalar is named "".
    package var json: JSON {
        switch content {
        case .mapping(let pairs): return .object(pairs.map { JSON.Member($0.key.scalar ?? "", $0.value.json) })
        case .sequence(let nodes): return .array(nodes.map(\.json))
        case .scalar(let text):
            guard isPlain else { return .string(text) }
            switch text {
            case "", "~", "null": return .null
            case "true": return .bool(true)
            case "false": return .bool(false)
            default: break
            }
            if let whole = Int64(text) { return .integer(whole) }
            if let number = Double(text), number.isFinite { return .number(number) }
            return .string(text)
        }
    }
}
