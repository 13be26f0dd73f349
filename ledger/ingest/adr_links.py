r"""What a line of a decision record says of another record.

    Superseded by [ADR 14](0014-tags.md)     Supersedes: ADR 0053 §7
    Superceded by 9                          Amends [10. Directories](0010-directories.md)

| verbs, in all spellings | kind |
|---|---|
| supersedes, replaces, obsoletes; superseded, replaced, obsoleted, deprecated by | `supersedes` |
| the same with `in part`, `partly`, `partially`, or a section (`§7`, `point 3`) | `amends` |
| amends; amended by | `amends` |
| refines, clarifies; refined, clarified by | `refines` |

A verb counts where references follow it: a link, `ADR 12`, a number, a file's name. A verb after a
negation, a condition or another reference ("ADR 5, which was superseded by ADR 7") does not; nor
does one that names nothing ("Superseded by: none", "no superseding ADR").

Source: exchange.md, "Imports", `adr`; concepts.md, "Effects".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import unquote

from ledger.core.names import is_decision

_KINDS = {"superse": "supersedes", "superce": "supersedes", "replace": "supersedes"}
_KINDS |= {"obsolet": "supersedes", "depreca": "supersedes", "amends": "amends"}
_KINDS |= {"amended": "amends", "refines": "refines", "refined": "refines", "clarifi": "refines"}
_FILL = r"(?:[\s:,*_()/0-9-]|in part|partially|partly|on\b){0,40}?"
_VERB = re.compile(
    r"(?<![\w-])(?:"
    r"(?P<new>super[sc]ee?des|replaces|obsoletes|amends|refines|clarifies)(?![\w-])"
    r"|(?P<old>super[sc]ee?ded|replaced|obsoleted|deprecated|amended|refined|clarified)"
    rf"{_FILL}(?:[\s_-]by\b|in favou?r of\b))",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\b(?:not|no|none|never|without|would|could|may|might|should|if|unless|until|whether|when"
    r"|will|shall|soon|to be|for example|e\.g|example|[a-z]+n['’]t)\b",
    re.IGNORECASE,
)
_PARTLY = re.compile(r"\b(?:partly|partially|in part)\b", re.IGNORECASE)
_GAP = re.compile(r"(?:[\s:,;*_(\"'“”]|and\b|&|also\b|by\b|the\b|decision\b|record\b){0,20}", re.I)
_REF = re.compile(
    r"\[(?P<text>[^\[\]]{0,300})\](?:\((?P<link>[^()\s]{0,600})(?:\s[^()]{0,300})?\)"
    r"|\[(?P<label>[^\[\]]{0,200})\])?"
    r"|<(?P<auto>https?://[^<>\s]{1,600})>"
    r"|ADRs?[\s_#.:-]{0,3}(?P<adr>[0-9]{1,8})(?![\w-])"
    r"|(?P<file>[\w./-]{1,300}\.(?:md|markdown|adoc)\b)"
    r"|(?P<slug>(?:ADR-)?[0-9]{2,8}-[A-Za-z][\w-]{0,300})"
    r"|(?P<own>D[1-9][0-9]{0,8}(?:\.[1-9][0-9]{0,8}[a-z]?)?)(?![\w-])"
    r"|#?(?P<bare>[0-9]{1,5})(?=[\s*_]{0,9}(?:\Z|[,;.)(&§](?![0-9])|and\b))",
    re.IGNORECASE,
)
_PART = re.compile(
    r"[\s,(]{0,3}(?:§+|section\b|sect\.|sections\b|points?\b|clauses?\b|decision\b)\s{0,2}§?"
    r"\s{0,2}(?P<part>[0-9]{1,4}[a-z]?)(?![\w/-])|[\s,(]{0,3}(?P<partly>in part|partly|partially)",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?:ADR|#|no\.?)?[\s_#.:-]{0,3}([0-9]{1,8})(?![\w-])", re.IGNORECASE)


class Ref(NamedTuple):
    """Another record as it is named: by a path (of a link, or a file's name), or by a number."""

    shown: str
    path: str = ""
    number: int | None = None


class Relation(NamedTuple):
    """`kind`, and whether it is told from the older side (`back`). `part` is None for the whole, a
    section's label, or empty for a part that is not named. `certain` where no judgement was
    needed. Lines from 0."""

    kind: str
    back: bool
    ref: Ref
    part: str | None
    certain: bool
    n: int


class Said(NamedTuple):
    """A verb, the text it follows, and the references after it, each with its kind and part."""

    kind: str
    back: bool
    before: str
    refs: list[tuple[str, Ref, str | None]]


def said_in(text: str, links: Mapping[str, str]) -> list[Said]:
    """What a line says of other records, in its order; `links` are the file's link definitions.
    Pure, raises nothing."""
    found: list[Said] = []
    last = 0
    for verb in _VERB.finditer(text):
        if verb.start() < last:
            continue
        before = text[last : verb.start()]
        last_verb = verb.end()
        refs, last = _refs(text, last_verb, links)
        clause = re.split(r"[.;!?](?=\s|\Z)", before)[-1]
        other = found and found[-1].refs and clause.strip(" ,*_)").lower() not in ("", "and")
        if _DENIED.search(clause) or other:
            continue
        word = (verb["new"] or verb["old"]).lower()
        kind = next(kind for stem, kind in _KINDS.items() if word.startswith(stem))
        partly = bool(_PARTLY.search(clause[-30:] + "|" + verb[0]))
        if not word.startswith(("super", "amend")) and text[last_verb : last_verb + 1] != ":":
            # "Replaces 5." names no record
            refs = [one for one in refs if not one[0].shown.strip("#").isdigit()]
        if not verb["new"]:  # a section is then one of the newer record: "superseded by ADR 3 §2"
            refs = [(ref, "" if part == "" else None) for ref, part in refs]
        told = [_told(kind, partly, *one) for one in refs]
        found.append(Said(kind, verb["new"] is None, before, told))
    return found


def _told(kind: str, partly: bool, ref: Ref, part: str | None) -> tuple[str, Ref, str | None]:
    """A reference with its kind: what is superseded in part is amended. A point of ours is named
    exactly, so its verb stays."""
    own, dot, label = ref.path.partition(".")
    if dot and is_decision(own):
        return kind, Ref(ref.shown, path=own), label
    if kind == "supersedes" and (partly or part is not None):
        return "amends", ref, part or ""
    return kind, ref, (part or "") if kind == "amends" else None


def listed_under(
    said: Said, text: str, links: Mapping[str, str]
) -> list[tuple[str, Ref, str | None]]:
    """The references that begin a line, where a line above it was a verb alone (`Supersedes:`)."""
    return [_told(said.kind, False, *one) for one in _refs(text, 0, links)[0]]


def _refs(text: str, at: int, links: Mapping[str, str]) -> tuple[list[tuple[Ref, str | None]], int]:
    """The references from a place on, each with its part, and where they end."""
    refs: list[tuple[Ref, str | None]] = []
    while gap := _GAP.match(text, at):
        found = _REF.match(text, gap.end())
        if not found or (found["bare"] and refs and "," not in gap[0] and "and" not in gap[0]):
            break
        ref = _ref(found, links)
        at = found.end()
        part = _PART.match(text, at)
        if part:
            at = part.end()
        if ref:
            refs.append((ref, (part["part"] or "").lower() if part else None))
    return refs, at


def _ref(found: re.Match[str], links: Mapping[str, str]) -> Ref | None:
    """The reference that a match is; None where it names nothing ("none")."""
    shown = found[0].strip()
    text = found["text"]
    target = found["link"] or found["auto"] or found["file"] or found["slug"]
    if text is not None and not target:
        label = (found["label"] or text).lower()
        target = links.get(label)
        if not target:
            number = _NUMBER.match(text.strip())
            return Ref(shown, number=int(number[1])) if number else None
    if target and target[:1] != "#":
        return Ref(shown, path=unquote(target))
    number_text = found["adr"] or found["bare"]
    if number_text:
        return Ref(shown, number=int(number_text))
    return Ref(shown, path=found["own"]) if found["own"] else None


def mentions(text: str) -> bool:
    """Does the text name a record?"""
    return bool(re.search(r"\]\(|\bADR[-\s#_]{0,2}[0-9]", text, re.IGNORECASE))


def of_this(before: str) -> bool:
    """Is what stands before a verb no subject of its own, or this record itself? ("This ADR is …",
    "Partially", an emoji)."""
    words = re.findall(r"[a-z]+", before.lower())
    own = "this adr decision record document it is was has been now partly partially in part status"
    return set(words) <= set(own.split())
