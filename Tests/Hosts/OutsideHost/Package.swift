// swift-tools-version: 6.2
import PackageDescription

// A host outside of Foyer's package, which `Scripts/test` builds and runs: `swift run OutsideHost SERVER COLLECTOR SITE`.
// Foyer's own package has the same sources as a target that sees nothing but what is public, for tests of a few.
let package = Package(
    name: "OutsideHost",
    dependencies: [.package(name: "Foyer", path: "../../..")],
    targets: [
        .executableTarget(
            name: "OutsideHost",
            dependencies: [
                .product(name: "Foyer", package: "Foyer"), .product(name: "FoyerPlatform", package: "Foyer"),
                .product(name: "FoyerServe", package: "Foyer"),
            ])
    ])
