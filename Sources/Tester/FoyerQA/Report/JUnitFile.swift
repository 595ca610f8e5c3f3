/// Results as JUnit XML, which build servers read.
struct JUnitFile {
    struct Property {
        let name: String
        let value: String
    }

    struct Case {
        enum Result {
            case passed
            case failure(message: String, details: String = "")
            case skipped(message: String)
            /// It passed, but not at once.
            case flaky(message: String, details: String)
        }

        let name: String
        let group: String
        var file: String?
        /// The duration in seconds.
        let time: Double
        let result: Result
        var output = ""
    }

    let suite: String
    /// When it was run, in RFC 3339; may be empty.
    var time = ""
    var properties: [Property] = []
    /// How long all took, if that is not the sum of the cases.
    var seconds: Double?
    let cases: [Case]

    var xml: String {
        let name = XMLText.escaped(suite)
        var lines = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites name=\"\(name)\" \(counts)>",
            "  <testsuite name=\"\(name)\" \(counts)\(time.isEmpty ? "" : " timestamp=\"\(XMLText.escaped(time))\"")>",
        ]
        if !properties.isEmpty {
            lines.append("    <properties>")
            lines += properties.map {
                "      <property name=\"\(XMLText.escaped($0.name))\" value=\"\(XMLText.escaped($0.value))\"/>"
            }
            lines.append("    </properties>")
        }
        for item in cases { lines += item.lines }
        return (lines + ["  </testsuite>", "</testsuites>"]).joined(separator: "\n") + "\n"
    }

    private var counts: String {
        var (failures, skipped) = (0, 0)
        for item in cases {
            switch item.result {
            case .passed, .flaky: break
            case .failure: failures += 1
            case .skipped: skipped += 1
            }
        }
        let time = XMLText.seconds(seconds ?? cases.reduce(0) { $0 + $1.time })
        return "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"0\" skipped=\"\(skipped)\" "
            + "time=\"\(time)\""
    }
}

extension JUnitFile.Case {
    fileprivate var lines: [String] {
        var head = "    <testcase name=\"\(XMLText.escaped(name))\" classname=\"\(XMLText.escaped(group))\" "
        if let file { head += "file=\"\(XMLText.escaped(file))\" " }
        head += "time=\"\(XMLText.seconds(time))\""
        var inner: [String] = []
        switch result {
        case .passed: break
        case .failure(let message, let details):
            let text = XMLText.escaped(details)
            let opening = "      <failure message=\"\(XMLText.escaped(message))\""
            inner.append(text.isEmpty ? opening + "/>" : opening + ">\(text)</failure>")
        case .flaky(let message, let details):
            // As Surefire writes it.
            inner.append(
                "      <flakyFailure message=\"\(XMLText.escaped(message))\">\(XMLText.escaped(details))</flakyFailure>"
            )
        case .skipped(let message): inner.append("      <skipped message=\"\(XMLText.escaped(message))\"/>")
        }
        if !output.isEmpty { inner.append("      <system-out>\(XMLText.escaped(output))</system-out>") }
        return inner.isEmpty ? [head + "/>"] : [head + ">"] + inner + ["    </testcase>"]
    }
}
