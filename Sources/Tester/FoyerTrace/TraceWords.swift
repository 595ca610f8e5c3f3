import Foyer

/// The words of a page of traces.
extension Phrase {
    package static let startedAs = Phrase("Started as")
    package static let version = Phrase("Version")
    package static let interpreter = Phrase("Interpreter")
    package static let start = Phrase("Start")
    package static let failed = Phrase("failed")
    package static let passed = Phrase("passed")
    package static let noTraceThere = Phrase("there is no trace in it.")
    static let trace = Phrase("Trace")
    static let secretsHidden = Phrase("Secrets hidden")
    static let stepsOfTrace = Phrase("Steps")
    static let marksOfTrace = Phrase("Keys, requests and events")
    static let triesOfTrace = Phrase("Tries")
    static let inputLane = Phrase("Keys")
    static let launchLane = Phrase("Launch")
    static let requestLane = Phrase("Requests")
    static let eventLane = Phrase("Events")
    static let frameLane = Phrase("Frames")
    static let stepDone = Phrase("done")
    static let notPlayed = Phrase("not played")
    static let beforeStep = Phrase("Before step {step}")
    static let afterStep = Phrase("After step {step} · {time}")
    static let atTime = Phrase("At {time}")
    static let clockOfTrace = Phrase("{time} · frame {frame} of {of}")
    static let cursorPlace = Phrase("row {row}, column {column}")
    static let hiddenCursor = Phrase("hidden")
    static let framesFound = Phrase("Found in {count}")
    static let cursor = Phrase("Cursor")
    static let windowTitle = Phrase("Window title")
    static let modesOfTerminal = Phrase("Modes")
    static let cellOfScreen = Phrase("Cell")
    static let colorsOfCell = Phrase("{text} on {ground}")
    /// One word a bit of `ScreenCell.Attributes`, in their order.
    static let attributesOfCell = Phrase(
        "bold italic underline reverse faint blink hidden masked strikethrough overline")
    static let beforeAndAfter = Phrase("Both")
    static let beforeAlone = Phrase("Before")
    static let afterAlone = Phrase("After")
    static let expectedAndGot = Phrase("Expected and got")
    static let expectedScreen = Phrase("Expected")
    static let gotScreen = Phrase("Got · {time}")
    static let bothTries = Phrase("Both tries")
    static let frameEarlier = Phrase("Previous frame")
    static let frameLater = Phrase("Next frame")
    static let playOrPause = Phrase("Play")
    static let readableSize = Phrase("Readable size")
    static let markChanges = Phrase("Mark changes")
    static let searchFrames = Phrase("Search all frames")
    static let timeOfTrace = Phrase("Time")
    static let screenOfTrace = Phrase("Screen")
    static let ending = Phrase("Ending")
    package static let sizeOfScreen = Phrase("Size")
    package static let made = Phrase("Made")
    package static let host = Phrase("Host")
    package static let flaky = Phrase("flaky")
    static let duration = Phrase("Duration")
    static let traceNeedsScripts = Phrase(
        "Frames are shown by a script of this page's own. Without it, this is the one screen shown.")
    static let keysOfTrace = Phrase(
        "{up} {down} step, {left} {right} frame, {p} play, {f} failure, {c} changes, {search} search")

    static func stepAndLine(_ number: Int, _ line: Int?) -> Phrase {
        guard let line else { return Phrase("Step \(number)") }
        return Phrase("Step \(number), line \(line)")
    }

    static func tryOfTrace(_ number: Int, _ result: Phrase) -> Phrase {
        Phrase("Try \(number): \(result)")
    }
}
