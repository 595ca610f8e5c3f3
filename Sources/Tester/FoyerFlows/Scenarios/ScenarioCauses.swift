import Foyer
import FoyerStage

/// Why a scenario, or its platform, is not available.
extension Phrase {
    static let noAssets = Phrase(
        "The folder Assets is missing, without which only programs of your own are played. Name it with FOYER_ASSETS.",
        "缺少 Assets 文件夹；没有它，只能运行您自己的程序。可用 FOYER_ASSETS 指定。",
        "缺少 Assets 資料夾；沒有它，只能執行您自己的程式。可用 FOYER_ASSETS 指定。")

    /// - Parameter why: the sentence for a missing screen.
    static func scenarioNeedsTerminal(_ why: Phrase) -> Phrase {
        Phrase(
            "\(why) --headless needs none.", "\(why.simplified)使用 --headless 则不需要终端。",
            "\(why.traditional)使用 --headless 則不需要終端機。")
    }

    package static func stageNotStarted(_ why: String) -> Phrase {
        Phrase("The stage could not be started: \(why).", "无法启动演示平台（\(why)）。", "無法啟動示範平台（\(why)）。")
    }
}

extension StageError {
    /// The sentence in every language.
    package var cause: Phrase {
        switch self {
        case .noAssets(let looked):
            let places = looked.joined(separator: ", ")
            return Phrase(
                "There is no folder Assets in \(places). Name one with FOYER_ASSETS.",
                "\(places) 中没有 Assets 文件夹。可用 FOYER_ASSETS 指定。", "\(places) 中沒有 Assets 資料夾。可用 FOYER_ASSETS 指定。")
        case .unreadable(let path, let reason): return .fileNotRead(path, Phrase(asIs: reason))
        case .wrongAsset(let path, let reason):
            return Phrase("\(path) is wrong: \(reason).", "\(path) 有误：\(reason)。", "\(path) 有誤：\(reason)。")
        case .sources(let error): return error.cause
        case .neverComes(let route, let app?):
            return Phrase(
                "A fault of \(route.rawValue) never comes: \(app) has none.",
                "\(route.rawValue) 的故障不会出现：\(app) 没有此项。", "\(route.rawValue) 的故障不會出現：\(app) 沒有此項。")
        case .neverComes(let route, nil):
            return Phrase(
                "A fault of \(route.rawValue) never comes: no program of these sources has any.",
                "\(route.rawValue) 的故障不会出现：这些源中的程序都没有此项。", "\(route.rawValue) 的故障不會出現：這些來源中的程式都沒有此項。")
        case .wrongRequest(let reason): return Phrase(asIs: reason)
        }
    }
}
