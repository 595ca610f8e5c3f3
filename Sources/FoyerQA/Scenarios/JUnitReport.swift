/// Results as JUnit XML, the form that build servers read.
public enum JUnitReport {
    public static func xml(_ results: [ScenarioResult], suite: String = "foyer scenarios") -> String {
        let failures = results.count { !$0.hasPassed }
        let total = results.reduce(0) { $0 + $1.realTime.inSeconds }
        let counts = "tests=\"\(results.count)\" failures=\"\(failures)\" errors=\"0\" time=\"\(seconds(total))\""
        var lines = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites \(counts)>",
            "  <testsuite name=\"\(XMLText.escaped(suite))\" \(counts)>",
        ]
        for result in results { lines += testCase(result) }
        return (lines + ["  </testsuite>", "</testsuites>"]).joined(separator: "\n") + "\n"
    }

    private static func testCase(_ result: ScenarioResult) -> [String] {
        let head =
            "    <testcase name=\"\(XMLText.escaped(result.title))\" classname=\"\(XMLText.escaped(result.file))\" "
            + "file=\"\(XMLText.escaped(result.file))\" time=\"\(seconds(result.realTime.inSeconds))\""
        guard let failure = result.failure else { return [head + "/>"] }
        return [
            head + ">",
            "      <failure message=\"\(XMLText.escaped(failure.message))\">\(XMLText.escaped(result.report))</failure>",
            "    </testcase>",
        ]
    }

    /// Three places, whatever the locale.
    static func seconds(_ value: Double) -> String {
        let thousandths = Int((value * 1000).rounded())
        let rest = String(thousandths % 1000)
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }
}

/// Text in XML, whatever it holds.
enum XMLText {
    static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result.append(contentsOf: "&amp;".unicodeScalars)
            case "<": result.append(contentsOf: "&lt;".unicodeScalars)
            case ">": result.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
            case "\n": result.append(contentsOf: "&#10;".unicodeScalars)
            // XML 1.0 has no place for the other controls and for the noncharacters.
            case "\t", "\u{20}"..."\u{7E}", "\u{A0}"..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"...:
                result.append(scalar)
            default: result.append("\u{FFFD}")
            }
        }
        return String(result)
    }
}
