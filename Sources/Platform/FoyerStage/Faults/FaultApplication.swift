import FoyerCore
import FoyerPlatform
import FoyerPlatformCore
import FoyerServe

extension LoopbackAnswer {
    /// The number of bytes that one corruption inverts.
    private static let corruptedBytes = 16

    /// Spoils the answer; several faults add up. `target` is the request's target.
    mutating func apply(_ fault: StageFault, target: String) {
        switch fault {
        case .delay(let seconds): delay += .seconds(seconds)
        case .rate(let pace): bytesPerSecond = min(bytesPerSecond ?? pace, pace)
        case .trickle: bytesPerSecond = 1
        case .stall(let place): end(.stall, at: place)
        case .cut(let place): end(.close, at: place)
        case .reset(let place): end(.reset, at: place)
        case .corrupt(let place): corrupt(at: place ?? entityLength / 2)
        case .type(let text): set("Content-Type", text)
        case .status(let code, let retryAfter):
            replace(status: code)
            if let retryAfter { set("Retry-After", "\(retryAfter)") }
        case .redirect(let address):
            replace(status: 302)
            set("Location", address == "{self}" ? target : address)
        case .refuse: fallSilent(.reset)
        case .hang: fallSilent(.stall)
        case .garbage:
            raw = Self.garbage
            ending = .close
        case .length(let difference):
            framing = .length(max(0, body.count + difference))
            ending = .close
        case .chunked(let place):
            framing = .chunked
            end(.close, at: place ?? entityLength / 2)
        case .headers(let bytes): headers += Self.padding(bytes)
        // Applied where the site is made.
        case .attack, .damage, .future, .set: break
        case .endless:
            framing = .untilClose
            isEndless = true
            ending = .close
        }
    }

    private mutating func end(_ ending: Ending, at place: Int) {
        guard place < entityLength else { return }
        let local = max(0, place - entityOffset)
        guard local < body.count || body.isEmpty else { return }
        cutoff = min(cutoff ?? local, local)
        self.ending = ending
    }

    private mutating func corrupt(at place: Int) {
        for index in place..<(place + Self.corruptedBytes) where body.indices.contains(index - entityOffset) {
            body[index - entityOffset] ^= 0xFF
        }
    }

    private mutating func replace(status: Int) {
        let kept = (delay, bytesPerSecond, sendsBody)
        let text = status == 204 || status == 304 ? [] : Array("The stage was told to answer \(status).\n".utf8)
        self = LoopbackAnswer(
            status: status, headers: [("Content-Type", "text/plain; charset=utf-8")], body: text)
        (delay, bytesPerSecond, sendsBody) = kept
    }

    private mutating func fallSilent(_ ending: Ending) {
        isAnswered = false
        self.ending = ending
    }

    /// Neither a status line nor text.
    private static let garbage: [UInt8] =
        [0x00, 0xFF, 0x1B, 0x5D, 0x07] + Array("this is not HTTP\r\n\r\n".utf8) + (0...255).map { UInt8($0) }

    private static func padding(_ bytes: Int) -> [HTTPField] {
        let line = 1_000
        return stride(from: 0, to: bytes, by: line).compactMap { start in
            HTTPField("X-Padding-\(start / line)", String(repeating: "x", count: min(line, bytes - start)))
        }
    }
}
