import FoyerCore
import FoyerPlatformCore

/// Why nothing was published.
extension Phrase {
    package static func pageWithoutFile(_ page: PagePath) -> Phrase {
        Phrase("The page \(page.text) of manifest.json has no file \(page.file.text).")
    }

    package static func notASite(_ path: String) -> Phrase {
        Phrase("\(path) is not empty and is not a site that foyer published. Name an empty or new folder.")
    }

    static func sourcesNotEmpty(_ path: String) -> Phrase {
        Phrase("\(path) is not empty, and nothing in it is overwritten. Name an empty or new folder for the sources.")
    }

    package static func siteUnsafe(_ path: String) -> Phrase {
        Phrase("\(path) belongs to another user, or others may write to it.")
    }

    package static func siteServesSources(_ path: String) -> Phrase {
        Phrase("The sources are inside \(path), and would be served with it.")
    }

    static func serialsAhead(_ serial: WallTime, now: WallTime) -> Phrase {
        let (serial, time) = ("\(serial.seconds)", now.rfc3339)
        return Phrase(
            """
            The site has signed documents with the serial number \(serial), which is more than a day ahead of this \
            machine's clock (\(time), \(now.seconds)). Hosts would refuse a lower one. Set the clock right, or sign \
            with a new key.
            """)
    }

    static func siteOfOthers(_ path: String) -> Phrase {
        Phrase(
            """
            \(path) serves other programs and none of these, and these sources have never published there. Name \
            another folder, or replace that site on purpose with --replace.
            """)
    }

    static func siteWasSigned(_ path: String) -> Phrase {
        Phrase(
            """
            \(path) was signed the last time, but site.yaml names no key; hosts that pin the key would refuse \
            everything. Put the line `key:` back, or write `key: none` to publish without signatures on purpose.
            """)
    }

    /// Not a mistake: this is how a stolen key is replaced.
    static let signedByAnotherKey = Phrase(
        """
        The last time, another key signed this site; hosts that pin only that one refuse what this key signs. If you \
        did not mean that, put the former key back and publish again.
        """)

    static let removedUnsigned = Phrase(
        """
        A removed program leaves nothing that is signed, so a cache or an old copy of the site can bring it back. To \
        withdraw it for good, keep its folder and set status: removed.
        """)

    package static func siteBusy(_ path: String) -> Phrase {
        Phrase("Another publication is under way in \(path).")
    }
}
