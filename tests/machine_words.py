"""The acts of the model as command lines, in the words of `cli.md`."""

from __future__ import annotations

import json
import shlex
from datetime import UTC, datetime, timedelta
from typing import Any

from model import Act


def clock(minutes: int) -> str:
    """A minute of the model's clock, as LEDGER_NOW has it."""
    moment = datetime(2026, 6, 22, 8, tzinfo=UTC) + timedelta(minutes=minutes)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def markdown(
    title: str,
    draft: dict[str, list[tuple[str, list[str]]]],
    holds: dict[str, tuple[str, str]],
) -> str:
    """A proposal file."""
    lines = [f"# {title}", ""]
    for label, effects in draft.items():
        lines += [f"## {label}. Point {label} of {title}", "What it says.", ""]
        lines += [f"{verb}: {', '.join(targets)}" for verb, targets in effects]
        if label in holds:
            lines.append("Held for: " + ", ".join(part for part in holds[label] if part))
        lines.append("")
    return "\n".join(lines)


def options(a: dict[str, Any], *names: str) -> list[str]:
    """`--name value` of those that are given."""
    found = []
    for name in names:
        if a.get(name) is not None:
            found += [f"--{name}", str(a[name])]
    return found


def words(kind: str, a: dict[str, Any]) -> list[str]:
    """The words of an act."""
    if kind == "body add":
        return ["body", "add", a["body"], *a["seats"]]
    if kind == "seat add":
        return ["seat", "add", a["body"], a["seat"]]
    if kind == "seat excuse":
        return ["seat", "excuse", a["id"], a["whose"], a["reason"]]
    if "seats" in a:
        return [*kind.split(), *a["seats"], *seat_options(a)]
    if kind == "seat sync":
        return ["seat", "sync", "-"]
    if kind == "actor alias":
        return ["actor", "alias", a["name"], a["for"]]
    if kind == "policy set":
        scope = a["scope"]
        where = [] if scope == "ledger" else ["--item" if "-" in scope else "--project", scope]
        return ["policy", "set", a["policy"].text, *where]
    if kind == "item new":
        return ["item", "new", "EVO", a["title"], *options(a, "key", "parent", "owner")]
    if kind == "item link":
        return ["item", "link", a["key"], a["rel"], a["other"]]
    if kind == "item comment":
        return ["item", "comment", a["key"], "A comment"]
    if kind.startswith(("item ", "action ")) and ("text" in a or "id" in a):
        named = a["id"] if "id" in a else a["key"]
        return [*kind.split(), named, *([a["text"]] if "text" in a else []), *options(a, "source")]
    if kind.startswith("item "):
        return [*kind.split(), a["key"], *options(a, "title", "owner", "parent")]
    return more_words(kind, a)


def seat_options(a: dict[str, Any]) -> list[str]:
    """Of `seat register`."""
    ttl = [] if a.get("ttl") is None else ["--ttl", f"{a['ttl']}m"]
    return [
        *(["--actor", a["who"]] if "who" in a else []),
        *ttl,
        *(["--replace"] if a.get("replace") else []),
    ]


def more_words(kind: str, a: dict[str, Any]) -> list[str]:
    """The words of an act on brainstorms and decisions."""
    if kind == "brainstorm open":
        policy = ["--policy", a["policy"].text] if a.get("policy") else []
        until = [] if a.get("deadline") is None else ["--deadline", clock(a["deadline"])]
        return ["brainstorm", "open", *a["items"], "Topic", *policy, *until]
    if kind == "brainstorm close":
        return [*kind.split(), a["id"], "--withdraw" if a["withdraw"] else "--no-decision", "Why"]
    if kind == "propose":
        return ["propose", a["id"], "-f", "-"]
    if kind == "position":
        word = {"for": "agree", "against": "object"}.get(a["stance"], a["stance"])
        reason = [a["reason"]] if a.get("reason") else []
        dissent = ["--dissent"] if a.get("dissent") else []
        return [word, a["id"], *reason, *options(a, "on", "seat"), *dissent]
    if kind in STOPS:
        return stop_words(kind, a)
    if kind == "casting-vote":
        return [kind, a["id"], a["option"]]
    if kind == "decide at once":
        return ["decide", a["key"], "-f", "-", *options(a, "seat")]
    if kind.startswith("ballot ") or kind == "ratify ballot":
        return ballot_words(kind, a)
    if kind in ("ratify", "report"):
        points = ["--points", ",".join(a["labels"])] if a.get("labels") else []
        return ["ratify", a["id"], *points, *options(a, "refuse", "on", "reported")]
    return [*kind.split(), a["id"]]


STOPS = ("concern", "clear", "withdraw", "hold", "release")


def stop_words(kind: str, a: dict[str, Any]) -> list[str]:
    """The words of an act that stops something, or lets it go on."""
    whose = [a["whose"]] if "whose" in a else []
    reason = [a["reason"]] if "reason" in a else []
    return [kind, a["id"], *whose, *options(a, "for", "on", "seat"), *reason]


def questions(asked: list[tuple[str, list[str], dict[str, str]]]) -> str:
    """A ballot file."""
    lines = ["# A ballot", ""]
    for label, points, chances in asked:
        lines += [f"## {label}. What of it? (rules on {', '.join(points)})", ""]
        lines += [f"- {key}: Option {key} ({effect})" for key, effect in chances.items()]
        lines.append("")
    return "\n".join(lines)


def ballot_words(kind: str, a: dict[str, Any]) -> list[str]:
    """The words of an act on a ballot."""
    if kind == "ballot open":
        policy = ["--policy", a["poll"].text] if a["poll"].text else []
        until = [] if a.get("deadline") is None else ["--deadline", clock(a["deadline"])]
        return ["ballot", "open", a["decision"], "--to", a["to"], *policy, *until, "-f", "-"]
    if kind == "ballot cast":
        said = [
            f"{label}={key}" + (f": {more}" if more else "") for label, key, more in a["answers"]
        ]
        return ["ballot", "cast", a["id"], "; ".join(said), *options(a, "seat")]
    if kind == "ratify ballot":
        return ["ratify", a["id"], "--ballot", a["ballot"]]
    return [*kind.split(), a["id"]]


def line_of(act: Act) -> tuple[str, str]:
    """The line that a driver runs, and its standard input."""
    stdin = ""
    if act.kind in ("propose", "decide at once"):
        stdin = markdown(act.args["title"], act.args["draft"], act.args.get("holds", {}))
        todo = [f"- {owner}: {text}" for owner, text in act.args.get("actions", ())]
        stdin += "\n".join(["## Actions", *todo, ""]) if todo else ""
    if act.kind == "ballot open":
        stdin = questions(act.args["questions"])
    if act.kind == "seat sync":
        stdin = json.dumps(act.args["roster"])
    return f"{act.actor}: {shlex.join(words(act.kind, act.args))}", stdin
