"""Every block code once: why it is said, the kind of command that goes on from there, and the
commands that may be refused with it. `ledger help --json` and `docs/errors.md` are made from it.

Among the commands WRITE stands for all that write and LEDGER for all that read a ledger.
"""

from __future__ import annotations

WRITE, LEDGER = "(write)", "(ledger)"
POSITIONS = ("agree", "object", "abstain", "recuse", "concern")
SPEAKS = (*POSITIONS, "ballot cast")
STEWARDS = (
    *("body add", "seat add", "seat register", "seat retire", "seat excuse", "seat sync"),
    *("actor alias", "policy set"),
)
RULED = ("ratify", "withdraw", "hold", "release")
BALLOTS = ("ballot open", "ballot cast", "ballot close", "casting-vote")
STORMS = (
    *("brainstorm close", "propose", *POSITIONS, "clear", "decide"),
    *("seat excuse", "casting-vote"),
)
ENDS = ("brainstorm say", *STORMS, *BALLOTS, "ratify", "withdraw")
ITEMS = ("item edit", "item close", "item reopen", "action done", "action to-item")

# code: (because, hint, commands)
BLOCKS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "seat-unregistered": (
        "a required seat, or the one that acts, is held by nobody; names its last holder",
        "ledger seat register SEAT --actor ACTOR",
        (*SPEAKS, *RULED, *BALLOTS, *STORMS, "seat renew"),
    ),
    "seat-held": (
        "somebody else holds the seat; names them",
        "ledger seat register SEAT --actor ACTOR --replace",
        ("seat register", "seat renew"),
    ),
    "same-hand": (
        "one actor, with its aliases, twice in a body or an electorate; or a ratifier that must be "
        "independent and is not",
        "ledger seat roster BODY",
        (*SPEAKS, "seat register", "seat renew", "seat sync", "actor alias", "ratify"),
    ),
    "not-in-electorate": (
        "the actor holds no seat of the electorate; names who does",
        "ledger brainstorm show BS",
        (*SPEAKS, "decide"),
    ),
    "not-the-ratifier": (
        "the actor does not hold the seat that ratifies; names who does, or that nobody need",
        "ledger show D7",
        ("ratify", "ballot open"),
    ),
    "not-allowed": (
        "the actor has no right to that, or nobody has; names who has",
        "ledger seat roster BODY",
        (*STEWARDS, *ITEMS, *STORMS, "ballot open", "ballot close", "withdraw", "hold", "release")
        + ("brainstorm open", "seat renew", "seat unregister"),
    ),
    "no-policy": (
        "no policy is set for the item, its project or the ledger",
        "ledger policy set POLICY --project PROJECT",
        ("brainstorm open", "decide"),
    ),
    "no-proposal": (
        "nothing is proposed yet",
        "ledger propose BS -f FILE",
        (*POSITIONS, "decide"),
    ),
    "quorum-unmet": ("too few took part, in figures", "ledger brainstorm show BS", ("decide",)),
    "threshold-unmet": (
        "the policy's threshold is not met, in figures",
        "ledger brainstorm show BS",
        ("decide",),
    ),
    "required-not-for": (
        "a seat that must be for it, or must cast, has not",
        "ledger brainstorm show BS",
        ("decide",),
    ),
    "objection-open": (
        "an objection or a concern stands; names the seat, the version and who may clear it",
        "ledger clear BS SEAT REASON",
        ("decide",),
    ),
    "tied": (
        "the votes are even and the policy breaks no tie",
        "ledger casting-vote B3.1 OPTION",
        ("decide", "ratify"),
    ),
    "default-won": (
        "the outcome that the policy names where nothing else wins",
        "ledger show B3",
        ("decide", "ratify"),
    ),
    "window-open": (
        "the window that the policy gives has not passed; says until when",
        "ledger brainstorm show BS",
        ("decide", "brainstorm close", "ballot close", "casting-vote"),
    ),
    "final-period": (
        "the final period runs; says until when",
        "ledger brainstorm show BS",
        ("decide", "brainstorm close"),
    ),
    "closed": (
        "it has ended, or its window has; says how",
        "ledger show ID",
        ("brainstorm open", "action to-item", "wait", *ENDS),
    ),
    "lapsed": (
        "it ran out by the clock; says when",
        "ledger show ID",
        ENDS,
    ),
    "aborted": (
        "a seat left, or the set policy changed, and the policy ends it then",
        "ledger show ID",
        ENDS,
    ),
    "not-adopted": (
        "the id of a brainstorm was given for that of a decision, and it has none",
        "ledger brainstorm show BS",
        (*RULED, "ballot open"),
    ),
    "already-ratified": (
        "it was ratified, and this says something else",
        "ledger show D7.1",
        ("ratify", "withdraw", "ballot open"),
    ),
    "already-cast": (
        "the seat has spoken, and the policy takes no second answer",
        "ledger show ID",
        SPEAKS,
    ),
    "text-changed": (
        "another version, or another expansion of its targets, than was meant",
        "ledger agree BS --on N",
        (*POSITIONS, "decide", "ratify", "withdraw", "casting-vote"),
    ),
    "split": (
        "the point displaces a target together with others, which are not named",
        "ledger ratify D7 --points 3a,3b",
        ("ratify", "withdraw", "ballot open"),
    ),
    "pending-amendment": (
        "an adopted amendment to the point waits; names it",
        "ledger show D8",
        ("ratify", "ballot open"),
    ),
    "target-not-in-force": (
        "what it acts on is not in the state that it must be in; names what felled it",
        "ledger show D7.1",
        ("propose", "decide", "ratify", "hold", "release"),
    ),
    "ballot-open": (
        "a question of the ballot is unanswered, or the ballot is not closed",
        "ledger ballot close B3",
        ("ratify",),
    ),
    "held": (
        "it is in force but not to be carried out yet; names for whom",
        "ledger show D7.1",
        ("check",),
    ),
    "base-fell": ("it refines what has fallen", "ledger show D7.1", ("check",)),
    "reported-only": ("it was ratified by report alone", "ledger show D7.1", ("check",)),
    "contested": (
        "two imported points displace the same",
        "ledger show D7.1",
        ("check",),
    ),
    "not-in-force": ("it fell, or never came in force", "ledger show D7.1", ("check",)),
    "awaiting-ratification": ("it waits for its ratifier", "ledger show D7", ("check",)),
    "clock": (
        "this machine's clock is more than ten minutes behind the last entry, or behind what an "
        "import reports; both times",
        "ledger log",
        (WRITE,),
    ),
    "timed-out": (
        "what was waited for has not come in that time",
        "ledger show ID",
        ("wait",),
    ),
    "stale": (
        "a snapshot or a read table is not what the log makes, or a page is not what the ledger "
        "would write",
        "ledger rebuild",
        (LEDGER,),
    ),
}
