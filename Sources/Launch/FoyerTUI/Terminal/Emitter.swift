/// The result of a write to the terminal.
enum WriteResult: Equatable {
    case wrote(Int)
    /// The terminal takes no more for now.
    case full
    /// The terminal is gone.
    case gone
}

/// The only way to the terminal. A frame goes out in one write if the terminal takes it. While a part of one still
/// waits, there is no room for the next, so frames are skipped rather than queued, and nothing ever blocks.
@safe struct Emitter {
    private let write: (UnsafeRawBufferPointer) -> WriteResult
    private var waiting: [UInt8] = []
    private var offset = 0
    private(set) var isGone = false

    init(write: @escaping (UnsafeRawBufferPointer) -> WriteResult) {
        unsafe self.write = write
    }

    /// True while there is room for a frame.
    var isIdle: Bool { waiting.isEmpty }

    /// Takes one frame's bytes; only while `isIdle`.
    mutating func emit(_ bytes: [UInt8]) {
        precondition(isIdle, "a frame still waits")
        guard !isGone else { return }
        waiting = bytes
        offset = 0
        flush()
    }

    /// Writes what the terminal takes now.
    mutating func flush() {
        while offset < waiting.count {
            let result = unsafe waiting.withUnsafeBytes { bytes in
                unsafe write(UnsafeRawBufferPointer(rebasing: bytes[offset...]))
            }
            switch result {
            case .wrote(let count): offset += count
            case .full: return
            case .gone:
                isGone = true
                return discard()
            }
        }
        discard()
    }

    /// Discards what still waits, since the screen will be redrawn.
    mutating func discard() {
        waiting = []
        offset = 0
    }
}
