"""Merkle tree hashes against the words of RFC 6962, pymerkle, and published vectors."""

from __future__ import annotations

import base64
import doctest
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pymerkle import InmemoryTree  # type: ignore[import-untyped]

from ledger.core import tree

VECTORS = Path(__file__).resolve().parents[2] / "shared" / "data" / "merkle"
CASES = sorted(VECTORS.glob("**/*.json"))
needs_vectors = pytest.mark.skipif(not CASES, reason=f"no Merkle vectors in {VECTORS}")

# The eight entries of Certificate Transparency's own tests and the root after each.
ENTRIES = [
    bytes.fromhex(entry)
    for entry in (
        *("", "00", "10", "2021", "3031", "40414243", "5051525354555657"),
        "606162636465666768696a6b6c6d6e6f",
    )
]
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]


def compact_of(leaves: list[str]) -> list[str]:
    compact: list[str] = []
    for size, leaf in enumerate(leaves):
        compact = tree.append(compact, size, leaf)
    return compact


def leaves_of(count: int) -> list[str]:
    return [tree.leaf_hash(b"entry %d" % n) for n in range(count)]


def test_the_worked_example_of_the_module_runs() -> None:
    result = doctest.testmod(tree)
    assert result.attempted >= 5
    assert result.failed == 0


# Hashes


def test_hashes_are_those_of_rfc_6962() -> None:
    left, right = tree.leaf_hash(b"a"), tree.leaf_hash(b"b")
    assert left == hashlib.sha256(b"\x00a").hexdigest()
    joined = b"\x01" + bytes.fromhex(left) + bytes.fromhex(right)
    assert tree.node_hash(left, right) == hashlib.sha256(joined).hexdigest()
    assert tree.node_hash(left, right) != tree.node_hash(right, left)
    assert hashlib.sha256().hexdigest() == tree.EMPTY_ROOT


@pytest.mark.parametrize("wrong", ["", "ab", "0" * 63, "0" * 65, "0" * 66, "g" * 64, " " * 64])
def test_a_node_takes_only_whole_hashes(wrong: str) -> None:
    right = tree.leaf_hash(b"a")
    for pair in [(wrong, right), (right, wrong), (wrong, wrong)]:
        with pytest.raises(ValueError, match=r"64 hex digits|non-hexadecimal"):
            tree.node_hash(*pair)


@pytest.mark.parametrize(("left", "right"), [(62, 66), (66, 62), (0, 128), (63, 65)])
def test_a_node_does_not_move_bytes_between_its_children(left: int, right: int) -> None:
    with pytest.raises(ValueError, match="64 hex digits"):
        tree.node_hash("0" * left, "0" * right)


# Roots


def test_roots_of_the_known_entries() -> None:
    leaves = [tree.leaf_hash(entry) for entry in ENTRIES]
    for size, known in enumerate(ROOTS, 1):
        assert tree.root_of(leaves[:size]) == known
        assert tree.root(compact_of(leaves[:size])) == known


def test_a_tree_of_nothing_and_of_one() -> None:
    leaf = tree.leaf_hash(b"")
    assert tree.root([]) == tree.root_of([]) == tree.EMPTY_ROOT
    assert tree.append([], 0, leaf) == [leaf]
    assert tree.root([leaf]) == tree.root_of([leaf]) == leaf


def test_every_small_size_has_the_recursive_root_and_that_of_pymerkle() -> None:
    leaves = leaves_of(140)
    other = InmemoryTree(algorithm="sha256")
    compact: list[str] = []
    for size, leaf in enumerate(leaves):
        compact = tree.append(compact, size, leaf)
        other.append_entry(b"entry %d" % size)
        assert tree.root(compact) == tree.root_of(leaves[: size + 1]) == other.get_root().hex()


@given(st.lists(st.binary(max_size=8), max_size=70))
def test_any_entries_have_the_recursive_root_and_that_of_pymerkle(entries: list[bytes]) -> None:
    leaves = [tree.leaf_hash(entry) for entry in entries]
    other = InmemoryTree(algorithm="sha256")
    for entry in entries:
        other.append_entry(entry)
    assert tree.root(compact_of(leaves)) == tree.root_of(leaves)
    if entries:
        assert tree.root_of(leaves) == other.get_root().hex()


@given(st.integers(1, 200), st.data())
def test_any_other_leaf_makes_another_root(size: int, data: st.DataObject) -> None:
    leaves = leaves_of(size)
    changed = list(leaves)
    changed[data.draw(st.integers(0, size - 1))] = tree.leaf_hash(b"another")
    assert tree.root(compact_of(changed)) != tree.root(compact_of(leaves))


