"""A vote as `ledger tally` takes it, turned into the lines of a `ledger batch`: seats, a brainstorm
or a ballot, positions, leaving and joining, and the look at the end, in the order in which an
electorate would do so."""

from __future__ import annotations

from typing import Any

from ledger.core.policy.grammar import parse
from ledger.core.policy.votes import thing

Doc = dict[str, Any]
WORDS = {"for": "agree", "against": "object", "abstain": "abstain", "recuse": "recuse"}
START, LATER = "2026-06-22T08:00:00Z", "2026-09-22T08:00:00Z"
DEADLINE = "2026-06-23"
UNFIT = ("present", "stances", "recused", "required", "objections", "window", "commented", "ended")


def unfit(policy: str, given: Doc) -> str:
    """Why a vote cannot be done with seats, or nothing: figures without seats, a blank ballot."""
    if not isinstance(given.get("electorate"), list):
        return "only numbers"
    if not given["electorate"]:
        return "nobody"
    for key in UNFIT:
        if key in given:
            return f"it says {key}"
    ballots = given.get("ballots", [])
    if any("seat" not in one for one in ballots):
        return "a ballot without a seat"
    if any(one.get("rank") == "" or one.get("approve") == [] for one in ballots):
        return "a blank ballot"
    rule = parse(policy).policy
    if any(one["seat"] not in {*given["electorate"], *given.get("joined", ())} for one in ballots):
        return "a ballot of no seat"
    method = rule["method"]["name"]
    if method != "yes-no" and any(one.get("stance") == "recuse" for one in ballots):
        return "a recusal in a ballot"
    if method == "yes-no" and given.get("options"):
        return "options in a brainstorm"
    return ""


