import ArgumentParser
import Foyer
import FoyerCore
import FoyerPlatform
import FoyerStage
import FoyerSystem
import Glibc

/// A splash in a file: of the user's own, or one that ships with Foyer.
struct SplashChoice {
    /// A path, or a shipped one's name.
    let name: String
    /// The folder that a path counts from; empty for this process's own.
    var folder = ""

    private static let shippedFolder = "splashes"

    /// Reads it; whatever is wrong has been said.
    func read(_ language: Language) throws -> SplashDesign {
        let path = path
        let text: [UInt8]
        do { text = try SplashFile.read(path) } catch {
            throw Failure.said(.fileNotRead(path, SystemError.cause(error.code)), in: language, ExitStatus.wrongInput)
        }
        let (design, problems) = SplashFile.parse(text, at: path)
        for problem in problems { StandardError.write(problem.line(in: path, language)) }
        guard problems.isEmpty else { throw ExitStatus.wrongInput }
        if let picture = design?.picture,
            let trouble = InputFile.trouble(picture, limit: PictureLimits.standard.bytes)
        {
            throw Failure.said(.pictureUnreadable(picture, trouble), in: language, ExitStatus.wrongInput)
        }
        return design ?? SplashDesign()
    }

    private var path: String {
        let own = name.hasPrefix("/") || folder.isEmpty ? name : folder + "/" + name
        guard access(own, F_OK) != 0, !name.contains("/") else { return own }
        let assets = try? AssetFolder.locate(environment: Places.variable("FOYER_ASSETS"))
        let shipped = assets.map { "\($0.path)/\(Self.shippedFolder)/\(name).yaml" } ?? own
        return access(shipped, F_OK) == 0 ? shipped : own
    }
}
