import FoyerCore

/// What is refused before it is published.
enum PublishRules {
    /// A version code that a host would refuse, or that hides a change.
    static func version(_ key: String, _ new: JSON, _ old: JSON) -> PublishProblem? {
        let file = "programs/\(key.dropFirst(5))/\(Manifest.path)"
        guard let code = SiteProgram.versionCode(of: new), let before = SiteProgram.versionCode(of: old) else {
            return nil
        }
        if code < before {
            return PublishProblem(
                file,
                "version.code is \(code), but \(before) is published; hosts refuse lower ones. "
                    + "To take something back, publish the old content under a higher code.")
        }
        let (content, published) = (SiteProgram.content(of: new), SiteProgram.content(of: old))
        guard code == before, !content.isEmpty, !published.isEmpty, content != published else { return nil }
        return PublishProblem(file, "The content has changed, and version.code is still \(code); it must grow.")
    }

    /// What a host would not take, said before it is published.
    static func refusal(of key: String, _ document: JSON) -> PublishProblem? {
        let (kind, name) = KeyFile.split(key)
        switch kind {
        case "apps":
            do { _ = try AppMetadata(document) } catch {
                switch error {
                case .removed, .suspended: return nil
                case .shape(let error): return PublishProblem("programs/\(name)", "\(error).")
                case .packageTooLarge: return PublishProblem("programs/\(name)", "The package is too large.")
                case .resourceTooLarge(let path):
                    return PublishProblem("programs/\(name)", "The resource \(path) is too large.")
                }
            }
        case "banners":
            do { _ = try BannerData(document) } catch { return PublishProblem("banners/\(name).yaml", "\(error).") }
        default: break
        }
        return nil
    }
}
