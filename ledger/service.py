"""The one way in: every write is a `submit`. (The one way out is `recall.py`.)

A write makes its statement on what it reads, before any lock; under the lock the id is looked up
first, then the act is judged again on what is there then (architecture.md, "One way in").
"""

from __future__ import annotations

from ledger.core import entry as entries
from ledger.core.act import Act
from ledger.core.canon import loads
from ledger.core.clock import believed, require_past, to_iso
from ledger.core.entry import VERSION, digest, same_body, seal
from ledger.core.errors import Conflict, LedgerError, Refused
from ledger.core.fold import act_of, apply, ask, conclude, judge
from ledger.core.kinds import kind as module
from ledger.core.told import told
from ledger.draft import Draft, Result
from ledger.expect import expect
from ledger.recall import require_fixed, state_of
from ledger.store import passages
from ledger.store.store import Reader, Store, Writer, subjects_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol

    from ledger.core.state import State

    Doc = dict[str, Any]

    class Outside(Protocol):
        """The clock and the randomness, which only `cli/common.py` has."""

        fixed: bool
        seeded: bool

        def now(self) -> int:
            """Milliseconds since 1970, UTC."""

        def noise(self, size: int, seq: int) -> bytes:
            """Random bytes; under a seed they follow from it and the head's number."""


def submit(
    store: Store, draft: Draft, outside: Outside, view: Callable[[Act], Doc] | None = None
) -> Result:
    """Does what the draft says, durably, or raises: Refused, Usage, NotFound, Conflict and the
    store's own. The same id again returns the first entry (`replayed`); an act that would change
    nothing the one that stands (`changed` false). `view` looks at the act that stands, in the
    same transaction, and makes the result's `data`."""
    texts: dict[str, tuple[str, str]] = {}
    with store.reading() as reader:
        found = _replay(reader, draft)
        if found:
            found.data = view(found.act) if view else {}
            return found
        statement = _statement(reader, draft, outside, texts)
    with store.writing() as writer:
        answer = _replay(writer, draft) or _do(writer, draft, statement, texts, outside)
        if view and not isinstance(answer, Refused):
            answer.data = view(answer.act)
    if isinstance(answer, Refused):
        raise answer
    return answer


def start(store: Store, draft: Draft, outside: Outside) -> Result:
    """The first entry, whose id is the ledger's; the draft's actor is the steward. Again by the
    same steward: `changed` false; Conflict for another (cli.md, `init`)."""
    with store.writing() as writer:
        first = writer.entry(1)
        if first is None:
            noise = outside.noise(10, 0)
            ident = draft.id or entries.uuid7(outside.now(), noise)
            statement = _plain_statement(draft, ident, ident, outside)
            return _append(writer, state_of(writer), statement, {}, outside)
        made = act_of(state_of(writer), loads(first["bytes"]))
        if made.actor != draft.actor:
            raise Conflict(f"this ledger's first steward is {made.actor}, not {draft.actor}")
        result = Result(made, ask(made, "ids", []), changed=False)
        result.head = writer.head()
        return result


def _plain_statement(draft: Draft, ledger: str, ident: str, outside: Outside) -> Doc:
    return {
        "v": VERSION,
        "ledger": ledger,
        "id": ident,
        "kind": draft.kind,
        "subjects": draft.subjects,
        "actor": draft.actor,
        "said_at": draft.said_at or to_iso(outside.now()),
        "body": draft.body,
    }


def _statement(
    reader: Reader, draft: Draft, outside: Outside, texts: dict[str, tuple[str, str]]
) -> Doc:
    """The draft as a statement; `texts` gets what its hashes stand for."""
    first, head = reader.entry(1), reader.head()
    if first is None or head is None:
        raise LedgerError("no-ledger", "the ledger here is not finished", "ledger init --as ACTOR")
    require_fixed(first, outside)
    seq = head["seq"]
    ident = draft.id or entries.uuid7(outside.now(), outside.noise(10, seq))
    made = _plain_statement(draft, first["id"], ident, outside)
    made["body"] = seal(draft.body, lambda: outside.noise(16, seq), texts)
    if draft.reported is not None:
        made["reported"] = seal(draft.reported, lambda: outside.noise(16, seq), texts)
    if draft.seat is not None:
        made["seat"] = draft.seat
    if draft.expect is not None:
        made["expect"] = draft.expect
    targets = _aim(state_of(reader, texts), made)
    if targets is not None:
        made["targets"] = targets
    return made


def _aim(state: State, statement: Doc) -> list[Doc] | None:
    aim = getattr(module(statement["kind"]), "aim", None)
    targets: list[Doc] | None = aim(state, statement) if aim else None
    return targets


