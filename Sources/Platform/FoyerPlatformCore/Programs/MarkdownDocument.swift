import FoyerCore

/// A page of a mini program as the Markdown parser read it. Raw HTML is never part of it.
package struct MarkdownDocument: Equatable, Sendable {
    package var blocks: [MarkdownBlock]

    package init(blocks: [MarkdownBlock]) {
        self.blocks = blocks
    }
}

package indirect enum MarkdownBlock: Equatable, Sendable {
    /// `level` 1…6.
    case heading(level: Int, [MarkdownInline])
    case paragraph([MarkdownInline])
    /// `start` is the first number of an ordered list, `nil` for bullets; each item is a list of blocks.
    case list(start: Int?, isTight: Bool, items: [[MarkdownBlock]])
    case quote([MarkdownBlock])
    /// A code block; lines are separated by line feeds.
    case code(String)
    case rule
}

/// A run of text inside a block.
package indirect enum MarkdownInline: Equatable, Sendable {
    case text(String)
    case code(String)
    case emphasis([MarkdownInline])
    case strong([MarkdownInline])
    /// `destination` as written: a page of the program, or an absolute address.
    case link(destination: String, [MarkdownInline])
    /// `source` as written: a file of the program.
    case image(source: String, alternative: String)
    case softBreak
    case lineBreak
}
