import FoyerCore

/// Why a program's metadata or manifest is not used.
extension Phrase {
    /// Advice where a signature is missing or wrong.
    package static let tellPlatform = Phrase("It is not signed as this host requires. Tell the platform's operator.")

    /// Advice where a platform's answer is wrong.
    static let tellOperator = Phrase("The platform's answer cannot be used. Tell its operator.")

    /// Advice where the answer makes no sense, as a network's sign-in page; on a page, then in lines.
    static let signInAndReload = Phrase(
        "The answer is not the platform's. If this network wants you to sign in, do so, then reload.")
    static let signInAndRetry = Phrase(
        "The answer is not the platform's. If this network wants you to sign in, do so, then try again.")

    /// Advice where a program should be opened without the platform, and is not there.
    static let launchOnceOnline = Phrase("Launch it once with another policy to install it.")

    package static func unknownProgram(_ app: AppID) -> Phrase {
        Phrase("The platform does not know \(app) (HTTP 404).")
    }

    static func programGone(_ app: AppID) -> Phrase {
        Phrase("The platform says that \(app) is gone (HTTP 410).")
    }

    static func programWithheld(_ app: AppID) -> Phrase {
        Phrase("The platform withholds \(app) (HTTP 451).")
    }

    static func programRemoved(_ app: AppID) -> Phrase {
        Phrase("The platform says that \(app) was removed.")
    }

    static func programSuspended(_ app: AppID) -> Phrase {
        Phrase("The platform says that \(app) is suspended.")
    }

    static func metadataTooLarge(limit: Int) -> Phrase {
        Phrase("The metadata is larger than \(limit) bytes.")
    }

    static func metadataNotJSON(_ error: some Error) -> Phrase {
        Phrase("The metadata is \(String(describing: error)).")
    }

    static func metadataMisshapen(_ error: some Error) -> Phrase {
        Phrase("The metadata is wrong: \(String(describing: error)).")
    }

    static func metadataOfAnother(_ shown: SafeText) -> Phrase {
        Phrase("The metadata is for another program, \"\(shown)\".")
    }

    static func rollback(offered: Int64, highest: Int64) -> Phrase {
        Phrase("The platform offers version code \(offered), but \(highest) was installed already.")
    }

    static func packageTooLarge(limit: Int) -> Phrase {
        Phrase("The package is larger than \(limit) bytes.")
    }

    static func resourceTooLarge(_ path: SafeText, limit: Int) -> Phrase {
        Phrase("The resource \(path) is larger than \(limit) bytes.")
    }

    static func notAnAppID(_ shown: SafeText) -> Phrase {
        Phrase("\"\(shown)\" is not an app id.")
    }

    static func manifest(_ what: String) -> Phrase {
        Phrase("The package's manifest.json \(what).")
    }
}
