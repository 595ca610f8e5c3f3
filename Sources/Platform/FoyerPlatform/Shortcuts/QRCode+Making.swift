import CQrencode
import FoyerCore
import FoyerPlatformCore
import FoyerTUI
import Glibc

extension QRCode {
    /// The code of an address; `nil` if it is too long for one, or libqrencode is not there.
    package init?(of address: String) {
        var side: Int32 = 0
        guard !address.isEmpty, let squares = foyer_qr_squares(address, &side) else { return nil }
        defer { free(squares) }
        let count = Int(side) * Int(side)
        self.init(UnsafeBufferPointer(start: squares, count: count).map { $0 == 1 })
    }
}

/// A QR code in the middle of its room, dark on light in every theme; nothing where it does not fit.
struct QRView: StillWidget {
    let code: QRCode

    /// Whether half blocks can be drawn.
    static func canBeDrawn(in theme: DisplayTheme) -> Bool { !theme.glyphs.isASCII }

    func render(into canvas: inout Canvas, in rect: Rect, at now: Instant) {
        let place = rect.centered(code.size)
        guard place.size == code.size else { return }
        for row in 0..<place.rows {
            for column in 0..<place.columns {
                canvas.put(
                    cell(code.cell(column: column, row: row), canvas.theme), column: place.column + column,
                    row: place.row + row)
            }
        }
    }

    private func cell(_ dark: (upper: Bool, lower: Bool), _ theme: DisplayTheme) -> ScreenCell {
        // Without colours the text has the terminal's own: light on dark, or dark on light.
        guard theme.depth == .mono else {
            return ScreenCell(
                Glyph(QRCode.block(upper: dark.upper, lower: dark.lower)), foreground: .rgb(0, 0, 0),
                background: .rgb(255, 255, 255))
        }
        let isLight = theme.palette.isLight
        let block = QRCode.block(upper: dark.upper == isLight, lower: dark.lower == isLight)
        return ScreenCell(Glyph(block), foreground: .role(.text), background: .role(.ground))
    }
}
