"""One small adapter a data set: what becomes a document, a reference, an answer, a flag."""

import io
from typing import Any

import orjson
import pyarrow
import pyarrow.parquet
import pytest

from benchmark.construction.rawdata import FORMATS, RawDocument, formats_text, occurs
from reviewapp.records import InvalidFile

from .rawfiles import json_lines, raw_file, read, read_bytes


def musique(**changes: Any) -> dict[str, Any]:
    paragraphs = [
        {"idx": 0, "title": "A", "paragraph_text": "Ada wrote.", "is_supporting": True},
        {"idx": 1, "title": "A", "paragraph_text": "Other.", "is_supporting": False},
    ]
    record = {"id": "2hop__1_2", "question": "Who?", "answer": "Ada", "answer_aliases": ["A. L."]}
    return record | {"answerable": True, "paragraphs": paragraphs} | changes


def hotpot(**changes: Any) -> dict[str, Any]:
    context = [["T", ["One.", " Two."]], ["U", ["Three."]], ["T", ["Four."]]]
    record = {"_id": "h1", "question": "Who?", "answer": "Two", "type": "bridge"}
    return record | {"context": context, "supporting_facts": [["U", 0], ["T", 1]]} | changes


# --- MuSiQue ------------------------------------------------------------------------------------------


def test_musique_paragraphs_are_documents_and_supporting_ones_references() -> None:
    documents, [item], _ = read_bytes("musique", json_lines(musique()))
    assert documents == [
        RawDocument("2hop__1_2:0", "A", "Ada wrote."),
        RawDocument("2hop__1_2:1", "A", "Other."),
    ]
    assert item.references == ("2hop__1_2:0",)
    assert (item.answer, item.answer_aliases, item.task_type, item.flags) == ("Ada", ("A. L.",), "2hop", ())


@pytest.mark.parametrize(
    ("changes", "flags"),
    [
        ({"answerable": False}, ("unanswerable",)),
        ({"paragraphs": []}, ("no_support",)),
        ({"answer": "Eve", "answer_aliases": []}, ("answer_absent",)),
        ({"answer": "Eve", "answer_aliases": ["ADA"]}, ()),
        ({"answerable": False, "paragraphs": []}, ("unanswerable", "no_support")),
        ({"answer": "wrot", "answer_aliases": []}, ("answer_absent",)),
    ],
)
def test_odd_records_are_flagged_not_dropped(changes: dict[str, Any], flags: tuple[str, ...]) -> None:
    _, [item], problems = read_bytes("musique", json_lines(musique(**changes)))
    assert item.flags == flags
    assert problems.messages == []


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"id": None}, "id: expected a string, got null"),
        ({"id": "x" * 441}, "id: 441 characters, expected at most 440"),
        ({"question": ""}, "question: expected text, got an empty string"),
        ({"answer": "\0"}, "answer: a NUL character at position 0, which the database cannot hold"),
        ({"answer_aliases": ["a", 1]}, "answer_aliases[1]: expected a string, got an integer"),
        ({"answerable": "yes"}, "answerable: expected true or false, got a string"),
        ({"paragraphs": [[]]}, "paragraphs[0].: expected an object, got a list"),
        ({"paragraphs": [{"title": "T"}]}, "paragraphs[0].paragraph_text: the key is missing"),
    ],
)
def test_musique_says_which_field_is_wrong(changes: dict[str, Any], message: str) -> None:
    _, items, problems = read_bytes("musique", json_lines(musique(**changes)))
    assert items == []
    assert problems.messages == [f"f.jsonl:1: {message}"]


@pytest.mark.parametrize("indent", [None, 2])
def test_lists_and_single_objects_read_like_lines(indent: int | None) -> None:
    option = orjson.OPT_INDENT_2 if indent else 0
    expected = read_bytes("musique", json_lines(musique()))[:2]
    assert read_bytes("musique", orjson.dumps([musique()], option=option))[:2] == expected
    assert read_bytes("musique", orjson.dumps(musique(), option=option))[:2] == expected


# --- HotpotQA and 2Wiki -------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "text"), [("hotpotqa", "One. Two."), ("2wikimultihopqa", "One.  Two.")])
def test_sentences_join_as_the_data_set_means_them(name: str, text: str) -> None:
    documents, _, _ = read_bytes(name, json_lines(hotpot()))
    assert [one.text for one in documents] == [text, "Three.", "Four."]


def test_references_follow_the_facts_and_repeated_titles_the_sentence() -> None:
    _, [item], _ = read_bytes("hotpotqa", json_lines(hotpot()))
    assert item.references == ("h1:1", "h1:0")
    _, [item], _ = read_bytes("hotpotqa", json_lines(hotpot(supporting_facts=[["T", 0], ["T", 9]])))
    assert item.references == ("h1:0", "h1:2")


