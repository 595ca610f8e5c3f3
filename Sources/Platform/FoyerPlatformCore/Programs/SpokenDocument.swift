import FoyerCore

/// A page of a program in sentences: headings and pictures are said to be such, and links have their numbers.
package struct SpokenDocument {
    /// A paragraph each.
    package private(set) var text: [SafeText] = []
    /// The words of the links, in the order of the page.
    package private(set) var links: [SafeText] = []
    private let language: Language

    package init(_ document: MarkdownDocument, _ language: Language) {
        self.language = language
        add(document.blocks)
    }

    private mutating func add(_ blocks: [MarkdownBlock]) { for block in blocks { add(block) } }

    private mutating func add(_ block: MarkdownBlock) {
        switch block {
        case .heading(_, let inlines):
            let words = words(inlines)
            text.append(language[Phrase("Heading: \(words)")])
        case .paragraph(let inlines): text.append(SafeText(words(inlines)))
        case .list(let start, _, let items):
            let count = items.count
            text.append(
                count == 1
                    ? language[Phrase("A list of 1")]
                    : language[Phrase("A list of \(count)")])
            for (index, item) in items.enumerated() {
                let first = text.count
                add(item)
                if let start, text.indices.contains(first) { text[first] = "\(start &+ index). " + text[first] }
            }
        case .quote(let blocks):
            let first = text.count
            add(blocks)
            if text.indices.contains(first) {
                text[first] = language[Phrase("Quote: ")] + text[first]
            }
        case .code(let code):
            text.append(language[Phrase("Code")])
            text += SafeText.lines(of: code)
        case .rule: break
        }
    }

    private mutating func words(_ inlines: [MarkdownInline]) -> String {
        var result = ""
        for inline in inlines {
            switch inline {
            case .text(let text), .code(let text): result += text
            case .emphasis(let inner), .strong(let inner): result += words(inner)
            case .link(_, let inner):
                let place = links.count
                links.append("")
                let label = words(inner)
                links[place] = SafeText(label)
                let number = place + 1
                result += label + language[Phrase(" (link \(number))")].string
            case .image(_, let alternative):
                guard !alternative.isEmpty else { break }
                result +=
                    language[
                        Phrase("Picture: \(alternative).")
                    ].string
            case .softBreak, .lineBreak: result += " "
            }
        }
        return result
    }
}
