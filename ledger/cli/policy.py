"""`ledger policy …`."""

from __future__ import annotations

from ledger.cli.common import Answer, Call, head_of
from ledger.core import lookup
from ledger.core.errors import NotFound, Usage
from ledger.core.policy.adopt import scope_of
from ledger.core.policy.grammar import long_form, parse
from ledger.recall import state_of
from ledger.views import safe


def _scope(call: Call) -> str:
    if call.get("--project") and call.get("--item"):
        raise Usage("--project and --item: give one of them")
    return str(call.get("--item") or call.get("--project") or "ledger")


def assign(call: Call) -> Answer:
    """Sets the policy of a scope."""
    body = {"policy": str(call.text("POLICY"))}
    return call.write(call.draft("policy-set", [_scope(call)], body))


def show(call: Call) -> Answer:
    """Shows the policy that holds for a scope, in its long form, and where it was set."""
    scope = _scope(call)
    with call.store.reading() as reader:
        state = state_of(reader)
        if call.get("--item"):
            lookup.item(state, scope)
        doc = scope_of(state, scope)
        head = head_of(reader.head())
    if doc is None:
        raise NotFound(f"no policy is set for {scope}", "ledger policy set POLICY")
    data = {key: doc[key] for key in ("scope", "policy", "typed", "entry")}
    first, *rest = safe.lines(doc["typed"])
    lines = [doc["policy"], f"set for {doc['scope']} (#{doc['entry']}), typed: {first}"]
    lines += [f"  {one}".rstrip() for one in rest]
    return Answer(data, lines, head)


def explain(call: Call) -> Answer:
    """Says a policy in plain words, and warns; no ledger is read, and no name looked up."""
    from ledger.core.policy.explain import explain as explained

    policy = parse(str(call.text("POLICY"))).policy
    said, long = explained(policy), long_form(policy)
    warned = [f"warning: {one}" for one in said["warnings"]]
    return Answer({"policy": long, **said}, [*said["words"], *warned, long], None)
