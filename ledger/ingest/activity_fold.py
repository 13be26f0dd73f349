"""What would be in force at a place of a plan: enough of the law to propose only what it bears.

An import is all or nothing, so a plan must never name a target that the ledger would refuse. A
plan is run in two ways, with its inferred lines and without; each has a world of its own, and an
effect stands in a line only where the world in which that line is run bears it.

Source: concepts.md, "Effects" and "In force" 1 to 7.
"""

from __future__ import annotations

from collections.abc import Iterable

from ledger.core.effects import DISPLACING

Effect = tuple[str, str]  # verb, target
_REPLACES = ("amends", "corrects", "supersedes")


class World:
    """The points of a plan so far: `in-force`, `waits`, `fallen`."""

    def __init__(self) -> None:
        self.state: dict[str, str] = {}
        self._by: dict[str, list[Effect]] = {}  # of what fell: by which verb, by which point
        self._since: set[str] = set()
        self._effects: dict[str, list[Effect]] = {}
        self._pending: set[str] = set()

    def bears(self, verb: str, target: str) -> bool:
        """May a point do that to the target now?"""
        state = self.state.get(target)
        if verb == "restores":
            return state == "fallen" and self._restorable(target)
        return state == "in-force" or (verb in ("amends", "corrects") and state == "waits")

    def _restorable(self, target: str) -> bool:
        """Was it in force, not corrected, and is nothing in force in its place or in that of what
        it displaced itself?"""
        by = self._by.get(target, [])
        above = [ident for verb, ident in by if verb in _REPLACES]
        above += [to for verb, to in self._effects[target] if verb in DISPLACING]
        right = target in self._since and all(verb != "corrects" for verb, _ in by)
        return right and all(self.state.get(ident) != "in-force" for ident in above)

    def heirs(self, ident: str) -> list[str]:
        """What stands in the place of a point: itself, or what replaced it and has not fallen."""
        found: dict[str, None] = {}
        queue, seen = [ident], {ident}
        while queue:
            one = queue.pop()
            if self.state.get(one) in ("in-force", "waits"):
                found[one] = None
            by = self._by.get(one, ())
            after = [other for verb, other in by if verb in _REPLACES and other not in seen]
            seen.update(after)
            queue += after if self.state.get(one) == "fallen" else []
        return list(found)

    def adopt(self, points: Iterable[tuple[str, list[Effect]]], waits: bool) -> None:
        """A decision's points, which wait for the owner or come in force at once."""
        made = [(ident, list(effects)) for ident, effects in points]
        named = {target for _, effects in made for _, target in effects}
        for ident, effects in made:
            taken: list[Effect] = []
            for verb, target in effects:
                if verb in ("amends", "corrects") and self.state.get(target) == "waits":
                    self._pending.add(target)
                    taken += [e for e in self._effects[target] if e[1] not in named]
            self._effects[ident] = effects + taken
            self.state[ident] = "waits"
        if not waits:
            self.ratify([ident for ident, _ in made])

    def may_ratify(self, ident: str) -> bool:
        """Does it wait, with nothing pending against it, and do its targets bear its effects?"""
        if self.state.get(ident) != "waits" or ident in self._pending:
            return False
        return all(self.bears(verb, target) for verb, target in self._effects[ident])

    def partners(self, ident: str) -> set[str]:
        """The waiting points of its decision that displace a target with it, itself included."""
        home = ident.partition(".")[0] + "."
        own = [one for one in self.state if one.startswith(home)]
        group, grown = {ident}, True
        while grown:
            targets = {t for one in group for v, t in self._effects[one] if v in DISPLACING}
            more = {
                one
                for one in own
                if any(v in DISPLACING and t in targets for v, t in self._effects[one])
            }
            grown = not more <= group
            group |= more
        return group

    def ratify(self, idents: Iterable[str]) -> None:
        """These come in force, and their effects happen."""
        for ident in idents:
            self.state[ident] = "in-force"
            self._since.add(ident)
            for verb, target in self._effects[ident]:
                if verb in DISPLACING:
                    self.state[target] = "fallen"
                    self._by.setdefault(target, []).append((verb, ident))
                elif verb == "restores":
                    self.state[target] = "in-force"
                    self._by[target] = []
