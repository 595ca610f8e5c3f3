import FoyerCore

/// Collects the lines of an exchange's heads. Skips interim answers, ignores trailers, and counts the lines and bytes of all.
struct HeadReader {
    enum Step {
        case incomplete
        case complete(ResponseHead)
        case malformed(ResponseHead.Malformation)
        case tooLong
    }

    private var lines: [String] = []
    private var lineCount = 0
    private var count = 0
    private var isDone = false

    mutating func take(_ line: UnsafeRawBufferPointer) -> Step {
        lineCount += 1
        count += line.count
        guard count <= TransferBounds.headers, lineCount <= TransferBounds.headerLines else { return .tooLong }
        guard !isDone else { return .incomplete }
        let text = String(decoding: line.prefix { $0 != 0x0D && $0 != 0x0A }, as: UTF8.self)
        guard text.isEmpty else {
            lines.append(text)
            return .incomplete
        }
        defer { lines = [] }
        do throws(ResponseHead.Malformation) {
            let head = try ResponseHead(lines: lines)
            // 101 would switch to a protocol that nobody asked for; it counts as an answer.
            if (100...199).contains(head.status), head.status != 101 { return .incomplete }
            isDone = true
            return .complete(head)
        } catch {
            return .malformed(error)
        }
    }
}
