"""A ledger in which every write can be done, and for each a command line that does it."""

from __future__ import annotations

from pathlib import Path

from driving import Driver, bins

TEXT = """\
# Nights

## 1. One

## 2. Two

## 3. Three

## Actions
- alpha: wrap it
- alpha: run it
"""
ASKED = "## 1. Which? (rules on {})\n- a: this\n- b: that (refuses)\n"
PLAIN = "## 1. One\n"
TIED = "electorate bin; quorum >= 2 of cast; method approval; tie casting owner"

# words: (who, the line, standard input). Brainstorms are named in capitals.
WRITES: dict[str, tuple[str, str, str]] = {
    "item new": ("alpha", "item new EVO Title", ""),
    "item close": ("alpha", "item close EVO-2", ""),
    "item reopen": ("alpha", "item reopen EVO-3", ""),
    "item edit": ("alpha", "item edit EVO-1 --title Anew", ""),
    "item link": ("alpha", "item link EVO-1 relates EVO-2", ""),
    "item ask": ("alpha", "item ask EVO-1 Who?", ""),
    "item answer": ("beta", "item answer EVO-1.Q1 Nobody", ""),
    "item find": ("alpha", "item find EVO-1 Fact --source minutes", ""),
    "item comment": ("alpha", "item comment EVO-1 -", "A comment\n"),
    "action done": ("alpha", "action done D1.A1", ""),
    "action to-item": ("alpha", "action to-item D1.A2", ""),
    "body add": ("warden", "body add pm pm-1 pm-2", ""),
    "seat add": ("warden", "seat add bin bin-9", ""),
    "seat register": ("warden", "seat register spare --actor zeta", ""),
    "seat renew": ("eta", "seat renew leased", ""),
    "seat unregister": ("warden", "seat unregister leased", ""),
    "seat retire": ("warden", "seat retire spare", ""),
    "seat excuse": ("warden", "seat excuse OPEN bin-3 Gone", ""),
    "seat sync": ("warden", "seat sync -", '{"spare": "zeta"}'),
    "actor alias": ("warden", "actor alias alpha-cc alpha", ""),
    "policy set": ("warden", "policy set 'together bin' --project EVO", ""),
    "brainstorm open": ("alpha", "brainstorm open EVO-1 Topic", ""),
    "brainstorm say": ("alpha", "brainstorm say OPEN Well", ""),
    "brainstorm close": ("alpha", "brainstorm close OPEN --no-decision Moot", ""),
    "propose": ("alpha", "propose OPEN -f -", "## 1. Another\n"),
    "agree": ("alpha", "agree OPEN", ""),
    "object": ("alpha", "object OPEN No", ""),
    "abstain": ("alpha", "abstain OPEN", ""),
    "recuse": ("alpha", "recuse OPEN", ""),
    "concern": ("beta", "concern VETO Why?", ""),
    "clear": ("alpha", "clear VETO bin-1 Answered", ""),
    "decide": ("alpha", "decide READY", ""),
    "ratify": ("warden", "ratify D1 --points 1", ""),
    "withdraw": ("alpha", "withdraw D1.3 Moot", ""),
    "ballot open": ("alpha", "ballot open D1 --to owner -f -", ASKED.format("D1.1")),
    "ballot cast": ("warden", "ballot cast B1 1=a", ""),
    "ballot close": ("warden", "ballot close B2", ""),
    "casting-vote": ("warden", "casting-vote B3.1 a", ""),
    "hold": ("warden", "hold D1.1 --for owner Until", ""),
    "release": ("warden", "release D1.2", ""),
}


class Prepared:
    """The ledger, the ids of its brainstorms by name, and copies of it."""

    def __init__(self, path: Path) -> None:
        self.ledger = bins(path)
        self.names: dict[str, str] = {}
        do = self.ledger.do
        do("warden: body add others spare leased")
        do("warden: seat register leased --actor eta --ttl 8h")
        do("alpha: item new EVO Second --key EVO-2")
        do("alpha: item new EVO Third --key EVO-3")
        do("alpha: item close EVO-3")
        do("alpha: item ask EVO-1 Where?")
        self.ledger.decide(TEXT)
        do("warden: hold D1.2 --for owner Until")
        self._open("OPEN")
        self._open("READY")
        for who in ("alpha", "beta", "gamma"):
            do(f"{who}: agree {self.names['READY']}")
        self._open("VETO", "--policy 'together bin; veto concern'")
        do(f"alpha: concern {self.names['VETO']} Hm")
        for number, decision in enumerate(("D2", "D3", "D4"), 1):
            assert self.ledger.decide(PLAIN) == decision
            to = "bin" if number == 3 else "owner"
            more = f" --policy '{TIED}'" if number == 3 else ""
            line = f"warden: ballot open {decision} --to {to}{more} -f -"
            assert do(line, ASKED.format(f"{decision}.1"))["ids"][0] == f"B{number}"
        do("warden: ballot cast B2 1=a")
        do("alpha: ballot cast B3 1=a")
        do("beta: ballot cast B3 1=b")
        do("warden: ballot close B3")

    def _open(self, name: str, more: str = "") -> None:
        ident = self.ledger.do(f"warden: brainstorm open EVO-2 {name} {more}")["id"]
        self.ledger.do(f"alpha: propose {ident} -f -", PLAIN)
        self.names[name] = ident

    def line(self, words: str) -> tuple[str, str, str]:
        """(who, the line, standard input) of a write."""
        who, line, stdin = WRITES[words]
        for name, ident in self.names.items():
            line = line.replace(name, ident)
        return who, line, stdin

    def copy(self, path: Path) -> Driver:
        """The same ledger in another file."""
        return self.ledger.copy(path)
