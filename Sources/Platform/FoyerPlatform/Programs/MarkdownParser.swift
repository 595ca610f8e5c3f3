import CCmark
import FoyerCore
import FoyerPlatformCore
import FoyerSystem

/// A link or a picture of a page, with its place in the text.
package struct MarkdownReference: Equatable, Sendable {
    package let isPicture: Bool
    /// As written.
    package let target: String
    /// From 1.
    package let line: Int
    /// From 1, in Unicode scalars.
    package let column: Int
}

/// Parses CommonMark into a page's blocks. Raw HTML is left out.
package enum MarkdownParser {
    /// The largest size of a page in bytes.
    package static let sizeLimit = 1 << 20
    /// The levels of nested blocks and runs; anything deeper becomes plain text.
    static let depthLimit = 32

    /// Invalid UTF-8 becomes replacement characters.
    package static func parse(_ bytes: [UInt8]) throws(LocalizedFailure) -> MarkdownDocument {
        let document = try tree(of: bytes)
        defer { cmark_node_free(document) }
        return MarkdownDocument(blocks: blocks(in: document, depth: 0))
    }

    /// The links and pictures of a page in the order of the text, with their places.
    package static func references(in bytes: [UInt8]) throws(LocalizedFailure) -> [MarkdownReference] {
        let document = try tree(of: bytes)
        defer { cmark_node_free(document) }
        guard let iterator = cmark_iter_new(document) else { throw LocalizedFailure(.noMemoryForPage) }
        defer { cmark_iter_free(iterator) }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        var found: [MarkdownReference] = []
        while true {
            let event = cmark_iter_next(iterator)
            if event == CMARK_EVENT_DONE { return found }
            guard event == CMARK_EVENT_ENTER, let node = cmark_iter_get_node(iterator) else { continue }
            let type = cmark_node_get_type(node)
            guard type == CMARK_NODE_LINK || type == CMARK_NODE_IMAGE else { continue }
            let line = max(1, Int(cmark_node_get_start_line(node)))
            // The parser counts bytes.
            let bytesBefore = max(0, Int(cmark_node_get_start_column(node)) - 1)
            let before = line <= lines.count ? lines[line - 1].prefix(bytesBefore) : []
            found.append(
                MarkdownReference(
                    isPicture: type == CMARK_NODE_IMAGE, target: text(cmark_node_get_url(node)), line: line,
                    column: before.count { $0 & 0xC0 != 0x80 } + 1))
        }
    }

    private typealias Node = OpaquePointer

    /// The caller frees it.
    private static func tree(of bytes: [UInt8]) throws(LocalizedFailure) -> Node {
        guard bytes.count <= sizeLimit else { throw LocalizedFailure(.pageTooLarge(size: bytes.count)) }
        guard MarkdownCost.isBearable(bytes) else { throw LocalizedFailure(.pageTooIntricate) }
        let document = bytes.withUnsafeBytes { buffer in
            let text = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            return cmark_parse_document(text, buffer.count, CMARK_OPT_DEFAULT)
        }
        guard let document else { throw LocalizedFailure(.noMemoryForPage) }
        return document
    }

    private static func children(of node: Node) -> [Node] {
        guard let first = cmark_node_first_child(node) else { return [] }
        return Array(sequence(first: first) { cmark_node_next($0) })
    }

    private static func blocks(in parent: Node, depth: Int) -> [MarkdownBlock] {
        guard depth < depthLimit else {
            let text = plainText(of: parent)
            return text.isEmpty ? [] : [.paragraph([.text(text)])]
        }
        return children(of: parent).compactMap { block($0, depth: depth) }
    }

    private static func block(_ node: Node, depth: Int) -> MarkdownBlock? {
        switch cmark_node_get_type(node) {
        case CMARK_NODE_HEADING:
            .heading(level: Int(cmark_node_get_heading_level(node)), inlines(in: node, depth: depth))
        case CMARK_NODE_PARAGRAPH: .paragraph(inlines(in: node, depth: depth))
        case CMARK_NODE_BLOCK_QUOTE: .quote(blocks(in: node, depth: depth + 1))
        case CMARK_NODE_LIST: list(node, depth: depth)
        case CMARK_NODE_CODE_BLOCK: .code(withoutLastLineFeed(text(cmark_node_get_literal(node))))
        case CMARK_NODE_THEMATIC_BREAK: .rule
        default: nil
        }
    }

    private static func list(_ node: Node, depth: Int) -> MarkdownBlock {
        let isOrdered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
        return .list(
            start: isOrdered ? Int(cmark_node_get_list_start(node)) : nil,
            isTight: cmark_node_get_list_tight(node) != 0,
            items: children(of: node).map { blocks(in: $0, depth: depth + 1) })
    }

    private static func inlines(in parent: Node, depth: Int) -> [MarkdownInline] {
        guard depth < depthLimit else {
            let text = plainText(of: parent)
            return text.isEmpty ? [] : [.text(text)]
        }
        return children(of: parent).compactMap { inline($0, depth: depth) }
    }

    private static func inline(_ node: Node, depth: Int) -> MarkdownInline? {
        switch cmark_node_get_type(node) {
        case CMARK_NODE_TEXT: .text(text(cmark_node_get_literal(node)))
        case CMARK_NODE_CODE: .code(text(cmark_node_get_literal(node)))
        case CMARK_NODE_EMPH: .emphasis(inlines(in: node, depth: depth + 1))
        case CMARK_NODE_STRONG: .strong(inlines(in: node, depth: depth + 1))
        case CMARK_NODE_LINK: .link(destination: text(cmark_node_get_url(node)), inlines(in: node, depth: depth + 1))
        case CMARK_NODE_IMAGE: .image(source: text(cmark_node_get_url(node)), alternative: plainText(of: node))
        case CMARK_NODE_SOFTBREAK: .softBreak
        case CMARK_NODE_LINEBREAK: .lineBreak
        default: nil
        }
    }

    /// The text below a node, however deep, without recursion.
    private static func plainText(of node: Node) -> String {
        guard let iterator = cmark_iter_new(node) else { return "" }
        defer { cmark_iter_free(iterator) }
        var words = ""
        while true {
            let event = cmark_iter_next(iterator)
            if event == CMARK_EVENT_DONE { return words }
            guard event == CMARK_EVENT_ENTER, let current = cmark_iter_get_node(iterator) else { continue }
            switch cmark_node_get_type(current) {
            case CMARK_NODE_TEXT, CMARK_NODE_CODE, CMARK_NODE_CODE_BLOCK: words += text(cmark_node_get_literal(current))
            case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK: words += " "
            default: break
            }
        }
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
        pointer.map { String(cString: $0) } ?? ""
    }

    private static func withoutLastLineFeed(_ text: String) -> String {
        text.utf8.last == 0x0A ? String(text.unicodeScalars.dropLast()) : text
    }
}