# The compact range


@pytest.mark.parametrize("size", [*range(1, 34), 63, 64, 65, 127, 128, 129])
def test_the_compact_range_is_the_perfect_subtrees_from_left_to_right(size: int) -> None:
    leaves = leaves_of(size)
    expected, start = [], 0
    for bit in reversed(range(size.bit_length())):
        if size >> bit & 1:
            expected.append(tree.root_of(leaves[start : start + (1 << bit)]))
            start += 1 << bit
    assert compact_of(leaves) == expected


def test_append_leaves_the_range_it_was_given() -> None:
    compact = compact_of(leaves_of(7))
    before = list(compact)
    assert len(tree.append(compact, 7, tree.leaf_hash(b"x"))) == 1
    assert compact == before


@pytest.mark.parametrize(("held", "size"), [(3, 1), (3, 4), (0, 1), (1, 0), (0, -1), (1, -1)])
def test_append_refuses_a_range_of_another_size(held: int, size: int) -> None:
    with pytest.raises(ValueError, match=f"no compact range of {size} leaves"):
        tree.append(compact_of(leaves_of(held)), size, tree.leaf_hash(b"x"))


# The published proofs: node_hash must accept the good ones and no corrupted one.


def hex_of(encoded: str | None) -> str:
    return base64.b64decode(encoded or "").hex()


def shifted(fn: int, sn: int) -> tuple[int, int]:
    """One level up, and on while `fn` is a left child that has no sibling yet."""
    while fn and not fn & 1:
        fn, sn = fn >> 1, sn >> 1
    return fn >> 1, sn >> 1


def included(case: dict[str, Any]) -> bool:
    """RFC 9162, 2.1.3.2."""
    fn, sn = case["leafIdx"], case["treeSize"] - 1
    if not 0 <= fn <= sn:
        return False
    made = hex_of(case["leafHash"])
    for step in case["proof"] or []:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            made = tree.node_hash(hex_of(step), made)
            fn, sn = shifted(fn, sn)
        else:
            made = tree.node_hash(made, hex_of(step))
            fn, sn = fn >> 1, sn >> 1
    return sn == 0 and len(made) == 64 and made == hex_of(case["root"])


def consistent(case: dict[str, Any]) -> bool:
    """RFC 9162, 2.1.4.2; a proof from nothing is refused."""
    size1, size2, proof = case["size1"], case["size2"], [hex_of(p) for p in case["proof"] or []]
    root1, root2 = hex_of(case["root1"]), hex_of(case["root2"])
    if not 0 < size1 <= size2 or (size1 == size2) != (not proof):
        return False
    if size1 == size2:
        return root1 == root2
    if size1 & (size1 - 1) == 0:
        proof.insert(0, root1)
    fn, sn = size1 - 1, size2 - 1
    while fn & 1:
        fn, sn = fn >> 1, sn >> 1
    old = new = proof[0]
    for step in proof[1:]:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            old, new = tree.node_hash(step, old), tree.node_hash(step, new)
            fn, sn = shifted(fn, sn)
        else:
            new = tree.node_hash(new, step)
            fn, sn = fn >> 1, sn >> 1
    return sn == 0 and (old, new) == (root1, root2)


def accepted(case: dict[str, Any]) -> bool:
    try:
        return included(case) if "leafIdx" in case else consistent(case)
    except ValueError:
        return False


@needs_vectors
def test_all_vectors_are_there_and_hold_the_roots_of_the_known_entries() -> None:
    cases = [json.loads(path.read_text()) for path in CASES]
    assert len(cases) == 196
    good = [case for case in cases if not case["wantErr"]]
    known = dict(enumerate(ROOTS, 1))
    held = {(c["treeSize"], hex_of(c["root"])) for c in good if "leafIdx" in c}
    held |= {(c[f"size{n}"], hex_of(c[f"root{n}"])) for c in good if "size1" in c for n in "12"}
    computed = {(size, made) for size, made in held if known.get(size) == made}
    assert {size for size, _ in computed} >= {1, 2, 5, 6, 8}


@needs_vectors
@pytest.mark.parametrize("path", CASES, ids=lambda path: str(path.relative_to(VECTORS)))
def test_vector(path: Path) -> None:
    case = json.loads(path.read_text())
    assert accepted(case) == (not case["wantErr"]), case["desc"]
