/// The style of a page of traces: the product's own colours, light by day and dark by night, and plain on paper.
enum TraceStyle {
    static let css = #"""
        :root { color-scheme:light dark; --ground:#faf6f1; --raised:#fffdfb; --sunken:#f2ebe2; --edge:#e2d7ca; --text:#2a2420;
          --quiet:#6f6257; --accent:#a84a22; --passed:#3a7335; --failed:#b8352b; --blocked:#8a5a0c; --skipped:#6f6257;
          --open:#6f6257; --wash:#fbeae6; --shade:0 1px 2px #2a242014, 0 8px 24px #2a24200f;
          --mono:ui-monospace, "JetBrains Mono", "DejaVu Sans Mono", Menlo, Consolas, "Noto Sans Mono CJK SC", monospace; }
        @media (prefers-color-scheme:dark) { :root { --ground:#14110f; --raised:#1d1916; --sunken:#100e0c; --edge:#3a322b;
          --text:#efe6dc; --quiet:#a99c90; --accent:#eba94b; --passed:#86b870; --failed:#f0746a; --blocked:#eba94b;
          --skipped:#a99c90; --open:#a99c90; --wash:#2c1b18; --shade:0 1px 2px #0006, 0 8px 24px #0004; } }
        * { box-sizing:border-box; }
        [hidden] { display:none !important; }
        html { scroll-behavior:smooth; scroll-padding-top:1rem; }
        @media (prefers-reduced-motion:reduce) { html { scroll-behavior:auto; } }
        body { margin:0; background:var(--ground); color:var(--text); font:15px/1.5 ui-sans-serif, system-ui, -apple-system,
          "Segoe UI", "Noto Sans", "Noto Sans CJK SC", sans-serif; overflow-wrap:anywhere; }
        main { padding:1.4rem clamp(1rem, 3vw, 3rem) 3rem; max-width:120rem; margin:0 auto; }
        h1 { font-size:clamp(1.5rem, 1.1rem + 1.5vw, 2.1rem); line-height:1.2; margin:.15rem 0 0; letter-spacing:-.015em;
          text-wrap:balance; }
        h2 { font-size:1.15rem; line-height:1.3; margin:0; }
        h3, .trace h2 { font-size:.78rem; font-weight:650; letter-spacing:.02em; color:var(--quiet); margin:0 0 .45rem; }
        p { margin:0; }
        a { color:var(--accent); }
        time { white-space:nowrap; }
        code, .at, .clock, .cells, .marks, .steps, dd, .took { font-variant-numeric:tabular-nums; }
        code, .marks .what, .steps .what { font-family:var(--mono); font-size:.86em; }
        button, input, summary { font:inherit; color:inherit; }
        button { cursor:pointer; }
        :focus-visible { outline:2px solid var(--accent); outline-offset:2px; border-radius:.35rem; }
        .kicker { color:var(--accent); font-weight:650; font-size:.86rem; }
        .heading { display:flex; gap:1rem; justify-content:space-between; align-items:flex-start; flex-wrap:wrap; }
        .passed { --c:var(--passed); } .failed { --c:var(--failed); } .blocked { --c:var(--blocked); }
        .done, .skipped, .unplayed { --c:var(--skipped); } .open { --c:var(--open); }
        .pill { flex:none; font-size:.8rem; font-weight:650; white-space:nowrap; padding:.12rem .7rem; border-radius:1rem;
          color:var(--c); border:1.5px solid currentColor; }
        dl.facts { display:flex; flex-wrap:wrap; gap:.2rem 1.6rem; margin:.5rem 0 0; font-size:.87rem; }
        dl.facts div { display:flex; gap:.5rem; } dt { color:var(--quiet); white-space:nowrap; } dd { margin:0; }
        .why { margin:.9rem 0 0; padding:.65rem 1.1rem .75rem; background:var(--wash); border-left:4px solid var(--failed);
          border-radius:.3rem .7rem .7rem .3rem; display:grid; gap:.2rem; }
        .why .where { font-size:.87rem; color:var(--quiet); } .why code { color:var(--text); }
        .why .reason { font-size:1.08rem; line-height:1.45; font-weight:600; }
        .why .reason ~ .reason { font-size:1rem; font-weight:400; }
        .trace { margin-top:1rem; display:grid; grid-template-columns:minmax(13rem, 17.5rem) minmax(0, 1fr); gap:1rem 1.4rem;
          align-items:start; }
        .tries { grid-column:1 / -1; justify-self:start; }
        .group-of-buttons { display:inline-flex; border:1px solid var(--edge); border-radius:.55rem; overflow:clip;
          background:var(--raised); }
        .group-of-buttons button { border:0; background:none; padding:.28rem .8rem; font-size:.87rem;
          border-right:1px solid var(--edge); }
        .group-of-buttons button:last-child { border-right:0; }
        .group-of-buttons button[aria-pressed=true] { background:var(--accent); color:var(--ground); font-weight:600; }
        .group-of-buttons button:focus-visible { outline-offset:-3px; }
        .try { display:grid; gap:1.2rem; }
        .steps, .marks { list-style:none; margin:0; padding:0; font-size:.92rem; overflow:auto; scrollbar-width:thin; }
        .steps { max-height:min(34rem, 60vh); border:1px solid var(--edge); border-radius:.7rem; background:var(--raised); }
        .steps li + li { border-top:1px solid var(--edge); }
        .step { display:grid; grid-template-columns:1.1rem minmax(0, 1fr) auto; gap:.15rem .55rem; width:100%; text-align:left;
          border:0; background:none; padding:.5rem .8rem .5rem .7rem; align-items:baseline; }
        .step:hover { background:var(--sunken); }
        .step .sign { color:var(--c); font-weight:700; }
        .step .at, .marks .at { color:var(--quiet); font-size:.83rem; white-space:nowrap; }
        .step[aria-current] { background:var(--sunken); box-shadow:inset 3px 0 var(--accent); }
        .step.failed { background:var(--wash); } .step.failed[aria-current] { box-shadow:inset 3px 0 var(--failed); }
        .step.unplayed { color:var(--quiet); cursor:default; }
        .step:focus-visible { outline-offset:-2px; }
        .marks { max-height:24rem; }
        .marks button, .marks .row-of { display:grid; grid-template-columns:4.2rem minmax(0, 1fr); gap:.6rem; width:100%;
          text-align:left; border:0; background:none; padding:.14rem .3rem; border-radius:.3rem; }
        .marks button:hover { background:var(--sunken); }
        .marks .at { text-align:right; }
        .marks .bad .what { color:var(--failed); } .marks .past:not(.bad) .what { color:var(--quiet); }
        .marks [data-kind=input] .what { justify-self:start; padding:0 .4em; border:1px solid var(--edge); border-radius:.3rem;
          background:var(--raised); }
        .player { min-width:0; } .stage { display:grid; grid-template-columns:minmax(0, 1fr); gap:.7rem; }
        .still { grid-template-columns:minmax(0, 1fr); } .still .told, .still .axis, .still .beside, .still .keys,
        .still .hands > :not(.changes-of), .still:not(:has(.expected)) .hands > :not(.own) { display:none; }
        header + .tallies { margin-top:1rem; } .golden { margin-top:2.2rem; } .golden > h2 { font-family:var(--mono); font-size:1rem; }
        .golden > ul { margin:.4rem 0 0; padding-left:1.2rem; font-size:.92rem; } .golden .trace { margin-top:.7rem; }
        .trace:not(.alive) .player { visibility:hidden; }
        html:not(.scripted) .player, .bare .player { display:none; }
        html:not(.scripted) .trace, .trace.bare { grid-template-columns:minmax(0, 1fr); }
        .axis { position:relative; background:var(--raised); border:1px solid var(--edge); border-radius:.7rem;
          padding:.5rem 1rem .1rem; }
        .lane { display:grid; grid-template-columns:5.2rem minmax(0, 1fr); gap:.7rem; align-items:center; min-height:1.15rem; }
        .lane .name { color:var(--quiet); font-size:.78rem; white-space:nowrap; overflow:hidden; text-overflow:ellipsis; }
        .track { position:relative; height:.8rem; }
        .ofLaunch .track { height:1.45rem; } .ofFound, .ofFound .track { min-height:0; height:.3rem; }
        .track i { position:absolute; top:0; bottom:0; print-color-adjust:exact; -webkit-print-color-adjust:exact; }
        .bar { background:var(--c, var(--accent)); border-radius:.2rem; min-width:2px; opacity:.85; }
        .ofSteps .bar { border-right:1.5px solid var(--raised); opacity:1; }
        .ofSteps .bar.failed { min-width:4px; border-right:0; z-index:1; }
        .ofSteps .bar.passed { background:color-mix(in srgb, var(--passed) 55%, var(--raised)); }
        .ofLaunch .bar { bottom:auto !important; height:.28rem; } .ofFound .bar { background:var(--blocked); }
        .tick { width:2px; margin-left:-1px; background:var(--accent); border-radius:1px; }
        .ofFrames .tick { width:1px; background:var(--quiet); opacity:.45; }
        .ofRequests .tick { width:5px; height:5px; margin:.25rem 0 0 -2px; bottom:auto !important; border-radius:50%;
          background:var(--text); }
        .bad { background:var(--failed) !important; } .marks .bad { background:none !important; }
        .rule { position:relative; height:1.3rem; margin-left:5.9rem; margin-top:.15rem; font-size:.72rem; color:var(--quiet); }
        .rule span { position:absolute; white-space:nowrap; padding-left:.25rem; border-left:1px solid var(--edge); }
        .rule .fold { border:0; padding:0; transform:translateX(-50%); }
        .slider { position:absolute; inset:0 1rem 0 6.9rem; width:calc(100% - 7.9rem); height:100%; margin:0; cursor:ew-resize;
          appearance:none; -webkit-appearance:none; background:none; }
        .slider::-webkit-slider-runnable-track { height:100%; background:none; }
        .slider::-moz-range-track { height:100%; background:none; }
        .slider::-webkit-slider-thumb { appearance:none; -webkit-appearance:none; width:2px; height:100%; border:0;
          background:var(--text); box-shadow:0 0 0 1.5px var(--raised); border-radius:0; }
        .slider::-moz-range-thumb { width:2px; height:100%; border:0; background:var(--text);
          box-shadow:0 0 0 1.5px var(--raised); border-radius:0; }
        .slider:focus-visible { outline-offset:0; }
        .hands { display:flex; flex-wrap:wrap; gap:.4rem .7rem; align-items:center; font-size:.92rem; }
        .hands .clock { min-width:10.6rem; } .hands button { padding-inline:.65rem; }
        .search { display:inline-flex; gap:.5rem; align-items:center; margin-left:auto; }
        input[type=search] { border:1px solid var(--edge); border-radius:.55rem; background:var(--raised); padding:.28rem .7rem;
          width:10.6rem; max-width:100%; }
        input[type=checkbox] { accent-color:var(--accent); }
        ::placeholder { color:var(--quiet); opacity:1; }
        .found { font-size:.83rem; color:var(--quiet); }
        .screens { display:flex; flex-wrap:wrap; gap:1.2rem; align-items:flex-start; }
        .screen { margin:0; flex:1 1 27rem; min-width:0; max-width:100%; }
        figcaption { color:var(--quiet); font-size:.83rem; margin:0 0 .35rem .1rem; min-height:1.25rem; }
        .cells { margin:0; padding:11px 12px; border-radius:.6rem; border:1px solid var(--edge); width:max-content; max-width:100%;
          overflow:auto; font-family:var(--mono); font-size:15px; line-height:var(--row, 18px); font-variant-ligatures:none;
          box-shadow:var(--shade); forced-color-adjust:none; print-color-adjust:exact; -webkit-print-color-adjust:exact;
          scrollbar-width:thin; overflow-wrap:normal; }
        .cells { position:relative; white-space:pre; }
        .row { display:block; height:var(--row, 18px); width:calc(var(--columns, 80) * 1ch); }
        .row span { display:inline-block; height:var(--row, 18px); vertical-align:top; overflow:visible; }
        .row .bold { font-weight:700; } .row .italic { font-style:italic; } .row .faint { opacity:.6; }
        .row .hidden { color:transparent !important; }
        .row .changed { box-shadow:inset 0 0 0 99px #ffb02040; }
        .cursor { position:absolute; margin:11px 12px; width:1ch; height:var(--row, 18px); border:1.5px solid; opacity:.8;
          pointer-events:none; border-radius:1px; }
        .probe { position:absolute; visibility:hidden; padding:0; border:0; max-width:none; }
        ::highlight(found) { background:#ffcf33; color:#1c1400; }
        .beside { display:flex; flex-wrap:wrap; gap:.3rem 2rem; margin:0; font-size:.87rem; }
        .beside div { display:flex; gap:.5rem; align-items:baseline; }
        .chip { display:inline-block; padding:0 .5rem; margin-right:.3rem; border-radius:.4rem; background:var(--sunken);
          border:1px solid var(--edge); font-size:.92em; }
        .keys { color:var(--quiet); font-size:.8rem; } .keys kbd { font-family:var(--mono); font-size:.95em; padding:0 .35em;
          border:1px solid var(--edge); border-radius:.3rem; background:var(--raised); color:var(--text); }
        .news { position:absolute; width:1px; height:1px; overflow:hidden; clip-path:inset(50%); }
        footer { color:var(--quiet); font-size:.82rem; margin-top:2.5rem; }
        @media (max-width:62rem) {
          .trace { grid-template-columns:minmax(0, 1fr); } .player { order:-1; } .tries { order:-2; }
          .steps { max-height:15rem; } .marks { max-height:9rem; } .lane { grid-template-columns:3.6rem minmax(0, 1fr); }
          .rule { margin-left:4.3rem; } .slider { inset:0 1rem 0 5.3rem; width:calc(100% - 6.3rem); }
          .search { margin-left:0; } .screen { flex-basis:100%; }
        }
        """# + report + paper

    /// A report's index and cards.
    private static let report = #"""

        .bars { display:block; width:100%; height:.55rem; margin:1.5rem 0 1rem; border-radius:.3rem; }
        .bars rect { fill:var(--c); }
        .tallies { display:flex; flex-wrap:wrap; gap:.4rem 2.2rem; margin:0; }
        .tallies div { display:flex; flex-direction:column-reverse; } .tallies dt { font-size:.85rem; }
        .tallies dd { font-size:1.8rem; line-height:1.15; font-weight:650; color:var(--c); }
        .tallies .none dd { color:var(--quiet); font-weight:400; }
        .index { display:flex; flex-wrap:wrap; gap:.6rem 1.2rem; align-items:center; margin:1.8rem 0 .4rem; border:0; padding:0; }
        .index label, .changes-of { display:inline-flex; gap:.4rem; align-items:center; font-size:.9rem; }
        .index output { color:var(--quiet); font-size:.87rem; }
        html:not(.scripted) .index { display:none; }
        .group, .gone { margin-top:1.8rem; } .group > h2, .gone > h2 { font-size:1.08rem; margin-bottom:.5rem; }
        .item { border:1px solid var(--edge); background:var(--raised); border-bottom-width:0; }
        .item:first-of-type { border-radius:.7rem .7rem 0 0; }
        .item:last-of-type { border-radius:0 0 .7rem .7rem; border-bottom-width:1px; }
        .item:first-of-type:last-of-type { border-radius:.7rem; }
        .item > summary { display:flex; gap:.9rem; align-items:baseline; padding:.6rem 1.1rem; cursor:pointer; list-style:none; }
        .item > summary::-webkit-details-marker { display:none; }
        .item > summary:hover { background:var(--sunken); }
        .item[open] > summary { border-bottom:1px solid var(--edge); }
        .item > summary .title { flex:1; font-weight:600; } .item > summary .number { color:var(--quiet); min-width:1.6rem; }
        .item > summary .took, .item > summary .said { color:var(--quiet); font-size:.87rem; white-space:nowrap; }
        .card { padding:1.1rem 1.3rem 1.5rem; display:grid; gap:1rem; } .card > * { min-width:0; }
        .plan { display:grid; grid-template-columns:repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap:1.2rem 2.4rem; }
        .plan ol, .plan ul:not(.judged) { margin:0; padding-left:1.3rem; } .plan li { margin:.2rem 0; }
        ul.judged { list-style:none; padding:0; margin:0; } .judged li { display:grid; grid-template-columns:1.3rem 1fr; }
        .judged .sign { color:var(--c); font-weight:700; } .judged .note { grid-column:2; color:var(--quiet); font-size:.92em; }
        blockquote { margin:0; padding:.6rem 1rem; border-left:3px solid var(--accent); background:var(--sunken);
          border-radius:.2rem .5rem .5rem .2rem; white-space:pre-wrap; }
        .mark { color:var(--accent); } .defect { font-weight:600; }
        .card .trace { margin-top:.2rem; } .card dl.facts { margin:0; } .when { color:var(--quiet); margin-top:.3rem; }
        .matrix { overflow:auto; margin:1.6rem 0 0; border:1px solid var(--edge); border-radius:.7rem; background:var(--raised); }
        .matrix table { margin:0; width:100%; } .matrix th, .matrix td { padding:.3rem 1.1rem; border-top:1px solid var(--edge); }
        .matrix tr:first-child > * { border-top:0; } .matrix tbody tr:first-child > * { border-top:1px solid var(--edge); }
        .matrix thead th { font-weight:650; color:var(--text); } .matrix td, .matrix thead th { text-align:center; }
        .matrix .sign, .item > summary .sign { color:var(--c); font-weight:700; }
        .of-tester { display:grid; gap:.8rem; border-top:1px solid var(--edge); padding-top:1rem; }
        .of-tester > * { min-width:0; } .of-tester > h3 { font-size:.95rem; color:var(--text); margin:0; }
        .former[open] > * + * { margin-top:.8rem; }
        .former > summary, .sittings > summary { cursor:pointer; font-size:.9rem; font-weight:600; }
        .sittings { margin-top:2rem; } table { border-collapse:collapse; margin:.5rem 0 1rem; font-size:.87rem; }
        td, th { text-align:left; padding:.12rem 1.2rem .12rem 0; vertical-align:top; } th { font-weight:400; color:var(--quiet); }
        @media (max-width:36rem) {
          .item > summary { flex-wrap:wrap; gap:.2rem .7rem; } .item > summary .title { flex-basis:calc(100% - 3rem); }
          .item > summary .took { margin-left:2.3rem; } .card { padding:.8rem .8rem 1.2rem; }
        }
        """#

    private static let paper = #"""

        @media print {
          :root { --ground:#fff; --raised:#fff; --sunken:#f4f0ea; --edge:#cfc6bb; --text:#1a1512; --quiet:#5d5248;
            --accent:#8f3d1a; --passed:#2f6a2b; --failed:#a82a21; --blocked:#7a4f08; --wash:#fbeeeb; --shade:none; }
          body { font-size:10.5pt; } main { padding:0; } .hands, .keys, .index, .tofailure { display:none !important; }
          .trace { display:block; } .try { margin-bottom:1rem; } .steps, .marks { max-height:none; overflow:visible; }
          .slider { opacity:0; } .screen { break-inside:avoid; flex-basis:100%; } .screen[hidden]:not(.twin) { display:block !important; }
          .cells.dark { filter:invert(1) hue-rotate(180deg); }
          .cells { font-size:min(8pt, calc(165mm / (var(--columns, 80) * .61))) !important; --row:1.2em !important; } .why, .axis, .plan, .item > summary { break-inside:avoid-page; }
          .item:not([open]) { break-inside:avoid-page; } h2, h3, .item > summary { break-after:avoid-page; }
          .item:not([open]) > summary .took { display:inline; }
        }
        """#
}