def test_a_fact_without_its_paragraph_is_flagged() -> None:
    _, [item], _ = read_bytes("hotpotqa", json_lines(hotpot(supporting_facts=[["T", 1], ["X", 0]])))
    assert (item.references, item.flags) == (("h1:0",), ("no_support",))


def test_yes_and_no_are_flagged_unless_the_text_says_so() -> None:
    known = [["T", ["I know it."]]]
    _, [item], _ = read_bytes("hotpotqa", json_lines(hotpot(answer="no", context=known)))
    assert item.flags == ("no_support", "answer_absent")


def test_parallel_lists_read_like_pairs() -> None:
    flat = hotpot(
        context={"title": ["T", "U", "T"], "sentences": [["One.", " Two."], ["Three."], ["Four."]]},
        supporting_facts={"title": ["U", "T"], "sent_id": [0, 1]},
    )
    assert read_bytes("hotpotqa", json_lines(flat))[:2] == read_bytes("hotpotqa", json_lines(hotpot()))[:2]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"context": {"title": ["T"], "sentences": []}}, "context: 1 titles and 0 lists of sentences"),
        ({"supporting_facts": {"title": [], "sent_id": [1]}}, "supporting_facts: 0 titles and 1 positions"),
        ({"context": [["T"]]}, "context[0]: expected a pair, got a list"),
        ({"context": "T"}, "context: expected a list, got a string"),
        ({"supporting_facts": [["T", "0"]]}, "supporting_facts[0].1: expected an integer, got a string"),
        ({"context": [["T", ["a", None]]]}, "context[0].1[1]: expected a string, got null"),
    ],
)
def test_hotpotqa_says_which_field_is_wrong(changes: dict[str, Any], message: str) -> None:
    _, _, problems = read_bytes("hotpotqa", json_lines(hotpot(**changes)))
    assert problems.messages[0].startswith(f"f.jsonl:1: {message}")


def test_an_integer_id_counts_as_its_digits() -> None:
    assert read_bytes("hotpotqa", json_lines(hotpot(_id=37)))[1][0].item_id == "37"


def columnar(*records: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {key: {str(n): one[key] for n, one in enumerate(records)} for key in records[0]}


def test_columns_read_like_records() -> None:
    records = [hotpot(), hotpot(_id="h2", answer="Four")]
    data = orjson.dumps(columnar(*records))
    assert read_bytes("2wikimultihopqa", data)[:2] == read_bytes("2wikimultihopqa", json_lines(*records))[:2]


def test_columns_that_do_not_match_are_refused_by_row() -> None:
    columns = columnar(hotpot(), hotpot(_id="h2"))
    columns["answer"] = {"1": "a", "0": "b"}
    _, items, problems = read_bytes("2wikimultihopqa", orjson.dumps(columns))
    assert items == []
    assert "answer: row '0' does not stand at the same position here" in problems.messages[0]


def test_a_missing_column_is_named() -> None:
    columns = columnar(hotpot())
    del columns["answer"]
    with pytest.raises(InvalidFile, match=r"f\.jsonl: no column answer, found _id, question, type"):
        read_bytes("2wikimultihopqa", orjson.dumps(columns))


def test_a_damaged_cell_is_refused_and_the_other_rows_are_read() -> None:
    data = orjson.dumps(columnar(hotpot(), hotpot(_id="h2"))).replace(b'"Two"', b'"\\ud800"', 1)
    _, items, problems = read_bytes("2wikimultihopqa", data)
    assert [item.item_id for item in items] == ["h2"]
    assert "answer: 0: a lone surrogate \\ud800" in problems.messages[0]


def test_a_corpus_is_documents_alone_with_ids_of_their_content() -> None:
    data = orjson.dumps([{"title": "T", "text": "a"}, {"title": "T", "text": "b"}])
    documents, items, problems = read_bytes("2wikimultihopqa", data)
    assert [(one.title, one.text) for one in documents] == [("T", "a"), ("T", "b")]
    assert len({one.external_id for one in documents}) == 2
    assert documents == read_bytes("2wikimultihopqa", data)[0]
    assert (items, problems.messages) == ([], [])


# --- SQuAD --------------------------------------------------------------------------------------------

QUESTION = {"id": "s1", "question": "Who?", "answers": [{"text": "Ada"}, {"text": "Ada L"}, {"text": "Ada"}]}
ARTICLE = {"title": "T", "paragraphs": [{"context": "Ada L", "qas": [QUESTION]}]}


def test_squad_keeps_every_distinct_answer() -> None:
    data = orjson.dumps({"version": "1.1", "data": [ARTICLE]})
    [document], [item], _ = read_bytes("squad", data)
    assert (item.answer, item.answer_aliases, item.flags) == ("Ada", ("Ada L",), ())
    assert item.references == (document.external_id,)


def test_squad_flags_impossible_questions() -> None:
    question = {"id": "s2", "question": "?", "answers": [], "is_impossible": True}
    data = orjson.dumps(
        {"data": [{"title": "T", "paragraphs": [{"context": "c", "qas": [question]}]}], "version": "v2.0"}
    )
    _, [item], _ = read_bytes("squad", data)
    assert (item.answer, item.flags) == ("", ("unanswerable",))


def test_squad_rows_read_like_articles() -> None:
    row = {"id": "s1", "title": "T", "context": "Ada L", "question": "Who?"}
    row["answers"] = {"text": ["Ada", "Ada L"], "answer_start": [0, 0]}
    nested = read_bytes("squad", orjson.dumps({"version": "1.1", "data": [ARTICLE]}))
    assert read_bytes("squad", json_lines(row))[:2] == nested[:2]


def test_squad_names_the_question_that_is_wrong() -> None:
    article = {"title": "T", "paragraphs": [{"context": "c", "qas": [QUESTION | {"id": 0.5}]}]}
    _, _, problems = read_bytes("squad", orjson.dumps({"version": "1", "data": [article]}))
    expected = "f.jsonl:1 (record 1, byte 23): paragraphs[0].qas[0].id: expected a string, got a number with"
    assert problems.messages[0].startswith(expected)


# --- LongBench ----------------------------------------------------------------------------------------


def test_longbench_takes_the_context_as_the_reference() -> None:
    record = {"_id": "l1", "input": "Who?", "context": "Ada", "answers": ["Ada", "A"], "dataset": "hotpotqa"}
    [document], [item], _ = read_bytes("longbench", json_lines(record))
    assert (document.text, item.query, item.task_type) == ("Ada", "Who?", "hotpotqa")
    assert (item.answer, item.answer_aliases, item.references) == ("Ada", ("A",), ("l1:0",))


def test_longbench_v2_answers_with_the_text_of_the_choice() -> None:
    record = {"_id": "l2", "question": "Who?", "context": "c", "answer": "B", "sub_domain": "Law"}
    record |= {f"choice_{letter}": f"text {letter}" for letter in "ABCD"}
    _, [item], _ = read_bytes("longbench", json_lines(record))
    assert (item.answer, item.task_type, item.flags) == ("text B", "Law", ("answer_absent",))
    _, _, problems = read_bytes("longbench", json_lines(record | {"answer": "E"}))
    assert problems.messages == ["f.jsonl:1: answer: expected one of A, B, C, D, got 'E'"]


# --- AutoRAG ------------------------------------------------------------------------------------------


def parquet(rows: list[dict[str, Any]]) -> bytes:
    sink = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), sink)
    return sink.getvalue()


