"""The style of the HTML page: one column, light or dark, cards on a narrow screen, A4 on paper."""

from __future__ import annotations

STYLE = """\
:root { --paper: #fff; --ink: #1c1e21; --soft: #5b6068; --line: #d5d8dd; --box: #f5f6f8;
  --mark: #0b5fae; }
@media screen and (prefers-color-scheme: dark) {
  :root { --paper: #16181b; --ink: #e4e6ea; --soft: #a2a8b1; --line: #3a3f46; --box: #1f2226;
    --mark: #74b4f5; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.6rem; line-height: 1.25; }
h2 { font-size: 1.25rem; margin: 2rem 0 .75rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .5rem; }
p, ul { margin: .5rem 0; }
ul { padding-left: 1.25rem; }
code, pre, svg text { font-family: ui-monospace, "DejaVu Sans Mono", monospace; }
code { font-size: .875em; }
pre { margin: .5rem 0 1rem; padding: .6rem .75rem; background: var(--box); unicode-bidi: isolate;
  border: 1px solid var(--line); border-radius: 4px; white-space: break-spaces; tab-size: 4;
  overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; font-size: .9rem; }
th, td { padding: .3rem .5rem; border: 1px solid var(--line); text-align: left;
  vertical-align: top; }
th { background: var(--box); overflow-wrap: normal; }
td { min-width: 7.5em; }
td[data-label="since"] { overflow-wrap: normal; }
td:first-child { white-space: nowrap; min-width: 0; }
td:nth-child(2) { width: 36%; }
.lineage svg { display: block; max-width: 100%; fill: var(--ink); }
svg text { font-size: 12.5px; white-space: pre; }
svg .verb { fill: var(--soft); }
svg path { fill: none; stroke: var(--mark); stroke-width: 1.4; }
svg .waits { stroke-dasharray: 3 3; }
svg circle { fill: var(--mark); }
@media screen and (max-width: 45rem) {
  table, tbody, tr, td { display: block; width: 100%; }
  thead { display: none; }
  tr { margin: .75rem 0; border: 1px solid var(--line); border-radius: 4px; }
  td, td:nth-child(2) { width: 100%; min-width: 0; border: 0; padding: .25rem .6rem; }
  td:first-child { white-space: normal; font-weight: 600; }
  td::before { content: attr(data-label) ": "; color: var(--soft); font-weight: 400; }
}
@media print {
  @page { size: A4; margin: 16mm; }
  body { font-size: 10pt; }
  main { max-width: none; padding: 0; }
  pre { border-radius: 0; }
  h2, h3, thead { break-after: avoid; }
  thead { display: table-header-group; }
  tr, svg { break-inside: avoid; }
}
"""
