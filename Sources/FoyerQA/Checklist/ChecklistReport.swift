import Foyer
import FoyerPlatform
import FoyerSystem
import Glibc
import Synchronization

/// The outcome of a run: a page for people, and JUnit XML for build servers.
package struct ChecklistReport: Sendable {
    let run: ChecklistRun
    let language: Language
    /// The PNG files beside the page, by the SVG that each was drawn from.
    private(set) var pictures: [String: String] = [:]

    package static let pageName = "report.html"
    package static let junitName = "junit.xml"
    /// The folder of the screens as PNG files.
    package static let picturesName = "screens"

    package init(_ run: ChecklistRun, language: Language) {
        self.run = run
        self.language = language
    }

    /// Writes both into a folder, which is made if it is missing; each file is replaced atomically. Each screen is also
    /// written as a PNG if the program that draws them is installed.
    ///
    /// - Returns: the page's path.
    package func write(to folder: String) throws(RunJournal.Failure) -> String {
        do throws(PlaceFailure) { try Places().make(folder) } catch { throw RunJournal.Failure(cause: error.cause) }
        var report = self
        report.pictures = drawPictures(in: folder)
        try Self.write(report.html, to: folder + "/" + Self.pageName)
        try Self.write(junit, to: folder + "/" + Self.junitName)
        return folder + "/" + Self.pageName
    }

    /// Draws the screens of all items.
    ///
    /// - Returns: the files, by the SVG that each was drawn from.
    private func drawPictures(in folder: String) -> [String: String] {
        let all = run.checklist.items.flatMap { item in
            ([run.record(of: item)] + run.former(of: item)).flatMap { $0?.evidence?.screens ?? [] }
                .map { $0.svg(title: item.title) }
        }
        return Self.draw(all, in: folder, atOnce: 2)
    }

    /// Draws pictures into the folder's own for them. Existing ones are not drawn again: their names depend on their
    /// contents.
    ///
    /// - Returns: the files, by the SVG that each was drawn from.
    @discardableResult
    static func draw(_ all: [String], in folder: String, atOnce: Int) -> [String: String] {
        guard (try? Places().make(folder + "/" + picturesName)) != nil else { return [:] }
        let waiting = Mutex(all)
        let drawn = Mutex<[String: String]>([:])
        BlockingWork.threads.parallel(atOnce) {
            while let svg = waiting.withLock({ $0.popLast() }) {
                let name = "\(picturesName)/\(RunFolder.digits(svg)).png"
                guard draw(svg, to: folder + "/" + name) else { return waiting.withLock { $0 = [] } }
                drawn.withLock { $0[svg] = name }
            }
        }
        return drawn.withLock { $0 }
    }

    private static func draw(_ svg: String, to path: String) -> Bool {
        if UserFile.exists(path) { return true }
        guard let bytes = try? PNGPicture.draw(svg: svg) else { return false }
        return (try? write(bytes, to: path)) != nil
    }

    private static func write(_ text: String, to path: String) throws(RunJournal.Failure) {
        try write(Array(text.utf8), to: path)
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(RunJournal.Failure) {
        do throws(DiskError) { try UserFile.replace(path, with: bytes) } catch {
            throw RunJournal.Failure(cause: .fileNotWritten(path, SystemError.cause(error.code)))
        }
    }
}
