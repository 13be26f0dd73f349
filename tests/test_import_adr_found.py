"""Decision records found in the wild, read by a person first: 30 files of nine folders.

They lie beside the checkout (`../shared/data/adr`) where it is at hand, and are no part of it; the
shapes they have are tested on specimens in `test_import_adr.py`.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from carried import carried, formed, proposals

from ledger.ingest.adr import read_adr
from ledger.ingest.adr_points import points_of
from ledger.ingest.adr_record import is_template, read_record

FOUND = Path(__file__).resolve().parents[2] / "shared" / "data" / "adr"
HERE = pytest.mark.skipif(not FOUND.is_dir(), reason=f"{FOUND} is not there")

# path | status | date | deciders | points | what it says of others: certain, or (?) a sentence
READ = """
Brighter/0020-reduce-esb-complexity.md | deprecated | 2024-08-01 | | 1 |
Brighter/0038-dont-ack-action.md | accepted | 2026-02-16 | | 1 2 3 4 5 6 |
Brighter/0057-box-schema-versioning-and-migrations.md | accepted | 2026-04-22 | | 1 | amends ADR 53 §7
FAC/0006-uei.md | accepted | 2022-04-11 | | 1 2 3 |
FAC/0014-compliance-documentation.md | superseded | 2022-06-02 | | 1 | by 0016-compliance-documentation
FAC/0016-file-uploads.md | proposed | 2022-08-01 | | 1 |
cloud-platform/018-Dedicated-Ingress-Controllers.md | rejected | | | 1 |
cloud-platform/019-Shared-Ingress-Controllers.md | proposed | 2020-09-09 | | 1 2 3 |
cloud-platform/021-Multi-cluster.md | superseded | 2021-05-11 | | 1 | by 036-multi-cluster
cloud-platform/034-EKS-Fargate.md | proposed | 2022-01-21 | | 1 |
content-publisher/0006-tagging-governments.md | superseded | 2018-12-12 | | 1 | by 0014-political-and-government-tagging
content-publisher/0014-political-and-government-tagging.md | accepted | 2019-12-19 | | 1 |
govuk-aws/0003-aws-networking-outline.md | accepted in part | 2017-06-30 | | 1 | amended by 0033-ip-ranges (?)
govuk-aws/0004-dns-definitions-for-hosts-and-services.md | superseded | 2017-07-14 | | 1 | by 0015-dns-infrastructure
govuk-aws/0010-terraform-directory-structure.md | accepted | 2017-07-04 | | 1 2 3 4 5 | amended by 0017-terraform-data-structure
govuk-aws/0017-terraform-data-structure.md | accepted | 2017-07-14 | | 1 | amends 0010-terraform-directory-structure
govuk-aws/0033-ip-ranges.md | proposed | 2018-09-26 | | 1 | amends 0003-aws-networking-outline (?)
log4brains/20200926-use-the-adr-number-as-its-unique-id.md | superseded | 2020-09-26 | | 1 | by 20201016-use-the-adr-slug-as-its-unique-id
log4brains/20201016-use-the-adr-slug-as-its-unique-id.md | accepted | 2020-10-16 | | 1 | supersedes 20200926-use-the-adr-number-as-its-unique-id
madr/0000-use-markdown-architectural-decision-records.md | none | | | 1 |
madr/0003-provide-own-madr-tools.md | proposed | | | 1 |
madr/0008-add-status-field.md | none | | | 1 |
madr/adr-template.md | template | | | |
manuals/20211103-use-platform-called-vfx-reference-platform.md | proposed | 2021-11-03 | team-a, dev-h | 1 |
manuals/20220222-rank-skeleton-bone-names-with-catboost.md | accepted | 2022-02-22 | | 1 | supersedes 20211031-use-bpr-to-rank-skeleton-bone-names
manuals/20260423-asset-delivery-decision.md | accepted | 2026-04-23 | iFire | 1 | supersedes 20260423-asset-delivery-benchmark; supersedes 20260421-asset-delivery-benchmark
semantic-kernel/0006-open-api-dynamic-payload-and-namespaces.md | superseded | 2023-08-15 | dev-a | 1 | by 0062-open-api-payload
semantic-kernel/0015-completion-service-selection.md | superseded | 2023-10-25 | dev-c, dev-d | 1 | by 0038-completion-service-selection
semantic-kernel/0021-aiservice-metadata.md | proposed | 2023-11-10 | dev-e, dev-c, dev-f, dev-g | 1 |
semantic-kernel/0021-json-serializable-custom-types.md | proposed | 2023-11-06 | dev-b, dev-c | 1 |
"""  # noqa: E501
TABLE = {row.split(" | ")[0]: row.rstrip(" |") for row in READ.strip().splitlines()}
# What is in force when the plan was carried out, by the file's number within its folder.
STANDS = {
    "Brighter": "0038 0057",
    "FAC": "0006",
    "content-publisher": "0014",
    "govuk-aws": "0003 0010 0017",
    "log4brains": "20201016",
    "manuals": "20220222 20260423",
}
FELL = {
    "Brighter/0020": "reversed",
    "FAC/0014": "reversed",
    "cloud-platform/021": "reversed",
    "content-publisher/0006": "superseded",
    "govuk-aws/0004": "reversed",
    "log4brains/20200926": "superseded",
    "semantic-kernel/0006": "reversed",
    "semantic-kernel/0015": "reversed",
}


def files() -> list[tuple[str, str]]:
    """(path within the data, text) of each file."""
    paths = sorted(FOUND.glob("*/*.md"))
    return [(one.relative_to(FOUND).as_posix(), one.read_text(encoding="utf-8")) for one in paths]


def row(path: str, text: str) -> str:
    """A file in the form of the table."""
    read = read_record(path, text)
    if is_template(path, read.title):
        return f"{path} | template"
    said = []
    for one in read.relations:
        name = one.ref.path.rpartition("/")[2].removesuffix(".md") or f"ADR {one.ref.number}"
        verb = ("amended by" if one.kind == "amends" else "by") if one.back else one.kind
        part = f" §{one.part}" if one.part else ""
        said.append(f"{verb} {name}{part}{'' if one.certain else ' (?)'}")
    status = (read.status or "none") + " in part" * read.part
    labels = " ".join(point.label for point in points_of(read))
    cells = [path, status, read.date, ", ".join(read.deciders), labels, "; ".join(said)]
    return " | ".join(cells).replace("|  |", "| |").replace("|  |", "| |").rstrip(" |")


@HERE
@pytest.mark.parametrize("path", TABLE)
def test_a_file_reads_as_a_person_read_it(path: str) -> None:
    assert row(path, (FOUND / path).read_text(encoding="utf-8")) == TABLE[path]


@HERE
def test_the_table_has_them_all() -> None:
    assert [path for path, _ in files()] == list(TABLE)


@HERE
@pytest.mark.parametrize("accept", [False, True])
def test_what_stands_in_the_end(accept: bool, tmp_path: Path) -> None:
    """Two supersede another, six are reversed, and nothing else falls: no supersession is made up.
    Accepted, the one inferred amendment of a decision that stands amends its target's points."""
    lines = read_adr(files(), project="ADR")
    ledger = carried(lines, tmp_path / "l.db", accept)
    stands: dict[str, list[str]] = {}
    fell: dict[str, str] = {}
    for n in range(1, 25):
        decision = ledger.do(f"show D{n}")
        folder, _, name = decision["sources"][0].partition("/")
        number = name.partition("-")[0]
        states = {point["state"] for point in decision["points"]}
        if decision["title"].endswith((" is superseded", " is deprecated")):
            assert states == {"in-force"}
        elif states == {"in-force"}:
            stands.setdefault(folder, []).append(number)
        else:
            fell[f"{folder}/{number}"] = " ".join(states)
    amended = {"govuk-aws/0010": "amended"} if accept else {}
    assert fell == FELL | amended
    expected = {folder: numbers.split() for folder, numbers in STANDS.items()}
    if accept:
        expected["govuk-aws"].remove("0010")
    assert stands == expected
    assert sum(one["argv"][0] == "decide" for one in lines) == 24


@HERE
def test_what_leads_nowhere_is_named() -> None:
    """Nine references to files that are not there, a date that reads in two ways, a template."""
    lines = read_adr(files(), project="ADR")
    formed(lines)
    said = [one["stdin"] for one in lines if one["argv"][:2] == ["item", "comment"]]
    notes = "".join(said).splitlines()
    assert sum("not among the files" in note for note in notes) == 9
    assert sum("02/09/2020" in note for note in notes) == 1
    assert sum("template" in note for note in notes) == 1
    assert len(notes) == 11
    assert sum(bool(one.get("inferred")) for one in lines) == 2


@HERE
def test_texts_are_those_of_the_files() -> None:
    texts = dict(files())
    for draft in proposals(read_adr(list(texts.items()), project="ADR")):
        (source,) = draft["sources"]
        for point in draft["points"]:
            lines = point["text"].split("\n")
            if not lines[0].endswith((" is superseded", " is deprecated")):
                assert "```text" not in lines  # none had to stand in a fence
                assert all(line in texts[source] for line in lines)
