#include "html/style.hpp"

#include "plot/theme.hpp"

namespace mirador::page {

std::string_view style() {
  return R"css(
:root { color-scheme: light dark; --ink: #1b1f24; --quiet: #57606a; --paper: #ffffff;
  --rule: #d5dae0; --tint: #f4f6f8; --accent: #0b5cad; --shade: #00000059; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ed; --quiet: #a3adb8; --paper: #14181d; --rule: #39424c; --tint: #1d232a;
    --accent: #7ab8ff; --shade: #ffffff59; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 17px/1.6 Georgia, "Times New Roman", serif; }
main { max-width: 1040px; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1, h2, h3, table, figcaption, nav, .meta { font-family: system-ui, "Segoe UI", sans-serif; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .4rem; }
h2 { font-size: 1.35rem; margin: 3rem 0 .6rem; padding-top: .6rem; border-top: 1px solid var(--rule); }
h3 { font-size: 1.05rem; margin: 2rem 0 .3rem; }
p, ul, ol { margin: .7rem 0; max-width: 46rem; }
nav ol { max-width: none; }
.meta { color: var(--quiet); font-size: .9rem; }
a { color: var(--accent); }
nav ol { columns: 2; font-size: .95rem; padding-left: 1.4rem; }
.summary { background: var(--tint); border-left: 4px solid var(--accent); padding: .4rem 1.2rem;
  overflow-wrap: anywhere; }
figure { margin: 1.4rem 0; }
figure svg { height: auto; }
figcaption { color: var(--quiet); font-size: .88rem; line-height: 1.45; margin-top: .3rem; }
code { font: .85em ui-monospace, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
/* Shadows at the borders of a table show that it goes on there; they move away at its ends. */
.scroll { overflow-x: auto; background:
  linear-gradient(to right, var(--paper) 40%, transparent) left / 48px 100% no-repeat local,
  linear-gradient(to left, var(--paper) 40%, transparent) right / 48px 100% no-repeat local,
  linear-gradient(to right, var(--shade), transparent) left / 18px 100% no-repeat scroll,
  linear-gradient(to left, var(--shade), transparent) right / 18px 100% no-repeat scroll; }
table { border-collapse: collapse; font-size: .88rem; margin: 1rem 0; min-width: 60%; }
caption { text-align: left; color: var(--quiet); padding-bottom: .3rem; }
/* As wide as the window, and not as a table that is wider. */
caption span { display: inline-block; position: sticky; left: 0;
  max-width: min(46rem, calc(100vw - 2.6rem)); }
th, td { padding: .32rem .7rem; text-align: right; border-bottom: 1px solid var(--rule);
  font-variant-numeric: tabular-nums; vertical-align: top; white-space: nowrap; }
th:first-child, td:first-child, .words td, .words th { text-align: left; }
.words td { white-space: normal; }
.words td + td { min-width: 11rem; }
tr.strong td { font-weight: 600; }
.answer { font-size: 1.1em; }
.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .15rem 1rem; margin: .5rem 0;
  max-width: 52rem; font: .93rem/1.5 system-ui, "Segoe UI", sans-serif; }
dt { color: var(--quiet); }
dd { margin: 0; }
thead th, thead td { border-bottom: 2px solid var(--rule); font-weight: 600; }
details { margin: .6rem 0; }
summary { cursor: pointer; color: var(--accent); font: .9rem system-ui, sans-serif; }
@media (max-width: 600px) { body { font-size: 16px; } nav ol { columns: 1; }
  .facts { grid-template-columns: minmax(0, 1fr); gap: 0; } dd { margin-bottom: .45rem; } }
@media print { main { max-width: none; } figure, table { break-inside: avoid; } }
)css";
}

std::string style_with_charts() { return std::string(style()) + std::string(plot::style_sheet()); }

}  // namespace mirador::page
