"""Work items."""

from __future__ import annotations

from ledger.cli.table.shapes import WROTE, listed

COMMANDS = {
    "item new": {
        "help": "Open a work item in a project; without --key it gets the next number.",
        "arguments": [("PROJECT", "project", "one"), ("TITLE", "text", "one")],
        "options": [
            ("--key", "KEY", "key", "its key, such as EVO-26"),
            ("--parent", "KEY", "key", "the item that it is a part of"),
            ("--owner", "ACTOR", "name", "whose it is"),
        ],
        "example": 'ledger item new EVO "Who may launch workers" --key EVO-26 --as alpha',
        "run": "item:new",
        "write": True,
        "data": {**WROTE, "key": "str"},
    },
    "item list": {
        "help": "List work items.",
        "arguments": [],
        "options": [
            ("--project", "PROJECT", "project", "only those of a project"),
            ("--state", "STATE", "item-state", "only open or closed ones"),
            ("--owner", "ACTOR", "name", "only those of an owner"),
            ("--parent", "KEY", "key", "only the sub-items of an item"),
        ],
        "example": "ledger item list --project EVO --state open",
        "run": "item:rows",
        "data": listed("@item"),
    },
    "item close": {
        "help": "Close a work item; it still takes comments.",
        "arguments": [("KEY", "key", "one")],
        "example": "ledger item close EVO-26 --as alpha",
        "run": "item:close",
        "write": True,
        "data": WROTE,
    },
    "item reopen": {
        "help": "Open a closed work item again.",
        "arguments": [("KEY", "key", "one")],
        "example": "ledger item reopen EVO-26 --as alpha",
        "run": "item:reopen",
        "write": True,
        "data": WROTE,
    },
    "item edit": {
        "help": "Change a work item's title, owner or parent.",
        "arguments": [("KEY", "key", "one")],
        "options": [
            ("--title", "TITLE", "text", "the new title"),
            ("--owner", "ACTOR", "name", "the new owner"),
            ("--parent", "KEY", "key", "the new parent"),
        ],
        "example": 'ledger item edit EVO-26 --title "Who may launch workers?" --as alpha',
        "run": "item:edit",
        "write": True,
        "data": WROTE,
    },
    "item link": {
        "help": "Link two work items: blocks, relates, duplicates or descends-to.",
        "arguments": [("KEY", "key", "one"), ("REL", "rel", "one"), ("OTHER", "key", "one")],
        "example": "ledger item link EVO-26 relates EVO-27 --as alpha",
        "run": "item:link",
        "write": True,
        "data": WROTE,
    },
    "item comment": {
        "help": "Say something about a work item.",
        "arguments": [("KEY", "key", "one"), ("TEXT", "text", "one")],
        "example": 'ledger item comment EVO-26 "Measured again: 2.5 GB" --as alpha',
        "run": "item:comment",
        "write": True,
        "data": WROTE,
    },
}
