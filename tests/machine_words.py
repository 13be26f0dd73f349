"""The acts of the model as command lines, in the words of `cli.md`."""

from __future__ import annotations

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
    if kind.startswith("seat "):
        return [*kind.split(), *a["seats"], *seat_options(a)]
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
        return ["brainstorm", "open", *a["items"], "Topic", *policy]
    if kind == "brainstorm close":
        return [*kind.split(), a["id"], "--withdraw" if a["withdraw"] else "--no-decision", "Why"]
    if kind == "propose":
        return ["propose", a["id"], "-f", "-"]
    if kind == "position":
        word = {"for": "agree", "against": "object"}.get(a["stance"], a["stance"])
        reason = [a["reason"]] if a.get("reason") else []
        dissent = ["--dissent"] if a.get("dissent") else []
        return [word, a["id"], *reason, *options(a, "on", "seat"), *dissent]
    if kind == "concern":
        return [kind, a["id"], a["reason"], *options(a, "on", "seat")]
    if kind == "clear":
        return [kind, a["id"], a["whose"], a["reason"], *options(a, "seat")]
    if kind == "ratify":
        points = ["--points", ",".join(a["labels"])] if a.get("labels") else []
        return ["ratify", a["id"], *points, *options(a, "refuse")]
    if kind == "withdraw":
        return [kind, a["id"], a["reason"]]
    if kind == "hold":
        return [kind, a["id"], *options(a, "for", "seat"), a["reason"]]
    if kind == "release":
        return [kind, a["id"], *options(a, "seat")]
    return [*kind.split(), a["id"]]


def line_of(act: Act) -> tuple[str, str]:
    """The line that a driver runs, and its standard input."""
    stdin = ""
    if act.kind == "propose":
        stdin = markdown(act.args["title"], act.args["draft"], act.args["holds"])
    return f"{act.actor}: {shlex.join(words(act.kind, act.args))}", stdin