def _replay(reader: Reader, draft: Draft) -> Result | None:
    """The entry of that id, where it says the same; Conflict where it says something else."""
    row = reader.entry_by_id(draft.id) if draft.id else None
    if row is None:
        return None
    act = act_of(state_of(reader), loads(row["bytes"]))
    said = act.statement
    if (said["kind"], said["subjects"], said["actor"], said.get("seat")) != (
        draft.kind,
        draft.subjects,
        draft.actor,
        draft.seat,
    ) or not _same(draft, said, reader):
        raise Conflict(
            f"id {draft.id} is that of #{row['seq']} already, which says something else: "
            f"{said['actor']} {ask(act, 'headline', '')}",
            f"ledger log --since {row['seq'] - 1}",
            observed=row["seq"],
        )
    result = Result(act, ask(act, "ids", []), changed=True, replayed=True)
    result.head = reader.head()
    return result


def _same(draft: Draft, said: Doc, reader: Reader) -> bool:
    """Does a stored statement say what the draft says?"""
    return same_body(draft.body, said["body"], reader.text) and same_body(
        draft.reported, said.get("reported"), reader.text
    )


def _do(
    writer: Writer,
    draft: Draft,
    statement: Doc,
    texts: dict[str, tuple[str, str]],
    outside: Outside,
) -> Result | Refused:
    head = writer.head()
    assert head is not None
    state = state_of(writer, texts)
    at, clock = believed(head["at"], outside.now(), outside.fixed)
    act = Act(state, statement, at, head["seq"] + 1)
    if act.imported:
        require_past(statement["said_at"], at)
    expect(writer, state, statement)
    try:
        same = judge(act)
    except Refused as refused:
        return _note(writer, act, refused, outside, clock)
    if same is None:
        return _append(writer, state, statement, texts, outside, at, clock)
    row = writer.entry(same["entry"])
    assert row is not None
    stands = act_of(state, loads(row["bytes"]))
    ids = ask(stands, "ids", []) if same["ids"] is None else list(same["ids"])
    result = Result(stands, ids, changed=False)
    result.head = head
    return result


def _note(
    writer: Writer, act: Act, refused: Refused, outside: Outside, clock: str | None
) -> Refused:
    """A ratification that its ratifier tried is recorded, where it says something new (cli.md)."""
    ruling = act.statement["kind"] in ("ratify", "ratify-ballot") and "refuse" not in act.body
    if not ruling or ask(act, "who", []):
        return refused
    from ledger.core.kinds import ratification_blocked as kind

    if act.statement["targets"] != _aim(act.state, act.statement):
        return refused  # it was made on what has changed meanwhile, and says nothing of what is

    if not kind.news(act, refused.blocks):
        return refused
    seq = act.seq - 1
    said = dict(act.statement)
    said.pop("expect", None)
    said["id"] = entries.uuid7(outside.now(), outside.noise(10, seq))
    said["kind"] = "ratification-blocked"
    said["body"] = {"blocks": kind.pairs(refused.blocks)}
    for key in ("points", "on") if act.statement["kind"] == "ratify" else ():
        if key in act.body:
            said["body"][key] = act.body[key]
    said["targets"] = kind.aim(act.state, said)
    _append(writer, act.state, said, {}, outside, act.at, clock)
    return refused


def _append(
    writer: Writer,
    state: State,
    statement: Doc,
    texts: dict[str, tuple[str, str]],
    outside: Outside,
    at: str = "",
    clock: str | None = None,
) -> Result:
    head = writer.head()
    seq, prev = (head["seq"] + 1, head["leaf"]) if head else (1, None)
    if head is None:
        at, clock = statement["said_at"], "fixed" if outside.fixed else None
    act = Act(state, statement, at, seq)
    act.outcome = conclude(act)
    if clock:
        act.outcome["clock"] = clock
    if outside.seeded:
        act.outcome["seed"] = True
    text = entries.make(seq, prev, at, statement, act.outcome)
    leaf = entries.leaf(text)
    row = {
        "seq": seq,
        "id": statement["id"],
        "leaf": leaf,
        "prev": prev,
        "digest": digest(statement),
        "at": at,
        "bytes": text,
    }
    subjects = subjects_of({"statement": statement, "outcome": act.outcome})
    writer.append(row, subjects, texts)
    apply(act, leaf)
    writer.save(state)
    passages.add(writer, told(state, {"seq": seq, "statement": statement, "outcome": act.outcome}))
    result = Result(act, ask(act, "ids", []), changed=True)
    result.head = {"seq": seq, "leaf": leaf}
    result.notes = ask(act, "notes", [])
    return result


def foresee(store: Store, draft: Draft, outside: Outside, view: Callable[[Act], Doc]) -> Doc:
    """What `view` sees of the act as it would be done now, judged and concluded, with nothing
    written (`--dry-run`). Raises what `submit` would; the outcome of an act that would change
    nothing is empty."""
    texts: dict[str, tuple[str, str]] = {}
    with store.reading() as reader:
        statement = _statement(reader, draft, outside, texts)
        state = state_of(reader, texts)
        head = reader.head()
        assert head is not None
        at, _ = believed(head["at"], outside.now(), outside.fixed)
        act = Act(state, statement, at, head["seq"] + 1)
        expect(reader, state, statement)
        if judge(act) is None:
            act.outcome = conclude(act)
        return view(act)