class Lines:
    """The lines of a batch, each later than the one before by nothing but the clock they say."""

    def __init__(self, policy: str, given: Doc) -> None:
        self.policy, self.given, self.lines = policy, given, list[Doc]()
        self.parsed = parse(policy)
        self.rule = self.parsed.policy
        self.yes_no = self.rule["method"]["name"] == "yes-no"
        self.now = START

    def add(self, who: str, *argv: str, stdin: str = "") -> str:
        """One more line; what stands for the id it makes."""
        line: Doc = {"argv": list(argv), "as": who, "now": self.now}
        self.lines.append({**line, **({"stdin": stdin} if stdin else {})})
        return f"${len(self.lines)}"

    def seats(self) -> None:
        """The ledger, the electorate's body, and the other seats that the policy names."""
        add, seats = self.add, self.given["electorate"]
        add("warden", "init")
        body = self.rule["electorate"]["set"][0][1][0]
        self.body = body if body not in seats else "all"
        add("warden", "body", "add", self.body, *seats)
        others = {name for role, name, _ in self.parsed.names if role in ("seat", "set")}
        for name in sorted(others - {*seats, self.body, *self.given.get("joined", ())}):
            if name != "steward":
                add("warden", "body", "add", name, name)
                add("warden", "seat", "register", name, "--actor", f"actor-{name}")
        for seat in seats:
            if seat not in self.given.get("unregistered", ()):
                add("warden", "seat", "register", seat, "--actor", f"actor-{seat}")
        add("warden", "item", "new", "EVO", "An item", "--key", "EVO-1")

    def deadline(self) -> list[str]:
        """A deadline where the vote is over and the policy has no window of its own."""
        over = self.given.get("closed") and "open" not in self.rule
        return ["--deadline", DEADLINE] if over else []

    def brainstorm(self) -> str:
        """A brainstorm with a version."""
        storm = self.add(
            "warden", "brainstorm", "open", "EVO-1", "T", "--policy", self.policy, *self.deadline()
        )
        self.add("warden", "propose", storm, "-f", "-", stdin="## 1. A point\nIt says so.\n")
        return storm

    def ballot(self) -> str:
        """A ballot with one question, on a point that waits for the ballot's ratifier."""
        self.add("warden", "body", "add", "judge", "judge")
        policy = "electorate steward; pass for > 0 of cast; ratify by judge"
        storm = self.add("warden", "brainstorm", "open", "EVO-1", "T", "--policy", policy)
        self.add("warden", "propose", storm, "-f", "-", stdin="## 1. A point\nIt says so.\n")
        self.add("warden", "agree", storm)
        self.add("warden", "decide", storm)
        asked = "\n".join(f"- {key}: what {key} says (none)" for key in self.given["options"])
        return self.add(
            "warden", "ballot", "open", "D1", "--to", self.body, "--policy", self.policy,
            *self.deadline(), "-f", "-", stdin=f"## 1. Which? (rules on D1.1)\n{asked}\n",
        )  # fmt: skip

    def vote(self, home: str, joined: bool) -> None:
        """Everybody's positions, in order, those that the policy does not take too; who came later
        speaks later."""
        said: Doc = {}
        for one in self.given.get("ballots", ()):
            seat, who = one["seat"], f"actor-{one['seat']}"
            if (seat in self.given.get("joined", ())) is not joined:
                continue
            if self.yes_no:
                reason = ["No"] if one["stance"] == "against" else []
                self.add(who, WORDS[one["stance"]], home, *reason, "--seat", seat)
            else:
                self.add(who, "ballot", "cast", home, f"1={self.choice(one)}")
            code = self.code(one, said.get(seat, one))
            if code:
                self.lines[-1]["exit"] = code
            else:
                said[seat] = one

    def code(self, one: Doc, before: Doc) -> int:
        """The exit code of a ballot: that of a refusal where its seat may not speak, or spoke
        otherwise before and the policy takes no second one."""
        seat, rule = one["seat"], self.rule
        if "rank" in one and self.spoilt(one["rank"]):
            return 2
        late = rule["electorate"]["as_of"] == "open" and seat in self.given.get("joined", ())
        out = any(seat in clause["seats"] for clause in rule.get("recuse", ()))
        barred = late or out or seat in self.given.get("unregistered", ())
        return 3 if barred or (rule["revote"] == "refuse" and one != before) else 0

    def spoilt(self, rank: str) -> bool:
        """Does the method refuse a rank?"""
        short = len(rank.replace("=", ">").split(">")) < len(self.given["options"])
        shared = self.rule["method"]["name"] == "irv" and "=" in rank.split(">")[0]
        return shared or (short and self.rule["method"]["unranked"] == "invalid")

    def choice(self, one: Doc) -> str:
        """What a ballot says to the one question."""
        if "rank" in one:
            return str(one["rank"])
        if "approve" in one:
            return ",".join(one["approve"])
        own, default = thing(self.rule, self.given["options"]), self.rule["default"]
        signs = {"for": f"{own}>{default}", "against": f"{default}>{own}"}
        return signs.get(one["stance"], f"{own}={default}")

    def happen(self, home: str) -> None:
        """Who leaves, who comes, who is excused, and whose concern stands."""
        given = self.given
        for seat in given.get("left", ()):
            self.add("warden", "seat", "unregister", seat)
        for seat in given.get("joined", ()):
            self.add("warden", "seat", "add", self.body, seat)
            self.add("warden", "seat", "register", seat, "--actor", f"actor-{seat}")
        ratify = self.rule.get("ratify")
        who = f"actor-{ratify['by']}" if ratify else "warden" if self.yes_no else "nobody"
        for seat in given.get("excused", ()):
            self.add(who, "seat", "excuse", home, seat, "Gone")
        concerns = given.get("concerns", 0)
        some = concerns if isinstance(concerns, list) else given["electorate"][:concerns]
        for seat in some:
            self.add(f"actor-{seat}", "concern", home, "Why?", "--seat", seat)

    def end(self, home: str) -> None:
        """Time passes, a tie is broken, and somebody looks."""
        self.now = LATER if self.given.get("closed") else START
        if "casting" in self.given:
            who = f"actor-{self.rule['tie']['seat']}"
            at = home if self.yes_no else "B1.1"
            self.add(who, "casting-vote", at, self.given["casting"])
        word = "brainstorm" if self.yes_no else "ballot"
        self.lines.append({"argv": [word, "show", home], "now": self.now})


def lines(policy: str, given: Doc) -> list[Doc]:
    """The lines of the batch; the last shows the brainstorm or the ballot."""
    made = Lines(policy, given)
    made.seats()
    home = made.brainstorm() if made.yes_no else made.ballot()
    made.vote(home, joined=False)
    made.happen(home)
    made.vote(home, joined=True)
    made.end(home)
    return made.lines
