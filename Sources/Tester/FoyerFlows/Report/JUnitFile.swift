import FoyerTrace

/// Results as JUnit XML, which build servers read.
package struct JUnitFile {
    package struct Property {
        let name: String
        let value: String

        package init(name: String, value: String) {
            (self.name, self.value) = (name, value)
        }
    }

    package struct Case {
        package enum Result {
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

        package init(
            name: String, group: String, file: String? = nil, time: Double, result: Result, output: String = ""
        ) {
            (self.name, self.group, self.file, self.time) = (name, group, file, time)
            (self.result, self.output) = (result, output)
        }
    }

    let suite: String
    /// When it was run, in RFC 3339; may be empty.
    var time = ""
    var properties: [Property] = []
    /// How long all took, if that is not the sum of the cases.
    var seconds: Double?
    let cases: [Case]

    package init(suite: String, time: String = "", properties: [Property] = [], cases: [Case]) {
        (self.suite, self.time, self.properties, self.cases) = (suite, time, properties, cases)
    }

    package var xml: String {
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
