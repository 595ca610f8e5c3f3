/// The labels of a launch's steps, and the messages for its failures.
extension Phrase {
    package static let stepCommandStart = Phrase("Starting")
    package static let stepMetadata = Phrase("Asking for the program")
    package static let stepIcon = Phrase("Fetching the icon")
    package static let stepPackage = Phrase("Downloading")
    package static let stepVerify = Phrase("Checking")
    package static let stepUnzip = Phrase("Unpacking")
    package static let stepResources = Phrase("Fetching resources")
    package static let stepOpening = Phrase("Opening")
    package static let stepReady = Phrase("Ready")

    /// The label of a step of the mini-program pipeline (metadata, icon, package, verify, unzip, resources, ready), or
    /// of a command's launch.
    package static func step(_ key: String) -> Phrase? {
        switch key {
        case "metadata": stepMetadata
        case LaunchStep.icon: stepIcon
        case "package": stepPackage
        case "verify": stepVerify
        case "unzip": stepUnzip
        case "resources": stepResources
        case "ready": stepOpening
        case "command.start": stepCommandStart
        default: nil
        }
    }

    /// What happened. (The fixed English text for logs and JSON is `code.message`.)
    package static func message(_ code: LaunchCode) -> Phrase { code.row.message }

    /// What the user can do, in a plain sentence or two.
    package static func advice(_ code: LaunchCode) -> Phrase { code.row.advice }
}

extension Language {
    /// A step's label: Foyer's own words in this language, or the host's text as it is.
    package func stepLabel(_ step: LaunchStep) -> SafeText {
        self[step.phrase]
    }
}

extension LaunchStep {
    var phrase: Phrase { words ?? Phrase(asIs: label) }
}
