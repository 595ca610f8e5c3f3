import Foyer
import FoyerPlatform
import FoyerSystem
import Glibc
import Synchronization

/// Writes an asciicast (version 2) while a program runs; if the process is killed, the recording plays up to there.
package final class Recording: Sendable {
    private struct State {
        var size: CellSize
        var began: Instant?
        /// The time of the last line.
        var last: Instant?
        /// Why a write failed; nothing more is written then.
        var trouble: Int32?
        /// The bytes of an incomplete character.
        var rest: [UInt8] = []
    }

    private let path: String
    private let file: OpenFile
    private let state: Mutex<State>

    /// Why a recording cannot be made.
    package struct Failure: Error, Sendable, CustomStringConvertible {
        package let cause: Cause
        package var description: String { cause.english }
    }

    /// - Throws: if the file cannot be created.
    package init(path: String, size: CellSize, title: String) throws(Failure) {
        do throws(DiskError) { file = try UserFile.create(path, mode: 0o600) } catch {
            throw Failure(cause: .recordingNotWritten(path, SystemError.cause(error.code)))
        }
        self.path = path
        state = Mutex(State(size: size))
        let header: JSON = [
            "version": 2, "width": .integer(Int64(size.columns)), "height": .integer(Int64(size.rows)),
            "timestamp": .integer(Int64(time(nil))), "title": .string(title),
            "env": ["TERM": .string(getenv("TERM").map { String(cString: $0) } ?? "")],
        ]
        state.withLock { append(header.jsonText, &$0) }
    }

    /// Why it is incomplete; `nil` if it is complete.
    package var failure: Failure? {
        state.withLock { $0.trouble }.map { Failure(cause: .recordingNotWritten(path, SystemError.cause($0))) }
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

    /// An event slightly earlier than the last line gets that line's time: players cannot go back.
    private func append(_ kind: String, _ text: String, at now: Instant, _ state: inout State) {
        let began = state.began ?? now
        let last = max(state.last ?? began, now)
        (state.began, state.last) = (began, last)
        append(JSON.array([.number((last - began).inSeconds), .string(kind), .string(text)]).jsonText, &state)
    }

    /// One `write` a line, so that no line is written in part.
    private func append(_ line: String, _ state: inout State) {
        guard state.trouble == nil else { return }
        do throws(DiskError) { try file.write(Array((line + "\n").utf8)) } catch { state.trouble = error.code }
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
