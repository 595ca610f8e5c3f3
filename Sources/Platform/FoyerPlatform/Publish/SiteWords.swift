import FoyerCore
import FoyerPlatformCore

/// What can be wrong in a site's sources.
extension Phrase {
    static let theSite = Phrase("The site")
    static let theProgram = Phrase("The program")
    static let theCampaign = Phrase("The campaign")
    static let thePopup = Phrase("The pop-up")
    static let theConfig = Phrase("The config")

    // MARK: - What was expected

    static let sitePath = Phrase("a path such as tea.png, without .. and links")
    static let keyPath = Phrase("a path such as site.key, without .. and links, or none")
    static let openedLink = Phrase(
        "a link that hosts open: https://…, a link of a host's own such as foyer://app/APPID, or \"\" for none")
    static let aTime = Phrase("a time such as 2026-11-22T00:00:00Z")

    // MARK: - What is wrong

    static func tooMany(_ key: String, _ count: Int, limit: Int) -> Phrase {
        Phrase("\(key) has \(count) elements; expected at most \(limit).")
    }

    static func tooLong(_ what: Phrase, _ count: Int, limit: Int) -> Phrase {
        Phrase("\(what) has \(count) bytes; expected at most \(limit).")
    }

    static func endsBeforeItBegins(_ from: WallTime) -> Phrase {
        let time = from.rfc3339
        return Phrase("until is not after from (\(time)), so nobody would ever see it.")
    }

    static func nameIsTaken(_ name: String) -> Phrase {
        Phrase("The name \(name) belongs to the signature of a document; give the value another.")
    }

    static func noConfig(_ refusal: ConfigRefusal) -> Phrase {
        let flaw =
            switch refusal {
            case .tooLarge: Phrase("it is too large")
            case .json, .notAnObject: Phrase("it is not a config")
            case .tooManyValues: Phrase("it has too many values")
            case .nameLength: Phrase("a name is empty or too long")
            case .nameTwice(let name): Phrase("the name \"\(name)\" occurs twice")
            }
        return Phrase(
            english: "This is not a valid config: \(refusal).", elsewhere: Phrase("The config is not valid: \(flaw)."))
    }

    static let noProgramFolder = Phrase("This is not a program's folder, which is named after its app id.")
    static let noKeyFile = Phrase("Expected KEY.yaml, with a key of letters, digits, \".\", \"_\" and \"-\".")
    static let tooManyPrograms = Phrase("There are too many programs for one catalogue.")

    static func versionFalls(to code: Int64, from before: Int64) -> Phrase {
        Phrase(
            """
            version.code is \(code), but \(before) is published; hosts refuse lower ones. To take something back, \
            publish the old content under a higher code.
            """)
    }

    static func versionStays(_ code: Int64) -> Phrase {
        Phrase("The content has changed, but version.code is still \(code); increase it.")
    }

    static let packageIsTooLarge = Phrase("The package is too large.")
    static let packageTooLargeToSign = Phrase("The package is too large to be signed.")

    static func resourceIsTooLarge(_ path: String) -> Phrase {
        Phrase("The resource \(path) is too large.")
    }

    static func appIDDiffers(_ id: AppID, folder: String) -> Phrase {
        Phrase("app_id is \"\(id)\"; expected the folder's name, \"\(folder)\".")
    }

    static let noIcon = Phrase("The icon is missing; name one in the manifest or in program.yaml.")
    static func namesMissing(_ file: String) -> Phrase {
        Phrase("It names \(file), which does not exist.")
    }

    static func leadsToNoProgram(_ appID: String) -> Phrase {
        Phrase("The link leads to the program \(appID), which this site does not have.")
    }

    /// - Parameter page: `nil` for the program's own.
    static func leadsToNoPage(_ page: String, of appID: String? = nil) -> Phrase {
        let program = appID ?? "manifest.json"
        return Phrase("The link leads to \(page), which is not among the pages of \(program).")
    }

    static func leadsToWithdrawn(_ appID: String, _ status: String) -> Phrase {
        Phrase("The link leads to the program \(appID), whose status is \(status): hosts open it no more.")
    }

    static func linkAlmostToProgram(_ appID: String) -> Phrase {
        Phrase(
            """
            It names the program \(appID), but links to programs begin with foyer://app/. Only a host with this \
            scheme and route of its own opens it.
            """)
    }

    static let linkBelowPlatform = Phrase(
        """
        Hosts look for this below the platform's own address. A web address begins with https://, a page of a program \
        with foyer://app/APPID/.
        """)

    static let pictureOutside = Phrase(
        "Pages show only pictures of their own program. Put the picture beside the pages and name it by its path.")

    static func fileNotRead(_ name: String, meant: String) -> Phrase {
        Phrase("\(name) is not read; perhaps \(meant) was meant.")
    }

    static func sharesID(_ other: String, _ id: String) -> Phrase {
        Phrase("\(other) has the id \(id) as well; showings are counted by id, so one counts for both.")
    }

    static func expected(_ name: String, _ value: Phrase) -> Phrase {
        Phrase("\(name) counts only as \(value).")
    }

    static let isOver = Phrase("This time is over.")
    static let hidesCharacters = Phrase(
        "It has characters that control the terminal or cannot be seen; hosts leave them out.")
    static let pageNotListed = Phrase("The page is not in the manifest, so nothing opens it.")
    static let copyIsPacked = Phrase("This looks like an editor's copy, and goes into the package.")

    static let pageNotUTF8 = Phrase(
        "This line is not UTF-8, so some of its letters are not shown. Save the file as UTF-8.")
    static let pageIsEmpty = Phrase("The page is empty.")

    package static func moreNotes(_ count: Int) -> Phrase {
        Phrase("… and \(count) more notes.")
    }

    static func note(_ message: Phrase) -> Phrase {
        Phrase("Note: \(message)")
    }

    /// - Parameter limit: in bytes.
    static func isTooLarge(limit: Int) -> Phrase {
        let size = limit < 1 << 20 ? "\(limit >> 10) KiB" : "\(limit >> 20) MiB"
        return Phrase("The file is larger than \(size), which is all that is allowed here. Make it smaller.")
    }

    static func keyIsPublished(_ file: String) -> Phrase {
        Phrase("The key \(file) is inside the published folder; move it elsewhere.")
    }
}
