import CTerminal
import FoyerCore

/// What is sent to the terminal: the cells of frames, without renditions that change nothing, and the bytes beside
/// them.
struct TerminalOutput {
    private var emitter = unsafe Emitter(write: TerminalDevice.write)
    private var renditions = RenditionFilter()
    private let recording: (([UInt8]) -> Void)?

    /// - Parameter recording: receives a copy of everything sent except pixels and questions.
    init(recording: (([UInt8]) -> Void)?) {
        self.recording = recording
    }

    /// Whether there is room for a frame.
    var isIdle: Bool { emitter.isIdle }

    /// Whether the terminal has gone.
    var isGone: Bool { emitter.isGone }

    /// Sends a frame in one write; only while `isIdle`.
    ///
    /// - Parameters:
    ///   - cells: curses' bytes.
    ///   - opening: bytes to precede them.
    ///   - after: bytes to follow the frame.
    ///   - isSynchronized: whether the terminal can hold the frame back until it is complete.
    mutating func send(cells: [UInt8], _ opening: FrameOpening, after: [UInt8], isSynchronized: Bool) {
        func whole(_ bytes: [UInt8]) -> [UInt8] {
            isSynchronized ? Array("\u{1B}[?2026h".utf8) + bytes + Array("\u{1B}[?2026l".utf8) : bytes
        }
        let pictures = renditions.pass(opening.pictures)
        let modes = renditions.filter(opening.modes)
        let questions = renditions.pass(opening.questions)
        let cells = renditions.filter(cells)
        if isSynchronized { foyer_terminal_mark(FOYER_MODE_SYNCHRONIZED, true) }
        if !modes.isEmpty || !cells.isEmpty { recording?(whole(modes + cells)) }
        emitter.emit(whole(pictures + modes + questions + cells) + renditions.pass(after))
        markFrameEnd()
    }

    /// Sends what is neither part of the cells nor recorded: pictures, questions; only while `isIdle`.
    mutating func send(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        emitter.emit(renditions.pass(bytes))
        markFrameEnd()
    }

    /// Writes what the terminal takes now of what still waits.
    mutating func flush() {
        guard !emitter.isIdle else { return }
        emitter.flush()
        markFrameEnd()
    }

    /// Forgets how the terminal draws, since others have written to it.
    mutating func forgetRenditions() { renditions.forget() }

    /// Discards what still waits, since the screen will be redrawn.
    mutating func discard() { emitter.discard() }

    /// Adds bytes to the recording alone.
    func record(_ bytes: [UInt8]) { recording?(bytes) }

    private func markFrameEnd() {
        if emitter.isIdle { foyer_terminal_mark(FOYER_MODE_SYNCHRONIZED, false) }
    }
}

/// What precedes the cells of a frame.
struct FrameOpening {
    var pictures: [UInt8] = []
    var modes: [UInt8] = []
    /// Not recorded: a player's terminal would answer them.
    var questions: [UInt8] = []

    var isEmpty: Bool { pictures.isEmpty && modes.isEmpty && questions.isEmpty }
}