/// Estimates the cost of parsing a page in advance.
///
/// The parser's time grows with lines × nesting and with the square of the opening brackets: half a minute for a
/// malicious page of 1 MiB. No page written by hand comes near these limits.
enum MarkdownCost {
    /// Under a second each.
    private static let nestedLines = 20_000_000
    private static let brackets = 20_000

    static func isBearable(_ bytes: [UInt8]) -> Bool {
        var lines = 1
        var brackets = 0
        var deepest = 1
        var nesting = 0
        var isLeading = true
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                lines += 1
                nesting = 0
                isLeading = true
                continue
            case UInt8(ascii: "["): brackets += 1
            default: break
            }
            guard isLeading else { continue }
            // Each level takes at least a marker, or two columns of indentation.
            switch byte {
            case UInt8(ascii: " "): nesting += 1
            case UInt8(ascii: "\t"): nesting += 4
            case UInt8(ascii: ">"), UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "+"): nesting += 2
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: ")"): nesting += 1
            default: isLeading = false
            }
            deepest = max(deepest, nesting / 2)
        }
        return brackets <= MarkdownCost.brackets && lines <= nestedLines / deepest
    }
}

/// Why a page cannot be read, in English as the parser's other words.
extension Phrase {
    static func pageTooLarge(size: Int) -> Phrase {
        Phrase(asIs: "The page has \(size) bytes; \(MarkdownParser.sizeLimit) are allowed.")
    }

    /// Parsing it would take many seconds.
    static let pageTooIntricate = Phrase(
        asIs: "The page nests too much, or has too many brackets, to be read in time.")
    static let noMemoryForPage = Phrase(asIs: "There is not enough memory for the page.")
}
