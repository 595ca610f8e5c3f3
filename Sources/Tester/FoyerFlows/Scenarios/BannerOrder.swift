import Foyer
import FoyerDemo
import FoyerPlatform
import FoyerSystem

/// A banner in a scenario: the native template, or the views of a host that draws the items itself.
package struct BannerOrder: Sendable {
    /// `nil` if none is given, which is an error of its own.
    var key: String?
    var style = BannerStyle()
    var impressionPolicy = ImpressionPolicy.atRest
    var hasPlaceholder = false
    var hasErrorImage = false
    var timeout: Duration?
    /// The names of the views for items; `nil` for the native template.
    var views: [String]?
    /// The bindings to make once the data has arrived.
    var bindings: [ViewBinding] = []
}

/// A binding as written: a view by its name, an item by its index. Either may be missing or wrong.
struct ViewBinding: Equatable, Sendable {
    var view: String?
    var item: String?
}

extension BannerOrder {
    /// A picture of the host's own: hills at noon as the placeholder, at night as the error image.
    private static func picture(_ view: Int) -> Pixels? { Demo.view(view, width: 320, height: 120) }

    var look: CampaignShow.BannerLook {
        var look = CampaignShow.BannerLook()
        look.style = style
        look.impressionPolicy = impressionPolicy
        if hasPlaceholder { look.placeholder = Self.picture(1) }
        if hasErrorImage { look.errorImage = Self.picture(3) }
        return look
    }
}
