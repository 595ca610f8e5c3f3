import Testing

@testable import FoyerCore

@Suite struct PicturesGeometryTests {
    /// A picture of 40 × 20 pixels in 10 × 4 cells (80 × 32 subpixels, each twice as high as wide).
    @Test(arguments: [
        (CellPicture.ContentMode.scaleToFill, [0, 80, 0, 32]),
        (.aspectFit, [0, 80, 6, 20]),
        (.aspectFill, [-24, 128, 0, 32]),
        (.center, [20, 40, 11, 10]),
        (.top, [20, 40, 0, 10]),
        (.bottom, [20, 40, 22, 10]),
        (.left, [0, 40, 11, 10]),
        (.right, [40, 40, 11, 10]),
        (.topLeft, [0, 40, 0, 10]),
        (.topRight, [40, 40, 0, 10]),
        (.bottomLeft, [0, 40, 22, 10]),
        (.bottomRight, [40, 40, 22, 10]),
    ])
    func placesByMode(mode: CellPicture.ContentMode, expected: [Int]) {
        let place = PicturePlacement.of(width: 40, height: 20, columns: 80, rows: 32, mode: mode, aspect: 2)
        #expect(
            [place.horizontal.start, place.horizontal.length, place.vertical.start, place.vertical.length] == expected)
    }

    @Test func fitNeverLeavesTheRoomAndFillAlwaysCoversIt() {
        for width in stride(from: 1, to: 400, by: 37) {
            for height in stride(from: 1, to: 400, by: 41) {
                for (columns, rows) in [(8, 8), (80, 16), (16, 160), (800, 160)] {
                    for aspect in [1, 1.7, 2, 2.3] {
                        let fit = PicturePlacement.of(
                            width: width, height: height, columns: columns, rows: rows, mode: .aspectFit,
                            aspect: aspect)
                        for (place, room) in [(fit.horizontal, columns), (fit.vertical, rows)] {
                            #expect(place.start >= 0 && place.start + place.length <= room)
                        }
                        let fill = PicturePlacement.of(
                            width: width, height: height, columns: columns, rows: rows, mode: .aspectFill,
                            aspect: aspect)
                        for (place, room) in [(fill.horizontal, columns), (fill.vertical, rows)] {
                            #expect(place.start <= 0 && place.start + place.length >= room)
                        }
                    }
                }
            }
        }
    }

    @Test func weightsAlwaysSumToAWhole() {
        for count in [1, 2, 3, 7, 8, 31, 100, 1200] {
            for length in [1, 3, 8, 17, 64, 200] {
                let place = PicturePlacement.of(
                    width: length, height: 1, columns: 64, rows: 8, mode: .center, aspect: 1
                ).horizontal
                let filter = AxisFilter(count: count, placement: place, room: 64)
                for subpixel in 0..<64 {
                    let taps = filter.offsets[subpixel]..<filter.offsets[subpixel + 1]
                    let sum = filter.weights[taps].reduce(0) { $0 + Int($1) }
                    #expect(sum + Int(filter.outside[subpixel]) == AxisFilter.whole)
                    #expect(filter.firstPixels[subpixel] + taps.count <= count || taps.isEmpty)
                    let inside = subpixel >= place.start && subpixel < place.start + place.length
                    #expect((sum == AxisFilter.whole) == inside)
                }
            }
        }
    }

    @Test func onlyModesThatScaleCanUseSmallerPictures() {
        let size = CellSize(columns: 100, rows: 20)
        for mode in CellPicture.ContentMode.allCases {
            let useful = PictureMapping.usefulPixels(for: size, contentMode: mode)
            #expect((useful == nil) == mode.keepsSize)
            if let useful { #expect(useful == (800, 160)) }
        }
    }
}
