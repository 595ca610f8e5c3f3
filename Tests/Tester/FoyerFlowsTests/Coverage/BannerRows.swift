extension CoverageRow {
    static let banner = [
        CoverageRow(
            "banner: starting", "collector, its version, server host",
            "FoyerPlatformTests/Campaigns/BannerServiceTests#starting"),
        CoverageRow("banner: ways in", "native template", "banner/native"),
        CoverageRow("banner: ways in", "self-rendering", "banner/self-rendered", "banner/self-rendered-again"),
        CoverageRow("banner: data", "index, title, imageUrl, openUrl", "banner/self-rendered", "banner/call-select"),

        CoverageRow(
            "banner: properties", "scroll time interval", "banner/interval", "banner/interval-own",
            "banner/interval-zero"),
        CoverageRow("banner: properties", "auto scroll", "banner/auto-scroll-off", "banner/interval"),
        CoverageRow(
            "banner: properties", "page control style", "banner/indicator-dots", "banner/indicator-bar",
            "banner/indicator-fraction", "banner/indicator-glyphs", "banner/indicator-none"),
        CoverageRow(
            "banner: properties", "page control alignment", "banner/alignment-left", "banner/alignment-centre",
            "banner/alignment-right", "banner/indicator-inside"),
        CoverageRow("banner: properties", "error image", "banner/wrong-error-image"),
        CoverageRow(
            "banner: properties", "image content mode", "banner/image-scale-to-fill", "banner/image-aspect-fit",
            "banner/image-aspect-fill", "banner/image-centre", "banner/image-top-left", "banner/image-background",
            "FoyerCoreTests/Drawing/Pictures/PicturesGeometryTests#placesByMode"),
        CoverageRow(
            "banner: properties", "indicator image", "banner/indicator-glyphs",
            "FoyerTUITests/Carousel/BannerViewTests#marks"),
        CoverageRow("banner: properties", "indicator tint", "banner/indicator-tint"),
        CoverageRow("banner: properties", "indicator size", "banner/indicator-size"),
        CoverageRow("banner: properties", "indicator spacing", "banner/indicator-spacing"),

        CoverageRow("banner: callbacks", "load succeeded", "banner/call-loaded", "banner/call-loaded-cache"),
        CoverageRow("banner: callbacks", "load failed", "banner/call-failed"),
        CoverageRow(
            "banner: callbacks", "did select", "banner/call-select", "banner/call-select-open",
            "banner/call-select-click"),
        CoverageRow("banner: callbacks", "did show", "banner/call-show", "banner/call-show-each"),
        CoverageRow("banner: callbacks", "error image clicked", "banner/call-error-image"),

        CoverageRow(
            "banner: errors", "-994", "banner/error-994", "banner/error-994-empty", "banner/error-994-server",
            "banner/error-994-binding"),
        CoverageRow("banner: errors", "-993", "banner/error-993"),
        CoverageRow("banner: errors", "-992", "banner/error-992", "banner/error-992-none"),
        CoverageRow("banner: errors", "-991", "banner/error-991"),
        CoverageRow("banner: errors", "-990", "banner/error-990", "banner/error-990-click"),
        CoverageRow("banner: errors", "-989", "banner/error-989", "banner/error-989-views"),

        CoverageRow("banner: when things go wrong", "1", "banner/wrong-cache"),
        CoverageRow("banner: when things go wrong", "2", "banner/wrong-error-image"),
        CoverageRow("banner: when things go wrong", "3", "banner/wrong-blank", "banner/wrong-timeout"),
        CoverageRow(
            "banner: when things go wrong", "4", "banner/wrong-slow", "banner/wrong-slow-plain", "banner/wrong-broken"),
        CoverageRow(
            "banner: when things go wrong", "5", "banner/wrong-hidden", "banner/wrong-hidden-404",
            "banner/wrong-cache-dropped", "banner/wrong-home"),
    ]

    static let bannerRules = [
        CoverageRow(
            "banner: scrolling", "always true", "banner/single",
            "FoyerCoreTests/Carousel/CarouselStormTests#invariants"),
        CoverageRow("banner: scrolling", "next and previous", "banner/loop", "banner/loop-off", "banner/arrows"),
        CoverageRow("banner: scrolling", "a jump", "banner/jump", "banner/jump-beyond"),
        CoverageRow("banner: scrolling", "a manual move starts a full interval", "banner/manual-move"),
        CoverageRow("banner: scrolling", "late ticks", "FoyerCoreTests/Carousel/CarouselTimerTests#late"),
        CoverageRow("banner: scrolling", "play clears the reasons", "banner/stop-key", "banner/reduced-motion"),
        CoverageRow("banner: scrolling", "navigation clears none", "banner/stopped-pages"),
        CoverageRow("banner: scrolling", "reload", "banner/reload-same", "banner/reload-other"),
        CoverageRow("banner: scrolling", "slide", "banner/slide", "banner/slide-resize"),
        CoverageRow(
            "banner: scrolling", "drag", "banner/drag-half", "banner/drag-flick", "banner/drag-back",
            "FoyerCoreTests/Carousel/CarouselSlideTests#grabbedSlide"),
        CoverageRow(
            "banner: scrolling", "clicks on and beside dots", "banner/click-dot",
            "FoyerTUITests/Carousel/BannerInputTests#clicks"),
        CoverageRow(
            "banner: scrolling", "shown", "banner/slide-over", "banner/shown-again", "banner/hidden-stands",
            "banner/keys-cover", "demo/keys-cover"),
        CoverageRow("banner: scrolling", "the stricter policy", "banner/viewable"),
        CoverageRow(
            "banner: scrolling", "dots", "banner/single", "banner/dots-thirty",
            "FoyerCoreTests/Carousel/PageIndicatorTests#storm"),
        CoverageRow(
            "banner: scrolling", "a failed refresh, a stale answer", "banner/refresh-failed", "banner/stale-answer"),
        CoverageRow("banner: scrolling", "key, focus, pointer", "banner/stop-key", "banner/focus", "banner/hover"),
        CoverageRow("banner: scrolling", "reduced motion", "banner/reduced-motion"),
        CoverageRow(
            "banner: events", "impressions, clicks, loads, errors", "banner/events",
            "EndToEndTests/BannerTests#impressionsArriveExactlyAsShown",
            "EndToEndTests/BannerTests#whatAKilledProgramHasShownIsDeliveredByTheNext"),
    ]
}
