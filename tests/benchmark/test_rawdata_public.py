"""Every file of the public records imports, or is refused with the right reason; counts as measured."""

from collections import Counter, defaultdict
from pathlib import Path

import pytest

from benchmark.construction.rawdata import FORMATS, RawItem
from reviewapp.records import InputFile, InvalidFile, Problems

from .rawfiles import read

pytestmark = pytest.mark.data

# documents, items, then flags: unanswerable, no_support, answer_absent
COUNTS = {
    ("musique", "musique/hipporag_train100.json"): (2000, 100, 0, 0, 1),
    ("musique", "musique/hopquick_example10.jsonl"): (200, 10, 0, 0, 0),
    ("musique", "musique/migres_dev200.jsonl"): (4000, 200, 0, 0, 0),
    ("musique", "musique/tdca_random100_seed520.jsonl"): (1995, 100, 0, 0, 0),
    ("musique", "musique/tdca_tuning50.json"): (1000, 50, 0, 0, 0),
    ("musique", "musique/tdca_validation200.jsonl"): (3997, 200, 0, 0, 0),
    ("musique", "musique/crewai_train100/*.json"): (2000, 100, 50, 17, 25),
    ("hotpotqa", "hotpotqa/hipporag_train100.json"): (994, 100, 0, 0, 9),
    ("hotpotqa", "hotpotqa/masarena_validate200.jsonl"): (2000, 200, 0, 0, 10),
    ("2wikimultihopqa", "2wikimultihopqa/hipporag_corpus6119.json"): (6119, 0, 0, 0, 0),
    ("2wikimultihopqa", "2wikimultihopqa/tts_sample500_columnar.json"): (5000, 500, 0, 0, 51),
    ("autorag", "autorag-parquet/gen_*.parquet"): (55, 20, 0, 0, 20),
    ("autorag", "autorag-parquet/sample_*.parquet"): (30, 10, 0, 0, 10),
}


def files_at(folder: Path, pattern: str) -> list[InputFile]:
    return [InputFile.at(path) for path in sorted(folder.glob(pattern))]


@pytest.mark.parametrize(("format_name", "pattern"), COUNTS)
def test_imports_every_record(shared_data: Path, format_name: str, pattern: str) -> None:
    documents, items, problems = read(format_name, *files_at(shared_data, pattern))
    flags = Counter(flag for item in items for flag in item.flags)
    found = [flags[name] for name in ("unanswerable", "no_support", "answer_absent")]
    assert problems.messages == []
    assert (len(documents), len(items), *found) == COUNTS[format_name, pattern]


@pytest.mark.parametrize(("format_name", "pattern"), COUNTS)
def test_every_reference_is_a_document_of_the_files(
    shared_data: Path, format_name: str, pattern: str
) -> None:
    documents, items, _ = read(format_name, *files_at(shared_data, pattern))
    known = {document.external_id for document in documents}
    assert len(known) == len(documents)
    assert all(one in known for item in items for one in item.references)


def test_musique_ids_in_several_files_agree(shared_data: Path) -> None:
    seen: dict[str, set[RawItem]] = defaultdict(set)
    times: Counter[str] = Counter()
    for file in files_at(shared_data, "musique/**/*.json*"):
        _, items, _ = read("musique", file)
        for item in items:
            seen[item.item_id].add(item)
            times[item.item_id] += 1
    assert (len(times), times.total()) == (732, 760)
    assert sum(count > 1 for count in times.values()) == 28
    assert all(len(versions) == 1 for versions in seen.values())


def test_a_retrieval_result_is_no_question_file(shared_data: Path) -> None:
    with pytest.raises(InvalidFile, match="a retrieval result, expected a corpus or questions"):
        read("autorag", *files_at(shared_data, "autorag-parquet/result_*.parquet"))


def test_frames_is_refused_for_want_of_texts(shared_data: Path) -> None:
    problems = Problems()
    assert list(FORMATS["frames"].read(files_at(shared_data, "frames/test.tsv"), problems, {})) == []
    assert problems.bad_records == 824
    first = "test.tsv:2: wiki_links: the texts of its 5 linked pages are missing, the first is https://en."
    assert problems.messages[0].startswith(first)


def test_frames_questions_read_as_a_table_with_their_spaces(shared_data: Path) -> None:
    columns = {"query": "Prompt", "answer": "Answer"}
    documents, items, problems = read("table", *files_at(shared_data, "frames/test.tsv"), columns=columns)
    assert (len(documents), len(items), problems.messages) == (0, 824, [])
    assert items[0].query.endswith("what is my future wife's name? ")
    assert {item.flags for item in items} == {("no_support",)}


def test_an_autorag_corpus_reads_as_a_table(shared_data: Path) -> None:
    columns = {"external_id": "doc_id", "text": "contents"}
    files = files_at(shared_data, "autorag-parquet/gen_corpus.parquet")
    documents, items, problems = read("table", *files, columns=columns)
    assert (len(documents), len(items), problems.messages) == (55, 0, [])
