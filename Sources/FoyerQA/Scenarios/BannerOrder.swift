import Foyer
import FoyerPlatform
import FoyerSystem

/// A banner that a scenario shows: the native template, or the views of a host that draws the items itself.
struct BannerOrder: Sendable {
    /// `nil` where none is given, which is an error of its own.
    var key: String?
    var style = BannerStyle()
    var impressionPolicy = ImpressionPolicy.atRest
    var hasPlaceholder = false
    var hasErrorImage = false
    var timeout: Duration?
    /// The names of the views that items can be bound to; `nil` for the native template.
    var views: [String]?
    /// What is bound once the data has come.
    var bindings: [ViewBinding] = []
}

/// A binding as it is written: a view by its name, an item by its place. Either may be missing, or be nonsense.
struct ViewBinding: Equatable, Sendable {
    var view: String?
    var item: String?
}

extension BannerOrder {
    /// A picture of the host's own: hills at noon for what is to come, at night for what cannot be had.
    private static func picture(_ view: Int) -> Pixels? { DemoView.all[view].picture(width: 320, height: 120) }

    func show(server: WebAddress, places: Places, configuration: TouchConfiguration, list: CallList) -> BannerShow {
        var show = BannerShow(bannerKey: key ?? "", server: server, places: places)
        show.configuration = configuration
        show.style = style
        show.impressionPolicy = impressionPolicy
        if hasPlaceholder { show.placeholder = Self.picture(1) }
        if hasErrorImage { show.errorImage = Self.picture(3) }
        show.note = { moment in
            if let text = BannerCall.text(moment.kind) { list.record(text) }
        }
        return show
    }
}
