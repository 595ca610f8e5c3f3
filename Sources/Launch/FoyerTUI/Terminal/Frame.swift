import FoyerCore

/// A part of one row that a terminal with hyperlinks makes clickable.
public struct FrameLink: Hashable, Sendable {
    /// The row, from 0.
    public var row: Int
    /// The columns, from 0.
    public var columns: Range<Int>
    /// The address. One with anything but printable ASCII is not made a link.
    public var address: String

    /// A link over some columns of a row.
    public init(row: Int, columns: Range<Int>, address: String) {
        self.row = row
        self.columns = columns
        self.address = address
    }
}

/// The progress on the taskbar's button.
public enum TaskbarProgress: Hashable, Sendable {
    /// No progress.
    case none
    /// 0…100; clamped.
    case percent(Int)
    /// Something is under way, of unknown length.
    case busy
    /// The last work failed.
    case failed
}

/// One picture of the whole screen.
package struct Frame: Sendable {
    /// The frame's size, in cells.
    package var size: CellSize
    /// Row by row, `size.columns * size.rows` of them; missing ones are blank.
    package var cells: [ScreenCell]
    /// The visible cursor's place; nil hides it.
    package var cursor: CellPosition?
    package var links: [FrameLink]
    package var taskbar: TaskbarProgress
    /// Pictures among the cells that may be shown in pixels while they rest.
    package var pictures: [FramePicture]
    /// Pictures that may soon come into view.
    package var expected: [FramePicture] = []
    /// A text for the terminal's clipboard, sent with the first frame that has it.
    package var copied: ClipboardText?
    /// The window's title; `nil` for the one that it has.
    package var title: SafeText?

    package init(
        size: CellSize, cells: [ScreenCell], cursor: CellPosition? = nil, links: [FrameLink] = [],
        taskbar: TaskbarProgress = .none, pictures: [FramePicture] = []
    ) {
        self.size = size
        self.cells = cells
        self.cursor = cursor
        self.links = links
        self.taskbar = taskbar
        self.pictures = pictures
    }

    /// The visible parts of the complete pictures.
    package var shownPictures: [ShownPicture] {
        pictures.filter(\.isComplete).compactMap { $0.shown(in: cells, size: size) }
    }

    /// The cells of a row; fewer than the size says if some are missing.
    func row(_ row: Int) -> ArraySlice<ScreenCell> {
        cells[min(row * size.columns, cells.count)..<min((row + 1) * size.columns, cells.count)]
    }

    /// Where the cursor is left on a screen of a size, visible or not.
    func restingPlace(in size: CellSize) -> CellPosition {
        CellPosition(
            column: min(max(cursor?.column ?? 0, 0), max(size.columns - 1, 0)),
            row: min(max(cursor?.row ?? 0, 0), max(size.rows - 1, 0)))
    }
}
