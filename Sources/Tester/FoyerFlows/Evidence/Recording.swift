import Foyer
import FoyerPlatform
import FoyerSystem
import Glibc
import Synchronization

/// Writes an asciicast while a program runs; if the process is killed, the recording plays up to there.
///
/// It is of version 3, where each event says how long after the one before it came, or of version 2, with times since the
/// beginning, if the file's name ends in `.v2.cast`: for players that know no other.
package final class Recording: Sendable {
    private struct State {
        var size: CellSize
        var began: Instant?
        /// The time of the last line since `began`, in microseconds.
        var last: Int64 = 0
        /// Why a write failed; nothing more is written then.
        var trouble: Int32?
        /// The bytes of an incomplete character.
        var rest: [UInt8] = []
    }

    /// What a file's name ends in to be of version 2.
    package static let formerEnding = ".v2.cast"

    private let path: String
    private let isFormer: Bool
    private let file: OpenFile
    private let state: Mutex<State>

    /// - Parameters:
    ///   - type: the terminal's, such as `xterm-256color`.
    ///   - began: in seconds since 1970.
    /// - Throws: if the file cannot be created.
    package init(
        path: String, size: CellSize, title: String, type: String? = getenv("TERM").map { String(cString: $0) },
        began: Int = time(nil)
    ) throws(LocalizedFailure) {
        do { file = try UserFile.create(path, mode: 0o600) } catch {
            throw LocalizedFailure(.recordingNotWritten(path, SystemError.cause(error.code)))
        }
        self.path = path
        isFormer = path.hasSuffix(Self.formerEnding)
        state = Mutex(State(size: size))
        let header = Self.header(size, title, type: type ?? "", began: began, isFormer)
        state.withLock { append(header.jsonText, &$0) }
    }

    private static func header(_ size: CellSize, _ title: String, type: String, began: Int, _ isFormer: Bool) -> JSON {
        let (columns, rows, time) = (JSON(size.columns), JSON(size.rows), JSON(began))
        if isFormer {
            return [
                "version": 2, "width": columns, "height": rows, "timestamp": time, "title": .string(title),
                "env": ["TERM": .string(type)],
            ]
        }
        return [
            "version": 3, "term": ["cols": columns, "rows": rows, "type": .string(type)], "timestamp": time,
            "title": .string(title),
        ]
    }

    /// Why it is incomplete; `nil` if it is complete.
    package var failure: LocalizedFailure? {
        state.withLock { $0.trouble }.map { LocalizedFailure(.recordingNotWritten(path, SystemError.cause($0))) }
    }

    /// Records bytes just sent to the terminal.
    ///
    /// - Parameter size: the terminal's size; players are told when it changes.
    package func take(_ bytes: [UInt8], size: CellSize, at now: Instant) {
        state.withLock { state in
            if size != state.size {
                state.size = size
                append("r", "\(size.columns)x\(size.rows)", at: now, &state)
            }
            let all = state.rest + bytes
            let whole = Self.wholeCharacters(all)
            state.rest = Array(all[whole...])
            if whole > 0 { append("o", String(decoding: all[..<whole], as: UTF8.self), at: now, &state) }
        }
    }

    /// A marker, which players show and jump to.
    package func mark(_ label: String, at now: Instant) {
        state.withLock { append("m", label, at: now, &$0) }
    }

    /// The program has ended, or is about to; version 2 has no word for that.
    package func end(status: Int32, at now: Instant) {
        if !isFormer { state.withLock { append("x", "\(status)", at: now, &$0) } }
    }

    /// An event slightly earlier than the last line gets that line's time: players cannot go back.
    private func append(_ kind: String, _ text: String, at now: Instant, _ state: inout State) {
        let began = state.began ?? now
        state.began = began
        // Whole microseconds, so that intervals that are rounded add up.
        let time = max(state.last, (now - began).saturatedNanoseconds / 1000)
        let seconds = Double(isFormer ? time : time - state.last) / 1_000_000
        state.last = time
        append(JSON.array([.number(seconds), .string(kind), .string(text)]).jsonText, &state)
    }

    /// One `write` a line, so that no line is written in part.
    private func append(_ line: String, _ state: inout State) {
        guard state.trouble == nil else { return }
        do { try file.write(Array((line + "\n").utf8)) } catch { state.trouble = error.code }
    }

    /// The number of bytes at the beginning that are complete UTF-8 characters.
    private static func wholeCharacters(_ bytes: [UInt8]) -> Int {
        var index = bytes.count
        for _ in 0..<4 where index > 0 {
            index -= 1
            let byte = bytes[index]
            if byte & 0xC0 == 0x80 { continue }
            let length = byte < 0x80 ? 1 : byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
            return index + length <= bytes.count ? bytes.count : index
        }
        return bytes.count
    }
}
