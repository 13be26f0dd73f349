"""`ledger verify`: the log again, from its bytes alone (log.md, "Hashes, proofs, signatures").

One pass over the entries: bytes and leaf, number, chain, root, time, texts; then the law: each act
is judged and concluded again on the prefix before it, and its outcome compared. At the end the
snapshots, the read tables and the subjects are compared with the fold.
"""

from __future__ import annotations

from ledger.computed import differences
from ledger.core import entry as entries
from ledger.core.act import Act
from ledger.core.canon import decode_canonical, encode
from ledger.core.clock import DRIFT, to_ms
from ledger.core.errors import LedgerError
from ledger.core.fold import UNFOLDABLE, act_of, apply, conclude, judge
from ledger.core.kinds import kind
from ledger.core.state import State
from ledger.core.told import told
from ledger.core.tree import append, root
from ledger.store.store import Reader, subjects_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Doc = dict[str, Any]


class Audit:
    """One run: what was found so far, and what the next entry must fit."""

    __slots__ = (
        "at",
        "compact",
        "faults",
        "first",
        "folding",
        "passages",
        "prev",
        "reader",
        "reported",
        "seq",
        "size",
        "state",
    )

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.state = State(text=reader.text)
        self.faults: list[Doc] = []
        self.passages: list[Doc] = []
        self.compact: list[str] = []
        self.first: Doc | None = None
        self.prev: str | None = None
        self.at = ""
        self.seq = 0
        self.size = 0
        self.reported = 0
        self.folding = True

    def fault(self, code: str, entry: int | None, message: str) -> None:
        """One thing that does not fit."""
        self.faults.append({"code": code, "entry": entry, "message": message})


def verify(reader: Reader) -> Doc:
    """`{consistent, complete_since, entries, reported, faults}`; a fault is `{code, entry,
    message}`, and `stale` alone leaves the log itself consistent."""
    audit = Audit(reader)
    named: set[str] = set()
    subjects: set[tuple[str, int]] = set()
    for row in reader.entries():
        entry = _bytes(audit, row)
        _chain(audit, row, entry)
        if entry is not None:
            named |= _texts(audit, row["seq"], entry)
            audit.reported += "reported" in entry["statement"]
            subjects |= {(name, row["seq"]) for name in subjects_of(entry)}
            _law(audit, row, entry)
    _tail(audit, named)
    if audit.folding:
        for message in differences(reader, audit.state, subjects, audit.passages):
            audit.fault("stale", None, message)
    return {
        "consistent": all(one["code"] == "stale" for one in audit.faults),
        "complete_since": None,
        "entries": audit.size,
        "reported": audit.reported,
        "faults": audit.faults,
    }


def _bytes(audit: Audit, row: Doc) -> Doc | None:
    """The entry, where its bytes are canonical and the columns beside it say the same."""
    seq = row["seq"]
    if entries.leaf(row["bytes"]) != row["leaf"]:
        audit.fault("bytes", seq, "the bytes do not have the leaf hash that stands beside them")
    try:
        entry: Doc = entries.require_shape(decode_canonical(row["bytes"]))
        said = entry["statement"]
        beside = {
            "seq": entry["seq"],
            "id": said["id"],
            "prev": entry["prev"],
            "digest": entries.digest(said),
            "at": entry["recorded_at"],
        }
        if said["ledger"] != (audit.first or said)["ledger" if audit.first is None else "id"]:
            audit.fault("bytes", seq, f"the statement is of another ledger: {said['ledger']}")
    except (ValueError, KeyError, TypeError) as error:
        audit.fault("bytes", seq, f"not an entry: {error}")
        audit.folding = False
        return None
    audit.first = audit.first or said
    for name, value in beside.items():
        if row[name] != value:
            audit.fault("bytes", seq, f"beside the entry stands another {name}: {row[name]}")
    return entry


def _chain(audit: Audit, row: Doc, entry: Doc | None) -> None:
    """Number, previous leaf, root and time, each against the entry before."""
    seq = row["seq"]
    if seq != audit.seq + 1:
        audit.fault("seq", seq, f"the entry before is #{audit.seq}")
    leaf = entries.leaf(row["bytes"])
    if (entry or row)["prev"] != audit.prev:
        audit.fault("prev", seq, "`prev` is not the leaf of the entry before")
    audit.compact = append(audit.compact, audit.size, leaf)
    audit.size += 1
    if row["root"] != root(audit.compact):
        audit.fault("root", seq, "the root beside the entry is not that of the tree")
    if entry is not None:
        _time(audit, seq, entry)
        audit.at = max(audit.at, str(entry["recorded_at"]))
    audit.seq, audit.prev = seq, leaf


