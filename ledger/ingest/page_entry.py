"""What an entry of our own page did: its headline, as the kinds of acts write it, and its texts.

Source: `export/activity.py` and the `headline` of each kind; exchange.md, "The proposal file".
"""

from __future__ import annotations

import re
from typing import Any

from ledger.ingest.proposal_draft import compose, trim

Doc = dict[str, Any]

GONE = "[removed]"  # stands for a text that was removed on the page

_KEY, _STORM = r"[A-Z][A-Z0-9]*-[0-9]+", r"bs-[a-z0-9]+"
_POINT = r"[DB][0-9]+\.[0-9]+[a-z]?"
_POINTS = rf"(?P<points>{_POINT}(?:, {_POINT})*)"
# What an entry says that it did (`headline` of its kind), and the line that does the same.
SAME = {
    rf"commented on (?P<on>{_KEY})": "item comment {on} -",
    rf"asked (?P<name>(?P<on>{_KEY})\.Q[0-9]+)": "item ask {on} -",
    rf"answered (?P<on>{_KEY}\.Q[0-9]+)": "item answer {on} -",
    rf"recorded finding (?P<name>(?P<on>{_KEY})\.F[0-9]+)": "item find {on} - --source={source}",
    rf"linked (?P<on>{_KEY}) (?P<rel>[a-z-]+) (?P<to>{_KEY})": "item link {on} {rel} {to}",
    rf"opened brainstorm (?P<name>{_STORM})": "brainstorm open {key} -",
    rf"said in (?P<on>{_STORM})": "brainstorm say {on} -",
    rf"closed without decision: (?P<on>{_STORM})": "brainstorm close {on} --no-decision=-",
    rf"withdrew (?P<on>{_STORM})": "brainstorm close {on} --withdraw=-",
    rf"decided (?P<name>D[0-9]+): adopted version [0-9]+ of (?P<on>{_STORM})": "decide {on}",
    rf"ratified {_POINTS}(?: as \S+)?": "ratify {home} --points={labels}",
    rf"refused {_POINTS}(?: as \S+)?": "ratify {home} --points={labels} --refuse=-",
    rf"withdrew {_POINTS}": "withdraw {whole} -",
    rf"held {_POINTS} for (?P<seat>\S+)": "hold {whole} --for={seat} -",
}
# The others, each by a method of `page.py`.
OWN = {
    rf"opened (?P<ident>{_KEY})(?: under (?P<above>{_KEY}))?": "item",
    rf"made (?P<home>D[0-9]+)\.A(?P<n>[0-9]{{1,9}}) the item (?P<ident>{_KEY})": "action",
    rf"(?P<how>closed|reopened) (?P<ident>{_KEY})": "state",
    rf"proposed version [0-9]+ to (?P<storm>{_STORM}): points .+": "propose",
    rf"released {_POINTS}": "release",
    r"opened ballot (?P<ident>B[0-9]+) on .+": "ballot",
    r"answered (?P<ident>B[0-9]+) as \S+: (?P<said>.+)": "cast",
    r"ratified ballot (?P<ident>B[0-9]+) as (?P<seat>\S+): (?P<said>.+)": "ruled",
}
_REPORT = re.compile(r"reported that (.+), ([0-9-]{10}T[0-9:]{8}Z)", re.S)
_LISTS = {"rejected": "rejected", "source": "sources", "action": "actions"}
_HOLD = re.compile(r"point (\S+) hold reason")


def _act(said: str) -> Doc:
    """`{act, found}` of a headline; `act` is empty for what an import does not report."""
    for form, act in (*SAME.items(), *OWN.items()):
        found = re.fullmatch(form, said)
        if found:
            return {"act": act, "found": found.groupdict()}
    return {"act": "", "found": {}}


def told(entry: Doc, subject: str) -> Doc:
    """The entry with its source, its first text, and what it did. The act that an import reported
    stands last in what it says, whoever it says did it."""
    made = {**entry, "source": f"{subject} #{entry['seq']}", **_act(entry["said"])}
    made["reported"] = False
    report = _REPORT.fullmatch(entry["said"])
    words = report[1].split(" ") if report else []
    for n in range(len(words) - 1, 0, -1):
        said = " ".join(words[n:])
        act = _act(said)
        if act["act"] and report:
            cited = [one for one in entry["texts"] if one["name"] == "reported source"]
            made["source"] += "".join(f": {one['text'] or GONE}" for one in cited)
            made["texts"] = [one for one in entry["texts"] if one not in cited]
            by = {"actor": " ".join(words[:n]), "at": report[2], "reported": True}
            made |= {"said": said, **by, **act}
            break
    return {**made, "text": (made["texts"][0]["text"] or GONE) if made["texts"] else ""}


def proposal(texts: list[Doc], ids: dict[str, str]) -> tuple[Doc, list[str]]:
    """(the proposal, what of it is told besides): effects on what `ids` does not hold, which are
    left out, and texts that would be trimmed. `ids` are what stands for the page's ids."""
    points: dict[str, Doc] = {}
    made: Doc = {"title": None, "rejected": [], "actions": [], "sources": []}
    notes: list[str] = []
    for one in texts:
        name, label, text = one["name"], one["label"], one["text"] or GONE
        more, held = one["more"].replace("\\", ""), _HOLD.fullmatch(name)
        if name == "title":
            made["title"] = text
        elif held:
            points.get(held[1], {}).setdefault("hold", {})["reason"] = text
        elif name == "point":
            points[label], kept = _point(label, text, more, ids, notes)
            notes += [] if kept == text else [f"point {label} as it was written:\n\n{text}"]
        elif name in _LISTS:
            owner = more.removeprefix("for ")
            item = {"text": text, **({"owner": owner} if owner else {})}
            made[_LISTS[name]].append(item if name == "action" else text)
            if trim(text.split("\n")).strip(" \t") != text:
                notes.append(f"{name} {label} as it was written:\n\n{text}")
    return {**made, "points": list(points.values())}, notes


def _point(
    label: str, text: str, more: str, ids: dict[str, str], notes: list[str]
) -> tuple[Doc, str]:
    """(a point, the text that comes of it)."""
    title, _, body = text.lstrip().partition("\n")
    point: Doc = {"label": label, "title": title, "body": body, "effects": []}
    for part in more.split(" · ") if more else ():
        if part.startswith("held for "):
            point["hold"] = {"seat": part.removeprefix("held for ")}
            continue
        for effect in part.split("; "):
            verb, _, rest = effect.partition(" ")
            if "(" in rest:
                continue  # taken over: the ledger does that
            kept = [_here(target, ids) for target in rest.split(", ")]
            lost = [t for t, here in zip(rest.split(", "), kept, strict=True) if not here]
            if any(kept):
                point["effects"].append({"verb": verb, "targets": [t for t in kept if t]})
            if lost:
                why = "left out, as not made by the page or only claimed there"
                notes.append(f"point {label} {verb} {', '.join(lost)}: {why}\n")
    return point, compose(title.strip(" \t\r\n"), trim(body.split("\n")))


def _here(target: str, ids: dict[str, str]) -> str:
    """What stands for a target here, or nothing."""
    home, dot, label = target.partition(".")
    return f"{ids[home]}{dot}{label}" if home in ids else ""
