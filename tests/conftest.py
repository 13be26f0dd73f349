"""What several tests share: a clean environment, and how long to try."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from driving import Driver, bins
from hypothesis import settings

SOAK = os.environ.get("LEDGER_SOAK") == "1"

# `make test` tries the same examples each time; `make soak` other ones, and many more.
settings.register_profile("test", deadline=None, derandomize=True)
settings.register_profile("soak", deadline=None, max_examples=2_000)
settings.load_profile("soak" if SOAK else "test")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--update`: the pages whose blocks are run, and the vectors, are written anew."""
    parser.addoption("--update", action="store_true", help="write transcripts and vectors anew")


def pytest_configure(config: pytest.Config) -> None:
    """The markers."""
    config.addinivalue_line("markers", "soak: has a long form, which `make soak` runs")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test by Hypothesis has a long form: other examples, and more of them."""
    for item in items:
        if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker("soak")


@pytest.fixture(autouse=True)
def _no_settings_of_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    """LEDGER_DB, LEDGER_ACTOR and their like are the tests' own."""
    for name in list(os.environ):
        if name.startswith("LEDGER_") and name != "LEDGER_SOAK":
            monkeypatch.delenv(name)


@pytest.fixture(scope="session")
def soak() -> int:
    """How many times the usual number of rounds to run."""
    return 50 if SOAK else 1


@pytest.fixture(scope="session")
def by_policy(tmp_path_factory: pytest.TempPathFactory) -> Driver:
    """Three bins whose decisions are in force by policy, and D1 with two points in force."""
    ledger = bins(tmp_path_factory.mktemp("by-policy") / "l.db", "together bin")
    ledger.decide("## 1. One\n\n## 2. Two\n")
    return ledger


@pytest.fixture(scope="session")
def by_owner(tmp_path_factory: pytest.TempPathFactory) -> Driver:
    """The same with the owner's ratification: D1 is ratified."""
    ledger = bins(tmp_path_factory.mktemp("by-owner") / "l.db")
    ledger.decide("## 1. One\n\n## 2. Two\n")
    ledger.do("warden: ratify D1")
    return ledger


@pytest.fixture
def free(by_policy: Driver, tmp_path: Path) -> Driver:
    """A copy of `by_policy` of its own."""
    return by_policy.copy(tmp_path / "l.db")


@pytest.fixture
def asked(by_owner: Driver, tmp_path: Path) -> Driver:
    """A copy of `by_owner` of its own."""
    return by_owner.copy(tmp_path / "l.db")
