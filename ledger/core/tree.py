"""RFC 6962 Merkle tree hashes, kept as a compact range (log.md, "Hashes, proofs, signatures").

A hash is a `str` of 64 hex digits in lower case. With `‖` for bytes put one after another:

- leaf: SHA-256(0x00 ‖ entry bytes); node: SHA-256(0x01 ‖ left ‖ right), over the 32 bytes of each;
- the root of no entries is SHA-256 of nothing; of one its leaf; of n the node over the root of the
  first k and the root of the rest, k being the largest power of two below n (RFC 6962, 2.1);
- the compact range of n entries is the list of the roots of the perfect subtrees that n's binary
  digits name, left to right, the largest first: three entries are one root of two and one leaf.

>>> a, b, c = leaf_hash(b"a"), leaf_hash(b"b"), leaf_hash(b"c")
>>> compact = append(append(append([], 0, a), 1, b), 2, c)
>>> compact == [node_hash(a, b), c]
True
>>> root(compact)
'36642e73c2540ab121e3a6bf9545b0a24982cd830eb13d3cd19de3ce6c021ec1'
>>> root(compact) == node_hash(node_hash(a, b), c) == root_of([a, b, c])
True
"""

from __future__ import annotations

from ledger.core.canon import sha256_hex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

EMPTY_ROOT = sha256_hex(b"")


def leaf_hash(data: bytes) -> str:
    """The leaf of an entry's bytes, in hex (RFC 6962, 2.1)."""
    return sha256_hex(b"\0" + data)


def node_hash(left: str, right: str) -> str:
    """The hash of the node over two hashes, in hex (RFC 6962, 2.1).

    ValueError: one of them is not 64 hex digits.
    """
    children = bytes.fromhex(left + right)
    if not len(left) == len(right) == len(children) == 64:
        raise ValueError("a node is made of two hashes of 64 hex digits")
    return sha256_hex(b"\1" + children)


def append(compact: Sequence[str], size: int, leaf: str) -> list[str]:
    """The compact range after one more leaf; `compact` is that of `size` leaves and stays as it is.

    ValueError: `compact` is not the range of so many leaves, or not of hashes.
    """
    if size < 0 or len(compact) != size.bit_count():
        raise ValueError(f"{len(compact)} hashes are no compact range of {size} leaves")
    made = list(compact)
    while size & 1:
        leaf = node_hash(made.pop(), leaf)
        size >>= 1
    made.append(leaf)
    return made


def root(compact: Sequence[str]) -> str:
    """The root of the tree with this compact range, in hex: its hashes joined from the right."""
    if not compact:
        return EMPTY_ROOT
    *lefts, made = compact
    for left in reversed(lefts):
        made = node_hash(left, made)
    return made


def root_of(leaves: Sequence[str]) -> str:
    """The root over all these leaf hashes, in hex, by the words of RFC 6962, 2.1.

    Costs every leaf each time; `append` and `root` do the same in a few hashes.
    """
    if not leaves:
        return EMPTY_ROOT
    if len(leaves) == 1:
        return leaves[0]
    k = 1 << (len(leaves) - 1).bit_length() - 1
    return node_hash(root_of(leaves[:k]), root_of(leaves[k:]))
