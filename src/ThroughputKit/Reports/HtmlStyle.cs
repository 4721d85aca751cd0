namespace ThroughputKit.Reports;

/// <summary>The style sheet of reports.</summary>
internal static class HtmlStyle
{
    public const string Text =
        """
        :root{color-scheme:light dark;--bg:#fff;--fg:#1b1f23;--dim:#555c63;--line:#d5d9dd;--soft:#f4f6f8;--pass:#146c2e;--fail:#b3261e;--unsure:#7a4d00;
        --a:#0b5cad;--b:#a8480a}
        @media(prefers-color-scheme:dark){:root{--bg:#14171a;--fg:#e6e9ec;--dim:#a9b1b9;--line:#3a4148;--soft:#1d2125;--pass:#6fd08c;--fail:#ff9d94;
        --unsure:#f0c060;--a:#7db8ff;--b:#ffb07a}}
        *{box-sizing:border-box}
        body{margin:0;background:var(--bg);color:var(--fg);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
        main{max-width:72rem;margin:0 auto;padding:1rem}
        h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem}
        h2{font-size:1.15rem;margin:2rem 0 .5rem}
        p{margin:.5rem 0}
        .dim{color:var(--dim);margin:0}
        .verdict{font-size:1.1rem;font-weight:600;border-left:.4rem solid var(--line);background:var(--soft);padding:.6rem .8rem;white-space:pre-line}
        .passed{color:var(--pass);border-color:var(--pass)}
        .failed,.error{color:var(--fail);border-color:var(--fail)}
        .inconclusive,.warning{color:var(--unsure);border-color:var(--unsure)}
        ul{padding-left:1.2rem;margin:.5rem 0}
        li{margin:.4rem 0;white-space:pre-line}
        .scroll{overflow-x:auto;max-width:100%}
        :focus-visible{outline:3px solid var(--a);outline-offset:2px}
        table{border-collapse:collapse;font-variant-numeric:tabular-nums;overflow-wrap:normal}
        th,td{padding:.3rem .7rem .3rem 0;border-bottom:1px solid var(--line);text-align:right;vertical-align:top}
        thead th{color:var(--dim);font-weight:600;white-space:nowrap}
        tbody th{font-weight:400}
        .t{text-align:left;overflow-wrap:anywhere;min-width:9rem}
        th.t{min-width:8.5rem}
        .charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,27rem),1fr));gap:1rem 2rem}
        figure{margin:0;min-width:0}
        figcaption{font-weight:600}
        svg{display:block;width:100%;height:auto;max-width:40rem;font-family:system-ui,sans-serif}
        .words{fill:var(--dim)}.grid{stroke:var(--line)}.one{stroke:var(--dim)}.first,.band{stroke:var(--a)}.dot{fill:var(--a)}.second{stroke:var(--b)}
        .limit{stroke:var(--fail)}.area{fill:var(--a);stroke:var(--a)}.collected{fill:var(--b)}
        summary{cursor:pointer;padding:.3rem 0;font-weight:600}
        pre{white-space:pre-wrap;background:var(--soft);padding:.5rem;margin:.3rem 0;font-size:.85rem;overflow-wrap:anywhere}
        @media(max-width:40rem){.stacked thead{display:none}.stacked,.stacked tbody,.stacked tr{display:block}
        .stacked tr{padding:.4rem 0;border-bottom:1px solid var(--line)}
        .stacked th,.stacked td{display:flex;justify-content:space-between;gap:1rem;min-width:0;padding:.1rem 0;border:0;text-align:right;
        overflow-wrap:anywhere}
        .stacked tbody th{font-weight:600;text-align:left}
        .stacked [data-name]::before{content:attr(data-name);flex:none;max-width:45%;color:var(--dim);font-weight:400;text-align:left}}
        @media print{body{font-size:11px}details::details-content{content-visibility:visible;block-size:auto}.scroll{overflow:visible}
        figure{break-inside:avoid}}
        """;
}
