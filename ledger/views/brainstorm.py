"""A brainstorm as it is shown (cli.md, `brainstorm show`)."""

from __future__ import annotations

from ledger.core import count, ending, lookup, roster, tenure, verdict, window
from ledger.core.clock import page
from ledger.views import safe
from ledger.views.decision import casting, excused, tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.state import State

    Doc = dict[str, Any]


def brief(state: State, doc: Doc, at: str) -> Doc:
    """`{id, topic, state}`."""
    topic = state.text(doc["topic"])
    return {"id": doc["id"], "topic": topic, "state": window.state_of(state, doc, at)}


def brainstorm(state: State, ident: str, at: str) -> Doc:
    """The brainstorm of that id, shown as of that time; NotFound otherwise."""
    doc = lookup.brainstorm(state, ident)
    ended, made = doc["ended"], verdict.of(state, doc, at)
    seats = [_seat(state, doc, name, at) for name in shown_roll(state, doc, at)]
    return {
        **brief(state, doc, at),
        "items": doc["items"],
        "decision": doc["decision"],
        "reason": state.text(ended["reason"]) if ended else None,
        "policy": doc["policy"],
        "policy_set": doc["set"],
        "proposals": [version(state, one) for one in doc["versions"]],
        "objections": [_objection(state, one) for one in doc["objections"]],
        "excused": excused(state, doc),
        "electorate": seats,
        "verdict": made,
        "casting": verdict.broken(state, doc, at),
        "passed": _passed(state, doc, at),
        "next": _next(state, doc, at, seats, made),
    }


def _passed(state: State, doc: Doc, at: str) -> str | None:
    """When its window passed, of one that is open still."""
    time = window.of(state, doc, tenure.reading(at))
    there = time["passed"] and window.state_of(state, doc, at) == "open"
    return time["until"] if there else None


def shown_roll(state: State, doc: Doc, at: str) -> list[str]:
    """The seats of the roll at that time: of a live one those that are registered or have spoken,
    and who takes a position."""
    when = ending.by_then(state, doc, tenure.reading(at))
    names = count.roll(state, doc, when)
    if doc["rule"]["electorate"]["as_of"] != "live":
        return names
    said = count.counted(state, doc, when)
    return [n for n in names if n in said or tenure.held(roster.seat(state, n), when)]


def _objection(state: State, one: Doc) -> Doc:
    ended = one["ended"]
    if ended is not None:
        reason = state.text(ended["reason"]) if ended["reason"] else None
        ended = {**{key: ended[key] for key in ("how", "entry", "by")}, "reason": reason}
    keys = ("seat", "actor", "kind", "version", "entry")
    said = {key: one[key] for key in keys}
    return {**said, "reason": state.text(one["reason"]), "ended": ended}


def version(state: State, version: Doc) -> Doc:
    """A version of the text: `{n, title, by, entry, points, rejected, actions, sources}`."""
    points = zip(version["body"]["points"], version["points"], strict=True)
    title = version["body"].get("title")
    return {
        "n": version["n"],
        "title": state.text(title) if title else None,
        "by": version["by"],
        "entry": version["entry"],
        "points": [
            {
                "label": typed["label"],
                "text": state.text(typed["text"]),
                "effects": meant["effects"],
                "hold": _hold(state, typed.get("hold")),
            }
            for typed, meant in points
        ],
        "rejected": [state.text(one) for one in version["body"]["rejected"]],
        "actions": [
            {"owner": one.get("owner"), "text": state.text(one["text"])}
            for one in version["body"]["actions"]
        ],
        "sources": [state.text(one) for one in version["body"]["sources"]],
    }


def _hold(state: State, typed: Doc | None) -> Doc | None:
    if typed is None:
        return None
    reason = state.text(typed["reason"]) if "reason" in typed else None
    return {"for": typed["seat"], "reason": reason}


def _seat(state: State, doc: Doc, name: str, at: str) -> Doc:
    seat = roster.seat(state, name)
    said = doc["positions"].get(name)
    return {
        "seat": name,
        "actor": roster.holder(seat, at),
        "by": said["actor"] if said else None,
        "registered": roster.registered(seat, at),
        "stance": said["stance"] if said else None,
        "on": said["on"] if said else None,
        "stale": bool(said and said["on"] != len(doc["versions"])),
        "dissent": bool(said and said["dissent"]),
        "reason": state.text(said["reason"]) if said and said["reason"] else None,
    }


def _next(state: State, doc: Doc, at: str, seats: list[Doc], made: Doc) -> list[str]:
    """The commands that would be typed next, with the version filled in: by an elector while it is
    heard, else by who decides or closes it."""
    ident, n = doc["id"], len(doc["versions"])
    if window.over(state, doc, at):
        return []
    if verdict.spent(state, doc, at):
        return [verdict.closing(ident)]
    silent = n and any(one["stance"] is None or one["stale"] for one in seats)
    heard = silent and not window.over(state, doc, at, "for")
    found = [f"ledger agree {ident} --on {n}"] if heard else []
    return found + ([f"ledger decide {ident}"] if made["verdict"] == "decided" else [])


