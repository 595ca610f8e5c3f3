import Glibc
import TestSupport

/// Programs of the articles, built as they are printed, with what any program sees of Foyer.
enum ArticleProgram {
    private static let package = Checkout.root
    /// What a host links: written when the second host is built.
    private static let objects = Products.folder + "/OutsideHost.product/Objects.LinkFileList"

    /// The article's blocks of Swift in their order are one program.
    ///
    /// - Parameters:
    ///   - changes: expressions of `sed` that change it.
    ///   - more: files of `Tests/EndToEnd/Programs` that belong to it then.
    /// - Returns: its path, in the household.
    static func build(
        _ article: String, changes: [String] = [], more: [String] = [], in household: Household
    ) throws -> String {
        let name = article + (changes.isEmpty ? "" : "-changed")
        let edits = (["s/^//"] + changes).map { "-e '\($0)'" }.joined(separator: " ")
        let files = more.map { "'\(package)/Tests/EndToEnd/Programs/\($0)'" }.joined(separator: " ")
        try run(
            """
            cd '\(household.path)'
            sed -n '/^```swift$/,/^```$/p' '\(package)'/Sources/*/*/*.docc/\(article).md | grep -v '^```' >printed.swift
            sed \(edits) printed.swift >main.swift
            \(changes.isEmpty ? "" : "if cmp -s printed.swift main.swift; then exit 1; fi")
            flags=(-swift-version 6 -I '\(Products.folder)/Modules' -module-cache-path modules)
            for map in '\(Products.folder)'/*.build/module.modulemap '\(package)'/Sources/C/*/{,include/}module.modulemap \\
                '\(package)'/.build/checkouts/*/Sources/*/include/module.modulemap; do
                if [ -f "$map" ]; then flags+=(-Xcc "-fmodule-map-file=$map" -I "$(dirname "$map")"); fi
            done
            grep -v '/OutsideHost.build/' '\(objects)' >objects
            swiftc -Onone "${flags[@]}" main.swift \(files) @objects -o \(name)
            """, household)
        return household.path + "/" + name
    }

    static func run(_ script: String, _ household: Household) throws {
        var environment = household.environment
        environment["PATH"] = getenv("PATH").map { String(cString: $0) }
        let program = try PipedProgram("/bin/bash", ["-euo", "pipefail", "-c", script], environment: environment)
        guard try program.waitForEnd() == .status(0) else {
            throw SessionFailure(
                description: String(decoding: program.errors.suffix(2000), as: UTF8.self)
                    + program.lines.joined(separator: "\n"))
        }
    }
}
