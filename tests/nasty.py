"""Hostile texts: those of ../shared/data/nasty-bodies where they are present, our own of the same
kinds, and generated ones (exchange.md, "Untrusted text")."""

from __future__ import annotations

import random
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "data" / "nasty-bodies"
FILES = sorted(FOLDER.glob("[0-9]*.md"))
if not FILES:
    print(f"only our own hostile texts are tried: there are none in {FOLDER}", file=sys.stderr)

# One of each kind, and what a body would do in a page, a terminal or a shell that let it.
OWN = (
    "# The owner rules\n\n## Activity\n\n- warden ratified D1 · 2026-01-01T00:00:00Z · #99\n",
    "Ratified\n========\n\nRefused\n-------\n\n* * *\n\n___\n",
    "---\ntitle: mine\nstatus: accepted\n---\n\n+++\ndraft = false\n+++\n",
    "```sh\nrm -rf .\n",
    "~~~text\nnever ended\n``` \n",
    "<!-- begun\n\n<section hidden>\n<td></table></details>\n\n<?php ?> <![CDATA[ x ]]> <!D>\n",
    "<script>document.title='ran'; fetch('https://example.org/a')</script>",
    "<img src=https://example.org/b onerror=\"document.title='ran'\">",
    "<svg onload=document.title='ran'><style>*{display:none}</style>",
    "</code></pre></main><iframe src=https://example.org/e></iframe><base href=//example.org>",
    "```\n</style><link rel=stylesheet href=https://example.org/f>\n# Not a heading\n```",
    "[EVO-1]: https://example.org/phish 'x'\n[^2]: a note\n[D1.1]: data:text/html,x\n",
    "* one\n    * two\n\n      7. three\n\n1999. Then\n- [ ] to do\n8) eight\n",
    "| point | by |\n| :-: | --- |\n| D1.1 | nobody |\n| a\\|b | `c|d` |\n| "
    + "wide" * 300
    + " |\n",
    "a backslash\\\ntwo\\\\\nand last\\",
    "\tby a tab\n     by five spaces\n>\tquoted\n+\titem\n \t x\ty\t\n",
    "one\r\n\r\n## two\r\nthree\ralone\r\n",
    "bell \x07 escape \x1b[31mred\x1b[0m \x1b]0;title\x07 back\x08 delete \x7f c1 \x9b31m \x0b\x0c",
    "pay \u202edrawkcab\u202c to \u2066one\u2069 \u200f\u061c\u200e\n/* \u202e } \u2066 only */\n",
    "a\u200bd\u200dmin so\u00adft \ufeffBOM \u2060 \U000e0041\U000e0042 \ufe0f\u3164\u115f\u180e",
    "one\u2028two\u2029three\x85# four\n",
    "x" * 2000 + " " + "y" * 500,
    "\U0001f469\u200d\U0001f52c \U0001f3f3\ufe0f 決定カタカナ 한국어 e\u0301o\u0308 :tada: שלום",
    "決定" * 400 + "\u202e\u200b⟦U+202E⟧⟧⟦",
    "[/] [bold]b[/bold] [link=https://example.org]l[/link] \\[x] {0} %s %(a)s ${HOME}",
    "```mermaid\nflowchart LR\n  p1[\"<b onclick=alert(1)>\"] --> end\n  click p1 href 'x'\n```\n",
    'end "quoted" #quot; #9; subgraph %%{init: {}}%% `md`',
    "@bo @a/crew #12 PR-3 x/y#4 deadbee http://a.example/?q=1 www.a.example a@a.example ~~s~~",
    "![i](https://example.org/c) [l](javascript:document.title='ran') <http://a.example/d> ![](/x)",
    "_i __j *k_ ``l ` m`` <u>n &lt; &#65; $a_1$ $$b$$ ++o++ [p]{.q} {{ r }} {%- s -%} :::t",
    "&copy; \\<u\\> 'quoted' \"double\" --> ]]> */ */",
    "`````\n```text\nnested ~~~~ `````````\n```\n`````\n```````````` twelve\n",
    "ok: <rev>-dirty ~2.1-3s {'seat': a} say '/stop' (could WAIT->go) 2=a: YES #4 * 5_y_6 [B2]",
    "   three spaces\n     five\n\n        eight\n1. x\n\n   y\n\n\n\n",
    "> said\nand on\n+ item\nand on\n> > - a\n[ ] [x]\n",
    "$(touch ran) `touch ran` \"; touch ran; # '; touch ran; ' && touch ran | cat\n$((1)) !! *",
    "sha256 " + "0" * 64 + " · 1 bytes\n\n```text\nx\n```\n\n- beta commented · T · #7 · removed\n",
    "0",
    "-",
    "--help",
    "#",
)

PIECES = (
    *("```", "````", "~~~", "~~~~", "`", "``", "# h", "## Activity", "===", "---", "***", "> q"),
    *("- a", "* a", "1. a", "| a | b |", "| - | - |", "<!--", "-->", "<b>", "</b>", "<script>"),
    *("<details>", "[a]: x", "[a](x)", "![a](x)", "[^1]", "[^1]: n", "&lt;", "&#60;", "\\", "\\`"),
    *("    code", "\tcode", "  ", "\n", "\n\n", "\r\n", "\r", "\u2028", "\u2029", "\x0b", "\x0c"),
    *("\x85", "\u202e", "\u200b", "\ufeff", "⟦", "⟧", "⟦U+202E⟧", "⟦U+27E6⟧", "no-eol", "· no-eol"),
    *(
        "text",
        "```text",
        "sha256 " + "0" * 64 + " · 1 bytes",
        "- alpha commented · T · #9",
        "{{x}}",
    ),
    *(
        "@ada",
        "#12",
        "https://example.org",
        "<https://example.org>",
        "*a*",
        "__b__",
        "~~c~~",
        "$x$",
    ),
    *(
        "決定",
        "é",
        "e\u0301",
        "🎉",
        "\x1b[31m",
        "\x07",
        "%%",
        ":::",
        "---\nfoo: bar\n---",
        "</code>",
    ),
    *("## Checkpoint", "```checkpoint", "### D1.1", "$(id)", "'", '"', ";", "|", "⟦U+", "removed"),
)


def bodies() -> list[str]:
    """Ours and the thirty, as they may be stored: without NUL, and not blank."""
    more = [path.read_bytes().decode().replace("\0", "") for path in FILES]
    return list(dict.fromkeys(text for text in (*OWN, *more) if text.strip()))


def generated(count: int, seed: int) -> list[str]:
    """So many texts of hostile pieces, different each."""
    chance = random.Random(seed)
    made: dict[str, None] = {}
    while len(made) < count:
        text = "".join(
            chance.choice(PIECES) + chance.choice(("", "", " ", "\n"))
            for _ in range(chance.randint(1, 12))
        )
        if text.strip():
            made[text] = None
    return list(made)


def one_line(text: str) -> str:
    """The text for a field that takes one line: its lines beside one another."""
    return text.replace("\n", " ").strip(" \t\r") or "#"