def render(shown: Doc) -> list[str]:
    """The brainstorm as text."""
    made = shown["verdict"]
    lines = [f"{shown['id']} {shown['state']}: {safe.line(shown['topic'])}"]
    lines.append(
        f"items {' '.join(shown['items'])}; verdict {made['verdict']}; {tally(made['tally'])}"
    )
    cast = shown["casting"]
    lines += [f"{casting(cast)}: {cast['option']} (#{cast['entry']})"] if cast else []
    lines += [f"until {page(made['until'])}"] if made["until"] else []
    lines += [f"its window passed {page(shown['passed'])}"] if shown["passed"] else []
    lines += [f"adopted as {shown['decision']}"] if shown["decision"] else []
    lines += [f"reason: {safe.line(shown['reason'])}"] if shown["reason"] else []
    lines.append(f"policy: {shown['policy']}")
    lines += [] if shown["policy_set"] else ["its policy is not the set policy"]
    lines += [_elector(one) for one in shown["electorate"]]
    for one in shown["excused"]:
        lines.append(f"  {one['seat']} excused by {one['by']}: {safe.line(one['reason'])}")
    for one in shown["objections"]:
        stands = "stands" if one["ended"] is None else one["ended"]["how"]
        lines.append(
            f"  {one['kind']} of {one['seat']} to version {one['version']} ({stands}): "
            f"{safe.line(one['reason'])}"
        )
    for version in shown["proposals"]:
        by = version["by"]["actor"]
        name = f": {safe.line(version['title'])}" if version["title"] else ""
        lines.append(f"version {version['n']} by {by} (#{version['entry']}){name}")
        if version is shown["proposals"][-1]:
            lines += _whole(version)
    lines += _older(shown)
    for one in made["reasons"] if shown["state"] != "adopted" else ():
        lines.append(f"blocked[{one['code']}]: {one['message']}")
        lines.append(f"hint: {one['hint']}")
    lines += [needs(made["needs"])] if made["needs"] else []
    return lines + [f"next: {command}" for command in shown["next"]]


def _older(shown: Doc) -> list[str]:
    """What of older versions is not shown."""
    older = len(shown["proposals"]) - 1
    if older < 1:
        return []
    said = f"{older} older version{'s' if older > 1 else ''}"
    return [f"left out: the points of {said}; more: ledger brainstorm show {shown['id']} --json"]


def _whole(version: Doc) -> list[str]:
    lines = [line for one in version["points"] for line in _point(one)]
    lines += [f"  rejected: {safe.line(one)}" for one in version["rejected"]]
    for one in version["actions"]:
        owner = f"{one['owner']}: " if one["owner"] else ""
        lines.append(f"  action: {owner}{safe.line(one['text'])}")
    return lines + [f"  source: {safe.line(one)}" for one in version["sources"]]


def needs(made: Doc) -> str:
    """What would pass it now, in words."""
    ways = [f"{made[key]} more {key}" for key in ("for", "against", "abstain") if key in made]
    said = [" or ".join(ways)] if ways else []
    said += [f"register {name}" for name in made.get("register", ())]
    clear = made.get("clear", ())
    if isinstance(clear, int):  # a ballot's: whose votes stop it
        said.append(f"{clear} that oppose it to answer otherwise")
    else:
        said += [f"clear the objection of {name}" for name in clear]
    return "needs: " + " and ".join(said)


def _elector(one: Doc) -> str:
    who = one["actor"] or "nobody"
    if one["stance"] is None:
        said = "silent"
    else:
        stale = ", stale" if one["stale"] else ""
        reason = f": {safe.line(one['reason'])}" if one["reason"] else ""
        dissent = " (dissent)" if one["dissent"] else ""
        said = f"{one['stance']}{dissent}, version {one['on']}, said by {one['by']}{stale}{reason}"
    return f"  {one['seat']} ({who}{'' if one['registered'] else ', unregistered'}): {said}"


def _point(one: Doc) -> list[str]:
    first, *rest = safe.lines(one["text"])
    lines = [f"  {one['label']}. {first}", *(f"     {part}".rstrip() for part in rest)]
    for effect in one["effects"]:
        taken = f" (taken over from {effect['from'][-1]})" if "from" in effect else ""
        lines.append(f"     {effect['verb']}: {', '.join(effect['targets'])}{taken}")
    if one["hold"]:
        reason = f", {safe.line(one['hold']['reason'])}" if one["hold"]["reason"] else ""
        lines.append(f"     held for: {one['hold']['for']}{reason}")
    return lines
