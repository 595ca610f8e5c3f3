/// The fixed parts of every document. Text from outside must never be written in here.
extension ShortcutPage {
    /// Standalone mode is read from the home screen's own flag first, since old ones have no media query. An icon that
    /// holds the whole page opens the link again when it is tapped again; a hosted page then shows the middle page.
    static let script = """

        (function () {
          "use strict";
          var standalone = window.navigator.standalone === true
            || window.matchMedia("(display-mode: standalone)").matches;
          if (!standalone) { return; }
          var link = document.getElementById("enter").getAttribute("href");
          document.getElementById("middle-icon").src = document.querySelector("#guide .icon").src;
          document.documentElement.classList.add("standalone");
          function go() { window.location.href = link; }
          window.setTimeout(go, \(jumpDelay));
          if (window.location.protocol !== "data:") { return; }
          document.addEventListener("visibilitychange", function () {
            if (document.visibilityState === "visible") { go(); }
          });
        })();

        """

    static let style = """

        :root { --ground: #14110f; --raised: #1f1a17; --text: #efe6dc; --quiet: #9b8f84; --line: #4a423b;
          --accent: #e8a33d; --on-accent: #14110f; }
        @media (prefers-color-scheme: light) {
          :root { --ground: #faf6f0; --raised: #ffffff; --text: #2a221c; --quiet: #75685c; --line: #e2d8cc;
            --accent: #b5532a; --on-accent: #ffffff; }
        }
        * { box-sizing: border-box; margin: 0; }
        html { height: 100%; background: var(--ground); color: var(--text);
          font: 17px/1.5 -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Noto Sans", "PingFang SC",
            "PingFang TC", "Noto Sans CJK SC", sans-serif; -webkit-text-size-adjust: 100%; }
        body { min-height: 100%; display: grid; place-items: center;
          padding: max(24px, env(safe-area-inset-top)) 24px max(24px, env(safe-area-inset-bottom)); }
        main { width: 100%; max-width: 22rem; text-align: center; }
        #middle, .standalone #guide { display: none; }
        .standalone #middle { display: block; }
        .icon { display: block; width: 96px; height: 96px; margin: 0 auto 20px; border-radius: 22px;
          object-fit: cover; background: var(--raised); box-shadow: 0 12px 32px rgba(0, 0, 0, .28); }
        h1 { font-size: 1.5rem; line-height: 1.25; font-weight: 650; overflow-wrap: anywhere; }
        .quiet { color: var(--quiet); margin-top: 6px; }
        #middle .quiet { margin: 0 0 20px; }
        ol { list-style: none; padding: 0; margin: 32px 0 0; text-align: start; background: var(--raised);
          border: 1px solid var(--line); border-radius: 18px; }
        li { display: flex; align-items: center; gap: 14px; padding: 15px 18px; }
        li + li { border-top: 1px solid var(--line); }
        svg { flex: none; width: 24px; height: 24px; fill: none; stroke: var(--accent); stroke-width: 1.8;
          stroke-linecap: round; stroke-linejoin: round; }
        .button { display: block; margin-top: 32px; padding: 14px 20px; border-radius: 14px; font-weight: 600;
          background: var(--accent); color: var(--on-accent); text-decoration: none; }
        .button:focus-visible { outline: 3px solid var(--text); outline-offset: 3px; }
        .button:active { opacity: .8; }

        """

    static let shareSign = sign("M8 9H6v11h12V9h-2M12 15V3M8.5 6.5 12 3l3.5 3.5")
    static let addSign = sign("M4 7a3 3 0 0 1 3-3h10a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3zM12 8.5v7M8.5 12h7")
    static let openSign = sign("M9 4v9.5l2.2-1.9 3 6.9 2.3-1-3-6.8 3.2-.2z")

    private static func sign(_ path: StaticString) -> String {
        "<svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"\(path)\"/></svg>"
    }
}
