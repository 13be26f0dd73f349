"""One act being judged: a statement, the state it meets, and the moment it is judged at.

Every kind of act is a module in `ledger.core.kinds` with these functions, all of one `Act`:

| function | returns |
|---|---|
| `aim` | the statement's `targets`, from the state its maker saw (absent: none) |
| `who` | blocks: may this actor do it; raises NotFound and Usage |
| `same` | `{entry, ids}` of the act that stands, where this changes nothing; ids None: its own |
| `check` | blocks: all other rules, all at once (absent: none) |
| `items` | the keys of the work items the entry belongs to (absent: none) |
| `outcome` | what the ledger adds (absent: nothing) |
| `apply` | nothing; changes the state by `act.outcome`, at `act.seq` |
| `headline` | one line that says what was done |
| `ids` | the ids it made, outermost first (absent: none) |

and `TEXTS`, the paths of the texts in its body. The order of the answers is that of concepts.md,
"Identity, and who may act": usage and not found; who may; the same again; all other rules.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.state import State

    Doc = dict[str, Any]
    Blocks = list[Doc]


class Act:
    """A statement meeting a state at a moment (UTC ISO 8601); `outcome` and `seq` once known."""

    __slots__ = ("at", "leaf", "outcome", "seq", "state", "statement")

    def __init__(
        self,
        state: State,
        statement: Doc,
        at: str,
        seq: int,
        outcome: Doc | None = None,
    ) -> None:
        self.state = state
        self.statement = statement
        self.at = at
        self.seq = seq
        self.outcome: Doc = {} if outcome is None else outcome
        self.leaf = ""

    @property
    def body(self) -> Doc:
        """What the actor said."""
        body: Doc = self.statement["body"]
        return body

    @property
    def actor(self) -> str:
        """Who says it."""
        actor: str = self.statement["actor"]
        return actor

    @property
    def imported(self) -> str | None:
        """The import that reports it: the SHA-256 of the imported file; None for all other acts."""
        made: str | None = self.statement.get("reported", {}).get("import")
        return made

    @property
    def doer(self) -> str:
        """Who did it: who says so, or, of an import, whom it reports."""
        reported: str = self.statement["reported"]["actor"] if self.imported else self.actor
        return reported

    @property
    def since(self) -> str:
        """When it took effect: when it was recorded, or, of an import, when it is said to have."""
        said: str = self.statement["said_at"]
        return said if self.imported else self.at

    @property
    def subjects(self) -> list[str]:
        """The ids it is about."""
        subjects: list[str] = self.statement["subjects"]
        return subjects

    @property
    def subject(self) -> str:
        """The id it is about."""
        return self.subjects[0]

    def read(self, key: str) -> str:
        """A text of the body, by its key; empty where there is none or it was taken out."""
        ident = self.body.get(key)
        return (self.state.text(ident) or "") if ident else ""
