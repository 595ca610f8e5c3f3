// swift-tools-version: 6.2
import PackageDescription

/// Every target of ours: Swift 6 mode, and a warning is an error.
let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

/// The houses and their targets; all others are C. Launch imports none of the others, Platform and Tester import Launch.
let houses: [(name: String, targets: [String])] = [
    ("Launch", ["FoyerCore", "FoyerSystem", "FoyerTUI", "Foyer"]),
    ("Platform", ["FoyerPlatformCore", "FoyerPlatform", "FoyerServe", "FoyerStage", "PlatformTrait"]),
    ("Tester", ["FoyerEmulator", "FoyerGolden", "FoyerTrace", "FoyerFlows", "FoyerChecklist"]),
    ("Programs", ["foyer", "FoyerDemo", "HelloFoyer"]),
    ("EndToEnd", ["EndToEnd"]),
]

/// What `FoyerPlatform` and the programs need beside our own: who says `traits: []` fetches none of it, and can use
/// `Foyer` alone.
let platform: TargetDependencyCondition? = .when(traits: ["Platform"])

let package = Package(
    name: "Foyer",
    products: [
        .library(name: "Foyer", targets: ["Foyer"]),
        .library(name: "FoyerPlatform", targets: ["FoyerPlatform"]),
        .library(name: "FoyerServe", targets: ["FoyerServe"]),
        .executable(name: "foyer", targets: ["foyer-cli"]),
    ],
    traits: [
        .trait(name: "Platform", description: "What talks to a platform: the product FoyerPlatform, and the programs."),
        .default(enabledTraits: ["Platform"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        // A command plugin: no target depends on it, so no other build does.
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
    ],
    targets: [
        // C libraries, each behind one module.
        .systemLibrary(name: "CNcurses"),
        .systemLibrary(name: "CDeflate"),
        .systemLibrary(name: "CCmark"),
        .systemLibrary(name: "CLibYAML"),
        .systemLibrary(name: "CNettle"),
        .systemLibrary(name: "CVterm"),
        .target(name: "CTerminal"),
        .target(name: "CCurl"),
        .target(name: "CPictures"),
        .target(name: "CQrencode"),
        .target(name: "CJobs"),
        .target(name: "CEmulator", dependencies: ["CVterm"]),
        .target(name: "CTranslations"),

        // The product.
        // What is unsafe there stands in three files, and says so.
        .target(name: "FoyerCore", dependencies: ["CTranslations"], swiftSettings: strict + [.strictMemorySafety()]),
        .target(name: "FoyerSystem", dependencies: ["FoyerCore", "CTerminal"], swiftSettings: strict),
        .target(
            name: "FoyerTUI", dependencies: ["FoyerCore", "FoyerSystem", "CNcurses", "CTerminal"],
            swiftSettings: strict + [.strictMemorySafety()]),
        .target(
            name: "Foyer", dependencies: ["FoyerCore", "FoyerSystem", "FoyerTUI"],
            swiftSettings: strict + [.strictMemorySafety()]),
        // Holds up the build where the trait is off: one sentence, once.
        .target(name: "PlatformTrait", swiftSettings: strict),
        .target(
            name: "FoyerPlatformCore", dependencies: ["FoyerCore", "PlatformTrait"],
            swiftSettings: strict + [.strictMemorySafety()]),
        .target(
            name: "FoyerPlatform",
            dependencies: [
                "Foyer", "FoyerCore", "FoyerPlatformCore", "FoyerSystem", "FoyerTUI", "CCurl", "CPictures", "CDeflate",
                "CCmark", "CLibYAML", "CNettle", "CQrencode",
                .product(name: "Logging", package: "swift-log", condition: platform),
            ],
            swiftSettings: strict),
        // Pages for browsers on this machine, and all of NIO: nobody else compiles it.
        .target(
            name: "FoyerServe",
            dependencies: [
                "FoyerPlatform", "FoyerPlatformCore", "FoyerCore", "FoyerSystem",
                .product(name: "NIOCore", package: "swift-nio", condition: platform),
                .product(name: "NIOPosix", package: "swift-nio", condition: platform),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: platform),
            ],
            swiftSettings: strict),
        .target(
            name: "FoyerStage",
            dependencies: ["FoyerServe", "FoyerPlatform", "FoyerPlatformCore", "FoyerCore", "FoyerSystem"],
            swiftSettings: strict),
        // The demo is a host like anybody's: it sees what a program outside this package sees.
        .target(
            name: "FoyerDemo", dependencies: ["Foyer", "FoyerPlatform", "FoyerServe"],
            resources: ["zh-Hans.po", "zh-Hant.po"].map { .embedInCode("Translations/\($0)") }, packageAccess: false,
            swiftSettings: strict),
        // A terminal in memory: what programs of others have on their screens.
        .target(
            name: "FoyerEmulator", dependencies: ["FoyerTUI", "FoyerSystem", "FoyerCore", "CEmulator", "CVterm"],
            swiftSettings: strict),
        // Screens that were agreed on, as files: of flows, and of the tests below.
        .target(
            name: "FoyerGolden", dependencies: ["FoyerTUI", "FoyerSystem", "FoyerCore"], swiftSettings: strict),
        // Records of what happened, and the page that shows them.
        .target(
            name: "FoyerTrace",
            dependencies: ["FoyerGolden", "FoyerEmulator", "FoyerPlatform", "FoyerTUI", "FoyerSystem", "FoyerCore"],
            // The script and style of pages of traces.
            resources: ["frames.js", "screen.js", "player.js", "page.js", "page.css"].map {
                .embedInCode("Page/\($0)")
            },
            swiftSettings: strict),
        // Flows of any program, and of our own screens.
        .target(
            name: "FoyerFlows",
            dependencies: [
                "FoyerTrace", "FoyerGolden", "FoyerDemo", "FoyerPlatform", "FoyerServe", "FoyerPlatformCore",
                "FoyerStage", "FoyerEmulator", "CJobs",
            ],
            swiftSettings: strict),
        // Flows under the hands of a tester.
        .target(
            name: "FoyerChecklist",
            dependencies: ["FoyerFlows", "FoyerTrace", "FoyerPlatform", "FoyerPlatformCore", "FoyerStage"],
            swiftSettings: strict),
        .executableTarget(
            name: "foyer-cli",
            dependencies: [
                "FoyerPlatform", "FoyerServe", "FoyerDemo", "FoyerStage", "FoyerGolden", "FoyerTrace", "FoyerFlows",
                "FoyerChecklist",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: platform),
                .product(name: "Logging", package: "swift-log", condition: platform),
            ],
            path: "Sources/Programs/foyer",
            swiftSettings: strict),
        .executableTarget(
            name: "HelloFoyer", dependencies: ["Foyer"], packageAccess: false, swiftSettings: strict),

        // The benchmark (Scripts/bench): no products.
        .executableTarget(
            name: "foyer-bench", dependencies: ["CTerminal"], path: "Tests/Bench/Driver", swiftSettings: strict),
        .executableTarget(
            name: "bench-film", dependencies: ["Foyer", "FoyerTUI", "FoyerCore"], path: "Tests/Bench/Film",
            swiftSettings: strict),
        .executableTarget(
            name: "bench-work", dependencies: ["FoyerPlatform", "FoyerTUI", "FoyerSystem", "FoyerCore"],
            path: "Tests/Bench/Work", swiftSettings: strict),
        .executableTarget(name: "bench-server", path: "Tests/Bench/Server"),

        // Tests.
        .target(
            name: "TestSupport",
            dependencies: ["FoyerGolden", "FoyerTUI", "FoyerPlatformCore", "FoyerCore", "FoyerSystem"],
            path: "Tests/Support",
            swiftSettings: strict),
        .testTarget(name: "FoyerCoreTests", dependencies: ["FoyerCore", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "FoyerPlatformCoreTests", dependencies: ["FoyerPlatformCore", "FoyerCore", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "FoyerTUITests", dependencies: ["FoyerTUI", "TestSupport"],
            exclude: ["LargeTextTests.screens", "PagesLaunchTests.screens", "Carousel/BannerViewTests.screens"],
            swiftSettings: strict),
        .testTarget(
            name: "FoyerSystemTests", dependencies: ["FoyerSystem", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "FoyerPlatformTests",
            dependencies: ["FoyerPlatform", "FoyerServe", "FoyerStage", "TestSupport"],
            exclude: ["Fixtures", "Programs/PagesMarkdownTests.screens"], swiftSettings: strict),
        .testTarget(
            name: "FoyerStageTests", dependencies: ["FoyerStage", "FoyerServe", "FoyerPlatform", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "FoyerTests", dependencies: ["Foyer", "TestSupport"], exclude: ["DefaultSplashTests.screens"],
            swiftSettings: strict),
        .testTarget(
            name: "FoyerDemoTests", dependencies: ["FoyerDemo", "FoyerPlatform", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "FoyerFlowsTests",
            dependencies: [
                "FoyerFlows", "FoyerTrace", "FoyerChecklist", "FoyerGolden", "FoyerDemo", "FoyerEmulator",
                "FoyerPlatform", "TestSupport",
            ],
            swiftSettings: strict),
        // Programs of the end-to-end tests: one that kills others at a change of theirs, one that writes down what it finds
        // around it, one that decodes pictures within little memory, and one that traps.
        .executableTarget(name: "StepKiller", path: "Tests/EndToEnd/StepKiller"),
        .executableTarget(name: "RunProbe", path: "Tests/EndToEnd/RunProbe"),
        .executableTarget(name: "PictureUnderLimit", dependencies: ["CPictures"], path: "Tests/C/PictureUnderLimit"),
        // A second host, which does everything that a host can do.
        .executableTarget(
            name: "OutsideHost", dependencies: ["Foyer", "FoyerPlatform", "FoyerServe"],
            path: "Tests/Hosts/OutsideHost/Sources/OutsideHost", packageAccess: false, swiftSettings: strict),
        .executableTarget(
            name: "TrapHost", dependencies: ["Foyer"], path: "Tests/Hosts/TrapHost", swiftSettings: strict),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "CVterm", "CTerminal", "FoyerCore", "FoyerEmulator", "FoyerTUI", "FoyerGolden", "FoyerFlows",
                "FoyerTrace", "FoyerChecklist", "TestSupport", "foyer-cli",
                "HelloFoyer", "StepKiller",
                "RunProbe", "PictureUnderLimit", "TrapHost", "OutsideHost",
            ],
            swiftSettings: strict),
    ]
)

// A target lies in its house: Sources/HOUSE/TARGET, and its tests in Tests/HOUSE/TARGETTests.
for target in package.targets where target.path == nil {
    let subject = target.type == .test ? String(target.name.dropLast("Tests".count)) : target.name
    let house = houses.first { $0.targets.contains(subject) }?.name ?? "C"
    target.path = "\(target.type == .test ? "Tests" : "Sources")/\(house)/\(target.name)"
}

// SwiftPM looks at a target again if a module that the target names has changed. A type's layout is compiled into all who
// use it, by whatever way they see it: so each target names the modules behind its own as well.
let direct = Dictionary(
    uniqueKeysWithValues: package.targets.map { target in
        (
            target.name,
            target.dependencies.compactMap { dependency in
                if case .byNameItem(let name, _) = dependency { name } else { nil }
            }
        )
    })
for target in package.targets {
    var next = direct[target.name] ?? []
    var named = Set(next)
    while let name = next.popLast() {
        for further in direct[name] ?? [] where named.insert(further).inserted {
            target.dependencies.append(.byName(name: further))
            next.append(further)
        }
    }
}

// `Scripts/test --filter …` builds the tests that it runs, and what they need, alone.
if let wanted = Context.environment["FOYER_TESTS"]?.split(separator: ",").map(String.init) {
    var (needed, next) = (Set<String>(), wanted)
    while let name = next.popLast() {
        guard needed.insert(name).inserted else { continue }
        for dependency in package.targets.first(where: { $0.name == name })?.dependencies ?? [] {
            if case .byNameItem(let name, _) = dependency { next.append(name) }
        }
    }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products.removeAll { $0.name != "foyer" || !needed.contains("foyer-cli") }
}
