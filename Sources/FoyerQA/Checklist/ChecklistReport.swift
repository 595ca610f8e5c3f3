import Foyer
import FoyerPlatform
import FoyerSystem
import Glibc

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
        report.drawPictures(in: folder)
        try Self.write(report.html, to: folder + "/" + Self.pageName)
        try Self.write(junit, to: folder + "/" + Self.junitName)
        return folder + "/" + Self.pageName
    }

    /// Existing ones are not drawn again: their names depend on their contents.
    private mutating func drawPictures(in folder: String) {
        guard (try? Places().make(folder + "/" + Self.picturesName)) != nil else { return }
        for item in run.checklist.items {
            for screen in run.record(of: item)?.evidence?.screens ?? [] {
                let svg = screen.svg(title: item.title)
                let name = "\(Self.picturesName)/\(RunFolder.digits(svg)).png"
                if !UserFile.exists(folder + "/" + name) {
                    guard let bytes = try? PNGPicture.draw(svg: svg) else { return }
                    guard (try? Self.write(bytes, to: folder + "/" + name)) != nil else { return }
                }
                pictures[svg] = name
            }
        }
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
