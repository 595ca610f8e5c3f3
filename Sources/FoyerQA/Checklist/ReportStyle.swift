/// The style of a report: the product's own colours, light by day and dark by night, and plain on paper.
enum ReportStyle {
    static let css = """
        :root { --ground:#faf6f1; --raised:#ffffff; --edge:#e6dcd0; --text:#2a2420; --quiet:#7a6d61; --accent:#b5532a;
          --passed:#3f7a3a; --failed:#c0392f; --blocked:#a86a10; --skipped:#7a6d61; --open:#b9ac9f; }
        @media (prefers-color-scheme: dark) { :root { --ground:#14110f; --raised:#1f1a17; --edge:#352d27; --text:#efe6dc;
          --quiet:#9b8f84; --accent:#e8a33d; --passed:#7fb069; --failed:#e05a4f; --blocked:#e8a33d; --skipped:#9b8f84;
          --open:#4a423b; } }
        * { box-sizing:border-box; }
        html { scroll-behavior:smooth; }
        body { margin:0; background:var(--ground); color:var(--text);
          font:16px/1.55 ui-sans-serif, system-ui, -apple-system, "Segoe UI", "Noto Sans", "Noto Sans CJK SC", sans-serif; }
        main { max-width:62rem; margin:0 auto; padding:3.5rem 1.5rem 4rem; }
        h1 { font-size:2.4rem; line-height:1.15; margin:.2rem 0 .4rem; letter-spacing:-.02em; }
        h2 { font-size:1.3rem; line-height:1.3; margin:.1rem 0 0; }
        h3 { font-size:.8rem; font-weight:600; color:var(--quiet); margin:0 0 .4rem; }
        .kicker, .when { color:var(--quiet); margin:0; font-size:.9rem; }
        header .kicker { color:var(--accent); font-weight:600; }
        .bar { display:flex; gap:3px; height:.6rem; margin:1.8rem 0 1.2rem; }
        .bar i { min-width:.4rem; border-radius:.3rem; background:var(--c); }
        .passed { --c:var(--passed); } .failed { --c:var(--failed); } .blocked { --c:var(--blocked); }
        .skipped { --c:var(--skipped); } .open { --c:var(--open); }
        .tallies { display:flex; flex-wrap:wrap; gap:.6rem 2.4rem; margin:0; }
        .tallies div { display:flex; flex-direction:column-reverse; }
        .tallies dt { color:var(--quiet); font-size:.85rem; }
        .tallies dd { margin:0; font-size:1.9rem; line-height:1.1; font-weight:650; color:var(--c);
          font-variant-numeric:tabular-nums; }
        .tallies .none dd { color:var(--quiet); opacity:.6; }
        .tallies .open dd { color:var(--quiet); }
        nav ol { list-style:none; margin:2.2rem 0 0; padding:0; border-top:1px solid var(--edge); }
        nav a { display:flex; justify-content:space-between; align-items:center; gap:1rem; padding:.5rem .2rem;
          border-bottom:1px solid var(--edge); color:inherit; text-decoration:none; }
        nav a:hover .title { color:var(--accent); }
        .pill { flex:none; font-size:.8rem; font-weight:600; white-space:nowrap; padding:.15rem .7rem; border-radius:1rem;
          color:var(--c); border:1px solid currentColor; }
        .pill.open { color:var(--quiet); }
        .item { background:var(--raised); border:1px solid var(--edge); border-radius:1rem; padding:1.6rem 1.8rem;
          margin-top:1.8rem; }
        .head { display:flex; justify-content:space-between; align-items:flex-start; gap:1rem; }
        blockquote { margin:1rem 0 0; padding:.7rem 1rem; border-left:3px solid var(--accent); background:var(--ground);
          border-radius:0 .5rem .5rem 0; white-space:pre-wrap; overflow-wrap:anywhere; }
        .mark { margin:1rem 0 0; color:var(--accent); }
        .plan { display:grid; grid-template-columns:repeat(auto-fit, minmax(17rem, 1fr)); gap:1.2rem 2.4rem;
          margin-top:1.2rem; }
        .plan ol, .plan ul { margin:0; padding-left:1.3rem; } .plan li { margin:.15rem 0; overflow-wrap:anywhere; }
        dl.facts { display:flex; flex-wrap:wrap; gap:.3rem 2rem; margin:1.2rem 0 0; font-size:.9rem; }
        dl.facts div { display:flex; gap:.5rem; } dl.facts dt { color:var(--quiet); } dl.facts dd { margin:0; }
        .screens { display:grid; grid-template-columns:repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap:1.2rem;
          margin-top:1.4rem; }
        figure { margin:0; max-width:46rem; } figure svg { display:block; width:100%; height:auto; }
        figcaption { color:var(--quiet); font-size:.85rem; margin-top:.4rem; }
        .waterfall { max-width:none; margin-top:1.4rem; }
        .waterfall ol { list-style:none; margin:0; padding:0; font-size:.9rem; }
        .waterfall li { display:grid; grid-template-columns:1rem minmax(6rem, 14rem) 1fr 5rem; gap:.7rem;
          align-items:center; padding:.12rem 0; }
        .waterfall li > i { position:relative; height:.7rem; border-radius:.35rem; background:var(--ground); }
        .waterfall i i { position:absolute; top:0; bottom:0; min-width:3px; border-radius:.35rem; background:var(--c);
          print-color-adjust:exact; -webkit-print-color-adjust:exact; }
        .waterfall b { color:var(--c); } .waterfall span { overflow-wrap:anywhere; }
        .waterfall data { color:var(--quiet); text-align:right; font-variant-numeric:tabular-nums; }
        .done { --c:var(--accent); } .running { --c:var(--blocked); } .cancelled { --c:var(--skipped); }
        details { margin-top:1rem; } summary { cursor:pointer; font-weight:600; font-size:.9rem; }
        code, .events { font-family:ui-monospace, "JetBrains Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace;
          font-size:.85rem; }
        .calls { line-height:2; margin:.5rem 0 0; overflow-wrap:anywhere; }
        .calls code { padding:.1rem .4rem; background:var(--ground); border-radius:.3rem; }
        table { border-collapse:collapse; margin-top:.5rem; }
        td, th { text-align:left; padding:.15rem 1.2rem .15rem 0; vertical-align:top; overflow-wrap:anywhere; }
        th { font-weight:400; color:var(--quiet); white-space:nowrap; }
        .events td:first-child { color:var(--quiet); text-align:right; font-variant-numeric:tabular-nums; }
        section h3 { margin-top:1rem; }
        footer { color:var(--quiet); font-size:.85rem; margin-top:2.5rem; text-align:center; }
        @media print { body { background:none; } .item { break-inside:avoid; } details { display:block; } }
        """
}
