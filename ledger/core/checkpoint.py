"""The unsigned checkpoint: the text of C2SP's tlog-checkpoint, three lines, of a log's origin
(`ledger/` and the ledger's id), the number of its entries, and the root over them in base64.

>>> print(checkpoint("019eeec5-c900-7be0-bbec-7f30b99d927b", 12, "00" * 32), end="")
ledger/019eeec5-c900-7be0-bbec-7f30b99d927b
12
AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=

Source: log.md, "Checkpoint".
"""

from __future__ import annotations

from binascii import b2a_base64


def checkpoint(ledger: str, size: int, root: str) -> str:
    """The checkpoint of a ledger's first `size` entries; `root` is hex."""
    return f"ledger/{ledger}\n{size}\n{b2a_base64(bytes.fromhex(root)).decode()}"
