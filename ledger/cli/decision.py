"""`ledger decide` and `ledger ratify`."""

from __future__ import annotations

from ledger.cli.common import Answer, Call
from ledger.core.names import is_brainstorm
from ledger.views import written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.service import Draft


def decide(call: Call) -> Answer:
    """Adopts the current version, if the policy is met."""
    return call.write(call.draft("decide", [call.get("BS")]), written.decide)


def ratify(call: Call) -> Answer:
    """Makes points final, or refuses them."""
    body: dict[str, Any] = {}
    if call.get("--points"):
        body["points"] = call.get("--points")
    if call.get("--refuse"):
        body["refuse"] = call.text("--refuse")
    draft = call.draft("ratify", [decision_of(call, call.get("D7"))], body)
    return _foretell(call, draft) if call.get("--dry-run") else call.write(draft, written.ratify)


def _foretell(call: Call, draft: Draft) -> Answer:
    from ledger.cli.main import head
    from ledger.service import foresee

    data = foresee(call.store, draft, call.outside, written.foreseen)
    lines = [f"would ratify: {' '.join(data['points']) or 'nothing'}"]
    lines.append(f"in force then: {' '.join(data['in_force']) or 'nothing'}")
    lines.append(f"would fall: {' '.join(data['fall']) or 'nothing'}")
    return Answer(data, lines, head(call))


def decision_of(call: Call, ident: str) -> str:
    """The decision that an id names: a brainstorm's is that of the decision it was adopted as;
    Refused `not-adopted` where it was not (cli.md, "Block codes")."""
    from ledger.core.errors import Refused, block
    from ledger.core.lookup import brainstorm
    from ledger.recall import state_of

    if not is_brainstorm(ident):
        return ident
    with call.store.reading() as reader:
        doc = brainstorm(state_of(reader), ident)
    if doc["decision"] is None:
        message = f"{ident} has not been adopted ({doc['state']}): there is no decision to ratify"
        raise Refused([block("not-adopted", message, f"ledger decide {ident}")])
    return str(doc["decision"])
