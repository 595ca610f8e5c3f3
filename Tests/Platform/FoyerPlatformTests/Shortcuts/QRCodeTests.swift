import FoyerPlatformCore
import TestSupport
import Testing

@testable import FoyerPlatform

/// QR codes, read back by a reader that is not ours.
@Suite struct QRCodeTests {
    private static let addresses = [
        "http://a.example/", "https://shop.example/guides/dawn.html",
        "https://shop.example/guides/" + String(repeating: "a-long-way/", count: 20) + "dawn.html?x=1&y=%E8%8C%B6",
    ]

    @Test(arguments: addresses, [true, false])
    func aPhoneReadsTheAddressOnDarkAndOnLightTerminals(address: String, isLight: Bool) throws {
        let code = try #require(QRCode(of: address))
        let lines = code.lines(isLight: isLight)
        #expect(lines.count == code.size.rows && lines.allSatisfy { $0.count == code.size.columns })
        #expect(try QRReader.read(lines, inkIsDark: isLight) == [address])
        // The wrong way round nobody should rely on it; the test can tell the two apart.
        #expect(code.lines(isLight: !isLight) != lines)
    }

    @Test func theRimIsLight() throws {
        let code = try #require(QRCode(of: "http://a.example/"))
        let (columns, rows) = (code.size.columns, code.size.rows)
        for row in 0..<rows {
            for column in 0..<columns where column < 4 || column >= columns - 4 || row < 2 || row >= rows - 2 {
                let cell = code.cell(column: column, row: row)
                #expect(!cell.upper && !cell.lower)
            }
        }
    }

    @Test func anAddressTooLongForACodeHasNone() {
        #expect(QRCode(of: "http://a.example/" + String(repeating: "x", count: 3_000)) == nil)
        #expect(QRCode(of: "") == nil)
    }

    @Test func whatIsNoSquareIsNoCode() {
        #expect(QRCode([]) == nil && QRCode([true, false]) == nil && QRCode([true]) != nil)
    }
}
