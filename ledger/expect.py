"""`--expect SEQ`: has the subject of an act moved since its maker looked? (cli.md)."""

from __future__ import annotations

from ledger.core.canon import loads
from ledger.core.errors import Conflict
from ledger.core.fold import act_of, ask
from ledger.core.names import is_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.state import State
    from ledger.store.store import Reader

    Doc = dict[str, Any]


def expect(reader: Reader, state: State, statement: Doc) -> None:
    """Conflict where the subject has moved since the `expect` of the statement (cli.md)."""
    since = statement.get("expect")
    if since is None:
        return
    head = reader.head()
    if head and since > head["seq"]:
        message = f"the last entry is #{head['seq']}: there is no #{since} to expect"
        raise Conflict(message, "ledger log", expected=since, observed=head["seq"])
    names = _moving(state, statement)
    docs = state.many(names)
    last: int = max((doc.get("moved") or doc.get("entry") or 0 for doc in docs), default=0)
    if last <= since:
        return
    subjects = [name.partition(":")[2] or name for name in names]
    rows = reader.of(subjects, since)
    mover = reader.entry(last)  # a seat's body was made by an entry about the body
    if mover is not None and last not in {row["seq"] for row in rows}:
        rows.append(mover)
    acts = [act_of(state, loads(row["bytes"])) for row in rows]
    said = [f"#{a.seq} {a.actor} {ask(a, 'headline', '')}" for a in acts]
    more = f"; and {len(said) - 5} more" if len(said) > 5 else ""
    raise Conflict(
        f"{', '.join(subjects)} has moved since #{since}: {'; '.join(said[:5])}{more}",
        _log(reader, subjects, since),
        expected=since,
        observed=last,
    )


def _log(reader: Reader, subjects: list[str], since: int) -> str:
    """The command that lists what has moved it; of everything where no entry is about one."""
    about = next((f" {name}" for name in subjects if reader.of([name], since)), "")
    return f"ledger log{about} --since {since}"


def _moving(state: State, statement: Doc) -> list[str]:
    """The documents whose move `--expect` guards: the items (those of a question, an action or a
    point too), for roster acts the seats, for aliases the names, for policies the scope."""
    kind, subjects = statement["kind"], statement["subjects"]
    if kind == "policy-set":
        return [f"policy:{subjects[0]}"]
    if kind == "body-add":
        return [f"seat:{name}" for name in statement["body"]["seats"]]
    if kind == "seat-add":
        return [f"seat:{statement['body']['seat']}"]
    if kind == "actor-alias":
        return [f"actor:{name}" for name in subjects]
    if kind.startswith("seat-"):
        return [f"seat:{name}" for name in subjects]
    found: list[str] = []
    for name in [one.partition(".")[0] for one in subjects]:
        doc = state.get(name)
        found += [name] if is_key(name) else (doc or {"items": []})["items"]
    return found or [statement["body"].get("key", "")]
