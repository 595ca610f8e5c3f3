// swift-tools-version: 6.2
import PackageDescription

// A host outside of Foyer's package. `Scripts/test` builds the same sources as a target that sees nothing but what is
// public; this builds them as anybody would: `swift run OutsideHost SERVER COLLECTOR SITE`.
let package = Package(
    name: "OutsideHost",
    dependencies: [.package(name: "Foyer", path: "../..")],
    targets: [
        .executableTarget(
            name: "OutsideHost",
            dependencies: [
                .product(name: "Foyer", package: "Foyer"), .product(name: "FoyerPlatform", package: "Foyer"),
            ])
    ])