def _time(audit: Audit, seq: int, entry: Doc) -> None:
    at, said = entry["recorded_at"], entry["statement"]["said_at"]
    try:
        apart = abs(to_ms(at) - to_ms(said))
    except (ValueError, IndexError, TypeError):
        audit.fault("time", seq, f"{at} or {said} is no time")
        return
    if at < audit.at:
        audit.fault("time", seq, f"{at} is before the entry before: {audit.at}")
    if entry["statement"].get("reported", {}).get("import") and said < at:
        return  # only imports may claim older times
    if apart > DRIFT:
        audit.fault("time", seq, f"said at {said}, recorded at {at}: more than 10 minutes apart")


def _texts(audit: Audit, seq: int, entry: Doc) -> set[str]:
    """The hashes that the entry names; each must have its text."""
    said = entry["statement"]
    try:
        named = set(entries.texts_of(said, kind(said["kind"]).TEXTS))
    except (KeyError, TypeError):
        return set()
    for ident in sorted(named):
        found = audit.reader.session.rows("text", hash=ident)
        if not found:
            audit.fault("text", seq, f"a text is missing: {ident}")
            continue
        salt, text = found[0]
        try:
            made = entries.text_hash(bytes.fromhex(salt), text)
        except (ValueError, UnicodeEncodeError):
            made = ""
        if made != ident:
            audit.fault("text", seq, f"a text is not the one that was stored: {ident}")
    return named


def _law(audit: Audit, row: Doc, entry: Doc) -> None:
    """The act must have been allowed on the prefix before it, and have had this outcome."""
    if not audit.folding:
        return
    seq = row["seq"]
    try:
        act = act_of(audit.state, entry)
        if seq > 1:
            _judged(audit, act)
        _concluded(audit, act)
        apply(act, row["leaf"])
        audit.passages += told(audit.state, entry)
    except LedgerError as error:
        audit.fault("not-allowed", seq, error.message)
        audit.folding = False
    except UNFOLDABLE as error:
        audit.fault("outcome", seq, f"cannot be folded: {type(error).__name__} {error}")
        audit.folding = False


def _judged(audit: Audit, act: Act) -> None:
    try:
        same = judge(Act(audit.state, act.statement, act.at, act.seq))
        if same is not None:
            audit.fault("not-allowed", act.seq, f"it changes nothing: #{same['entry']} stands")
    except LedgerError as error:
        audit.fault("not-allowed", act.seq, error.message)
    targets = ask_targets(act)
    if act.statement.get("targets") != targets:
        audit.fault("outcome", act.seq, "its targets are not what it says it acts on")


def ask_targets(act: Act) -> list[Doc] | None:
    """The targets that the act's statement must have."""
    aim = getattr(kind(act.statement["kind"]), "aim", None)
    found: list[Doc] | None = aim(act.state, act.statement) if aim else None
    return found


def _concluded(audit: Audit, act: Act) -> None:
    made = conclude(Act(audit.state, act.statement, act.at, act.seq))
    stored = {key: value for key, value in act.outcome.items() if key not in ("clock", "seed")}
    if made.get("number") != stored.get("number"):
        message = f"{stored.get('number')} was given, {made.get('number')} was next"
        audit.fault("number", act.seq, message)
    elif made != stored:
        keys = [key for key in {**made, **stored} if made.get(key) != stored.get(key)]
        audit.fault("outcome", act.seq, f"the outcome differs in {', '.join(sorted(keys))}")
    clock = act.outcome.get("clock")
    if clock not in (None, "head", "fixed") or act.outcome.get("seed", True) is not True:
        audit.fault("outcome", act.seq, f"the outcome's clock or seed is unknown: {clock}")


def _tail(audit: Audit, named: set[str]) -> None:
    """Texts that no entry names, and the stored compact range."""
    if audit.folding:
        for ident, _, _ in audit.reader.session.rows("texts"):
            if ident not in named:
                audit.fault("text", None, f"a text that no entry names: {ident}")
    found = audit.reader.session.rows("tree")
    kept = (found[0][0], found[0][1]) if len(found) == 1 else None
    if kept != (audit.size, encode(audit.compact)) and audit.size:
        audit.fault("root", audit.seq, "the stored range is not that of the tree")
