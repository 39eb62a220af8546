/// The style sheet of the report: light or dark as the reader's system.
enum ReportStyle {
  static let text = """
    :root { color-scheme: light dark; --paper: #fbfbfa; --ink: #1c1e22; --quiet: #666b75; --line: #d9dbe0; --card: #fff;
      --good: #1a7f47; --bad: #c0262d; --warn: #96690a; --before: #2f6fd0; --after: #d0602f; }
    @media (prefers-color-scheme: dark) { :root { --paper: #15171b; --ink: #e6e8ec; --quiet: #9aa0ab; --line: #343840;
      --card: #1c1f25; --good: #5fd08f; --bad: #ff7b7b; --warn: #e5b454; --before: #7fb0ff; --after: #ff9d6b; } }
    * { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 1200px; padding: 24px 20px 80px; background: var(--paper); color: var(--ink);
      font: 15px/1.5 system-ui, "DejaVu Sans", sans-serif; }
    h1 { font-size: 24px; margin: 0 0 4px; } h2 { font-size: 17px; margin: 0; display: inline; }
    h3 { font-size: 14px; margin: 20px 0 6px; color: var(--quiet); font-weight: 600; }
    a { color: inherit; } .quiet { color: var(--quiet); } code, .cause { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: 13px; }
    table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: 6px 10px 6px 0;
      border-bottom: 1px solid var(--line); vertical-align: top; } th { color: var(--quiet); font-weight: 500; font-size: 13px; }
    td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
    .index a { white-space: nowrap; } .scroll { max-height: 380px; overflow: auto; border: 1px solid var(--line); border-radius: 8px; padding: 0 10px; }
    .scroll thead th { position: sticky; top: 0; background: var(--paper); } .index .why { max-width: 420px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .groups p { margin: 0; font-size: 13px; } .nights { white-space: nowrap; } .nights i { display: inline-block; width: 5px; height: 14px; margin-right: 1px; background: var(--line); }
    .nights i.passed, .nights i.tolerated { background: var(--good); } .nights i.differs, .nights i.failed, .nights i.missing, .nights i.unfinished { background: var(--bad); } .nights i.new { background: var(--warn); }
    .job details { margin: 12px 0; } .job details > summary { cursor: pointer; color: var(--quiet); font-size: 14px; font-weight: 600; }
    .badge { display: inline-block; padding: 1px 9px; border-radius: 9px; font-size: 13px; border: 1px solid currentColor; white-space: nowrap; }
    .passed, .tolerated { color: var(--good); } .differs, .failed, .missing, .unfinished { color: var(--bad); } .new { color: var(--warn); }
    .job { background: var(--card); border: 1px solid var(--line); border-radius: 10px; margin: 14px 0; padding: 0 18px; }
    .job > summary { padding: 13px 0; cursor: pointer; } .job[open] { padding-bottom: 18px; }
    .causes { margin: 6px 0; padding: 0 0 0 18px; } .cause { overflow-wrap: anywhere; }
    .strip { display: flex; gap: 10px; overflow-x: auto; padding: 4px 0 10px; } .strip figure { margin: 0; flex: none; }
    .strip img { height: 120px; width: auto; border: 2px solid var(--line); border-radius: 4px; display: block; }
    .strip .changed img { border-color: var(--bad); } .strip button { all: unset; cursor: pointer; }
    .strip button:focus-visible img, .tools button:focus-visible, summary:focus-visible, a:focus-visible, input:focus-visible
      { outline: 3px solid var(--before); outline-offset: 2px; }
    .strip [aria-current=true] img { box-shadow: 0 0 0 3px var(--before); }
    figcaption { font-size: 13px; color: var(--quiet); } .view { margin: 10px 0; }
    .trio { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 12px; } .trio figure { margin: 0; }
    .trio img, .pair video { width: 100%; max-height: 70vh; object-fit: contain; object-position: left top; image-rendering: pixelated; background: #8884; border-radius: 4px; }
    .pair { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 12px; max-width: 800px; } .pair figure { margin: 0; }
    .tools { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin: 8px 0; }
    .tools button, .tools input[type=search] { font: inherit; padding: 3px 12px; border: 1px solid var(--line); border-radius: 7px; background: var(--card); color: inherit; }
    .tools button[aria-pressed=true] { background: var(--ink); color: var(--paper); }
    .swipe { position: relative; max-width: 400px; } .swipe img { width: 100%; display: block; image-rendering: pixelated; border-radius: 4px; }
    .swipe img + img { position: absolute; inset: 0; } .swipe input { width: 100%; }
    .chart { margin: 0 0 12px; max-width: 760px; } .chart svg { width: 100%; background: var(--paper); border: 1px solid var(--line); border-radius: 6px; }
    .chart path { fill: none; stroke-width: 2; vector-effect: non-scaling-stroke; } .chart path.before { stroke: var(--before); }
    .chart path.after { stroke: var(--after); stroke-dasharray: 6 3; } .chart path.mark { stroke: var(--quiet); stroke-width: 1; }
    .key.before { color: var(--before); } .key.after { color: var(--after); } .bar { background: var(--before); height: 9px; margin-top: 7px; border-radius: 2px; min-width: 1px; }
    .needs-script { display: none; } .scripted .needs-script { display: flex; } .scripted .view[hidden] { display: none; }
    .scripted [hidden], .scripted .job.aside { display: none; } .index [aria-current=true] { background: color-mix(in srgb, var(--before) 14%, transparent); } kbd { border: 1px solid var(--line); border-radius: 4px; padding: 0 5px; font-size: 12px; }
    @media (max-width: 700px) { .pair { grid-template-columns: 1fr; } .trio { gap: 6px; } .keys { display: none; } .index thead, .groups thead { display: none; }
      .groups td.number::after { content: " jobs"; } .groups td.one::after { content: " job"; } .groups tr, .groups td { display: block; border: 0; padding: 2px 0; text-align: left; } .groups tr { border-bottom: 1px solid var(--line); padding: 8px 0; }
      .index .why { max-width: none; white-space: normal; }
      .index tr { display: flex; flex-wrap: wrap; gap: 4px 12px; padding: 10px 0; border-bottom: 1px solid var(--line); }
      .index td { border: 0; padding: 0; } .index .cause { order: 1; flex-basis: 100%; } }
    @media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
    """
}
