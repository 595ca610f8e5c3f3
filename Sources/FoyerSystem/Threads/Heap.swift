import CTerminal

/// The process's heap.
package enum Heap {
    /// Has large blocks that are freed given back at once, from now on.
    package static func returnLargeBlocks() { foyer_return_large_blocks() }
}
