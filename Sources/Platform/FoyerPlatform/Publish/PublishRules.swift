import FoyerCore
import FoyerPlatformCore

/// Refuses what hosts would refuse, before it is published.
enum PublishRules {
    /// A version code that a host would refuse, or that hides a change.
    static func version(_ key: String, _ new: JSON, _ old: JSON) -> PublishProblem? {
        let file = "programs/\(key.dropFirst(5))/\(Manifest.path)"
        guard let code = SiteProgram.versionCode(of: new), let before = SiteProgram.versionCode(of: old) else {
            return nil
        }
        if code < before {
            return PublishProblem(file, .versionFalls(to: code, from: before))
        }
        let (content, published) = (SiteProgram.content(of: new), SiteProgram.content(of: old))
        guard code == before, !content.isEmpty, !published.isEmpty, content != published else { return nil }
        return PublishProblem(file, .versionStays(code))
    }

    /// What a host would not accept in a document.
    static func refusal(of key: String, _ document: JSON) -> PublishProblem? {
        let (kind, name) = PathParts(key).both
        switch kind {
        case "apps":
            do { _ = try AppMetadata(document) } catch {
                switch error {
                case .removed, .suspended: return nil
                case .shape(let error): return PublishProblem("programs/\(name)", Phrase(asIs: "\(error)."))
                case .packageTooLarge: return PublishProblem("programs/\(name)", .packageIsTooLarge)
                case .resourceTooLarge(let path):
                    return PublishProblem("programs/\(name)", .resourceIsTooLarge(path))
                }
            }
        case "banners":
            do { _ = try BannerData(document) } catch {
                return PublishProblem("banners/\(name).yaml", Phrase(asIs: "\(error)."))
            }
        case "popups":
            do { _ = try PopupData(document) } catch {
                return PublishProblem("popups/\(name).yaml", Phrase(asIs: "\(error)."))
            }
        default: break
        }
        return nil
    }
}
