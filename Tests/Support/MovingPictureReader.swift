/// Reads APNG files as their standard has them, knowing nothing of how ours are written.
public struct MovingPictureReader {
    /// A frame as a viewer shows it.
    public struct Frame {
        /// `0xAABBGGRR`, row by row.
        public var canvas: [UInt32]
        /// In hundredths of a second.
        public var time: Int
        /// How many pixels the file has for it.
        public var area: Int
    }

    public struct Wrong: Error { public let what: String }

    public private(set) var width = 0
    public private(set) var height = 0
    public private(set) var frames: [Frame] = []
    /// How often it is played; 0 for ever.
    public private(set) var plays: Int?
    private let bytes: [UInt8]
    private var place = 0

    /// - Parameter inflate: undoes zlib's format.
    public init(_ bytes: [UInt8], inflate: ([UInt8]) -> [UInt8]?) throws {
        self.bytes = bytes
        try readAPNG(inflate)
        guard place == bytes.count else { throw Wrong(what: "bytes after the end") }
    }

    private mutating func take(_ count: Int) throws -> ArraySlice<UInt8> {
        guard count >= 0, place + count <= bytes.count else { throw Wrong(what: "cut short at \(place)") }
        defer { place += count }
        return bytes[place..<place + count]
    }

    private mutating func show(
        x: Int, y: Int, width: Int, height: Int, time: Int, over: Bool, _ pixels: [UInt32]
    ) throws {
        guard x >= 0, y >= 0, x + width <= self.width, y + height <= self.height, pixels.count == width * height else {
            throw Wrong(what: "a frame of \(pixels.count) pixels for \(width)×\(height) at \(x), \(y)")
        }
        var canvas = frames.last?.canvas ?? Array(repeating: 0, count: self.width * self.height)
        for (index, pixel) in pixels.enumerated() where !over || pixel >> 24 > 0 {
            canvas[(y + index / width) * self.width + x + index % width] = pixel
        }
        frames.append(Frame(canvas: canvas, time: time, area: pixels.count))
    }

    // MARK: - APNG

    private mutating func big(_ count: Int = 4) throws -> Int { try take(count).reduce(0) { $0 << 8 | Int($1) } }

    private mutating func readAPNG(_ inflate: ([UInt8]) -> [UInt8]?) throws {
        guard try Array(take(8)) == [137, 80, 78, 71, 13, 10, 26, 10] else { throw Wrong(what: "no PNG") }
        var (kind, promised, sequence) = (-1, -1, 0)
        var palette: [UInt32] = []
        var control: (x: Int, y: Int, width: Int, height: Int, time: Int, over: Bool)?
        while place < bytes.count {
            let length = try big()
            let whole = try take(4 + length)
            guard try big() == Int(Self.crc(whole)) else { throw Wrong(what: "a checksum") }
            let after = place
            place = whole.startIndex + 4
            let name = String(decoding: whole.prefix(4), as: UTF8.self)
            switch name {
            case "IHDR": (width, height, kind) = (try big(), try big(), try big(2) & 0xFF)
            case "acTL": (promised, plays) = (try big(), try big())
            case "PLTE":
                palette = try (0..<length / 3).map { _ in try take(3).reversed().reduce(0xFF) { $0 << 8 | UInt32($1) } }
            case "tRNS":
                for index in 0..<length { palette[index] = palette[index] & 0xFF_FFFF | UInt32(try big(1)) << 24 }
            case "fcTL":
                guard try big() == sequence else { throw Wrong(what: "the order of frames") }
                sequence += 1
                let (width, height, x, y) = (try big(), try big(), try big(), try big())
                let (part, whole) = (try big(2), try big(2))
                guard try big(1) == 0 else { throw Wrong(what: "something is cleared") }
                control = (x, y, width, height, part * 100 / whole, try big(1) == 1)
            case "IDAT", "fdAT":
                if name == "fdAT" {
                    guard try big() == sequence else { throw Wrong(what: "the order of frames") }
                    sequence += 1
                }
                guard let control, let data = inflate(Array(bytes[place..<after - 4])) else {
                    throw Wrong(what: "pixels that cannot be read")
                }
                let samples = try Self.unfiltered(data, width: control.width, bytes: kind == 3 ? 1 : 4)
                let pixels = kind == 3 ? samples.map { palette[Int($0)] } : Self.words(samples)
                try show(
                    x: control.x, y: control.y, width: control.width, height: control.height, time: control.time,
                    over: control.over, pixels)
            case "IEND": break
            default: throw Wrong(what: "a chunk \(name)")
            }
            place = after
        }
        guard promised == frames.count else { throw Wrong(what: "\(promised) frames were promised") }
    }

    private static func words(_ bytes: [UInt8]) -> [UInt32] {
        stride(from: 0, to: bytes.count, by: 4).map { place in
            bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
    }

    private static func unfiltered(_ data: [UInt8], width: Int, bytes: Int) throws -> [UInt8] {
        let length = width * bytes
        guard data.count % (length + 1) == 0 else { throw Wrong(what: "\(data.count) bytes for lines of \(length)") }
        var (above, all) = ([UInt8](repeating: 0, count: length), [UInt8]())
        for start in stride(from: 0, to: data.count, by: length + 1) {
            var line = Array(data[start + 1..<start + 1 + length])
            if data[start] == 4 {
                for x in 0..<length {
                    let (a, b, c) = (
                        x >= bytes ? Int(line[x - bytes]) : 0, Int(above[x]), x >= bytes ? Int(above[x - bytes]) : 0
                    )
                    let p = a + b - c
                    let (pa, pb, pc) = (abs(p - a), abs(p - b), abs(p - c))
                    line[x] &+= UInt8(pa <= pb && pa <= pc ? a : pb <= pc ? b : c)
                }
            } else if data[start] != 0 {
                throw Wrong(what: "the filter \(data[start])")
            }
            all += line
            above = line
        }
        return all
    }

    private static func crc(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return ~crc
    }
}
