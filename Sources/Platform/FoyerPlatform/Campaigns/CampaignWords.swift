import FoyerCore
import FoyerPlatformCore

/// The words around banners.
extension Phrase {
    static let bannerLoading = Phrase("Loading the banner.")
    package static let bannerGone = Phrase("There is no campaign here at the moment.")
    package static let bannerMissing = Phrase("The banner could not be loaded.")

    /// Why a link of a banner was not opened.
    package static func linkRefused(_ refusal: LinkRefusal) -> Phrase {
        switch refusal {
        case .scheme: linkScheme
        case .address: linkToNowhere
        }
    }

    /// How a banner's load ended, for lines.
    static func status(_ status: BannerLoad.Status) -> Phrase {
        switch status {
        case .ok: Phrase("loaded")
        case .cached: Phrase("from the cache")
        case .errorImage: Phrase("error image")
        case .blank: Phrase("blank")
        case .hidden: Phrase("hidden", context: "campaign")
        }
    }

    static func picture(_ picture: PagePicture) -> Phrase {
        switch picture {
        case .ready: Phrase("picture loaded")
        case .placeholder: Phrase("picture not loaded yet")
        case .failed: Phrase("picture failed")
        }
    }

    static func keyNotAskedFor(_ error: some Error) -> Phrase {
        Phrase("This key cannot be requested: \(String(describing: error)).")
    }
}

extension Language {
    /// An address was handed to the desktop; it is shown, in case no browser comes up.
    package func opened(_ address: SafeText) -> SafeText {
        self[Phrase("Opened \(address)")]
    }

    /// A link of the host's own that leads to nothing it has.
    package func noRoute(_ link: SafeText) -> SafeText {
        self[Phrase("Nothing here opens \(link)")]
    }

    /// One line of a banner in lines: its place from 1, its title, its picture.
    package func plainBannerItem(_ item: BannerItem, picture: PagePicture) -> SafeText {
        "\(item.index + 1). \(SafeText(item.title))  \(self[.picture(picture)])"
    }

    /// The last line of a banner in lines: "home: loaded".
    ///
    /// - Parameter fallback: why what is shown does not come from the newest answer.
    package func plainBanner(
        _ key: SafeText, status: BannerLoad.Status, failure: BannerFailure?, fallback: Phrase?
    ) -> SafeText {
        let word = self[.status(status)]
        let line = self[Phrase("\(key): \(word)")]
        guard let failure else {
            guard let cause = fallback.map({ self[$0] }) else { return line }
            return line + self[Phrase(" (\(cause))")]
        }
        return line + self[Phrase(", ")] + plainFailed(failure)
    }

    /// Why a banner failed, with its code: "error -994: Can not get banner data for key! (cause)".
    package func plainFailed(_ failure: BannerFailure) -> SafeText {
        let (number, message) = ("\(failure.code.rawValue)", message(failure.code))
        let cause = self[failure.reason]
        return self[Phrase("error \(number): \(message)")]
            + (cause.isEmpty ? "" : self[Phrase(" (\(cause))")])
    }

    /// The catalogue's message; in English as the catalogue fixes it.
    func message(_ code: BannerError) -> SafeText {
        self[code.phrase]
    }
}

/// The words around pop-ups.
extension Phrase {
    package static let popupWaits = Phrase("Asking for the pop-up")
    static let popupPictureLate = Phrase("The pop-up's picture is late; it is being fetched for next time.")
}

extension PopupAbsence {
    /// The reason in every language, in a few words without a stop: "it came too late".
    public var cause: Phrase {
        switch self {
        case .none: Phrase("there is none")
        case .failed(let why):
            Phrase("it could not be loaded (\(why))")
        case .notYet: Phrase("its time has not come")
        case .over: Phrase("its time is over")
        case .seen: Phrase("it has been shown")
        case .late: Phrase("it came too late")
        case .noRoom: Phrase("the screen is too small")
        }
    }
}

extension Language {
    /// The first sentence of a card in lines.
    func popup(_ title: SafeText) -> SafeText {
        let title = SpokenLine.words(title)
        return self[Phrase("Pop-up: \(title)")]
    }

    /// A pop-up in lines: its title, its text, its buttons and where they lead.
    package func plainPopup(_ data: PopupData) -> [SafeText] {
        let texts = [data.title, data.text].map { SafeText($0) }.filter { !$0.isEmpty }
        return texts + data.buttons.map { "[\(SafeText($0.label))] \(SafeText($0.openURL))" }
    }

    /// The last line of a pop-up that was not shown: "evening: it has been shown".
    package func plainPopup(_ key: SafeText, absence: PopupAbsence) -> SafeText {
        let word = self[absence.cause]
        return self[Phrase("\(key): \(word)")]
    }
}