CORPUS = parquet([{"doc_id": "a", "contents": "Ada."}, {"doc_id": "b", "contents": "Bee."}])


def questions(gold: list[list[str]], answers: list[str]) -> bytes:
    return parquet([{"qid": "q", "query": "?", "generation_gt": answers, "retrieval_gt": gold}])


def test_autorag_flattens_groups_and_flags_by_the_gold_texts() -> None:
    qa = raw_file(questions([["b", "a"], ["a"]], ["Eve", "ada"]), "qa.parquet")
    documents, [item], _ = read("autorag", qa, raw_file(CORPUS, "corpus.parquet"))
    assert [one.external_id for one in documents] == ["a", "b"]
    assert (item.references, item.answer_aliases, item.flags) == (("b", "a"), ("ada",), ())
    absent = raw_file(questions([["b"]], ["Eve"]), "qa.parquet")
    assert read("autorag", absent, raw_file(CORPUS, "c.parquet"))[1][0].flags == ("answer_absent",)


def test_autorag_questions_may_come_without_their_corpus() -> None:
    _, [item], _ = read("autorag", raw_file(questions([["z"]], ["Eve"]), "qa.parquet"))
    assert (item.references, item.flags) == (("z",), ())


def test_autorag_says_what_a_file_lacks() -> None:
    with pytest.raises(InvalidFile, match=r"x\.parquet: found a; expected doc_id, contents or qid, query"):
        read("autorag", raw_file(parquet([{"a": 1}]), "x.parquet"))
    with pytest.raises(InvalidFile, match=r"x\.parquet: no good parquet"):
        read("autorag", raw_file(CORPUS[:-20], "x.parquet"))


# --- All ----------------------------------------------------------------------------------------------


def test_the_list_of_formats_names_each() -> None:
    assert list(FORMATS) == [
        "musique", "hotpotqa", "2wikimultihopqa", "squad", "longbench", "autorag", "frames", "table",
    ]  # fmt: skip
    assert all(name in formats_text() for name in FORMATS)


@pytest.mark.parametrize(
    ("answer", "text", "expected"),
    [
        ("Ada", "by ADA.", True),
        ("no", "I know", False),
        ("no", "no, never", True),
        ("3", "1983", False),
        ("1,204", "of 1,204 crates", True),
        ("C++", "in C++17", True),
        ("", "text", True),
        ("Straße", "STRASSE", True),
    ],
)
def test_occurrence_is_of_whole_words(answer: str, text: str, expected: bool) -> None:
    assert occurs(answer, text) is expected
