import CDeflate

/// What one thread unpacks with, entry after entry.
struct InflateRoom: ~Copyable {
    let decompressor: OpaquePointer
    /// Never empty: an address is needed even for nothing.
    private(set) var bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 1, alignment: 16)

    /// `nil` where there is no memory.
    init?() {
        guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
        self.decompressor = decompressor
    }

    deinit {
        libdeflate_free_decompressor(decompressor)
        bytes.deallocate()
    }

    /// Makes room for so many bytes; what was in it is lost.
    mutating func reserve(_ count: Int) {
        guard bytes.count < count else { return }
        bytes.deallocate()
        bytes = .allocate(byteCount: count, alignment: 16)
    }
}
