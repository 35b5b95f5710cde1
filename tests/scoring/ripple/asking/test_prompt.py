"""The prompt: what the paper asks for, around the public parts of an item and nothing hidden."""

import json

import pytest

from reviewapp.asking.prompt import BadTemplate
from reviewapp.asking.settings import ModelSettings
from reviewapp.records import InvalidRecord
from scoring.ripple.asking.prompt import DEFAULT, PublicItem, Template, question_of
from tests.scoring.ripple.making import EDGES, SPANS, TEXTS, item_object

DOCUMENTS = [{name: TEXTS[name] for name in "axb"}, {name: TEXTS[name] for name in "yczvw"}]


def whole(**changes: object) -> dict:
    made = item_object(DOCUMENTS, EDGES, spans=SPANS, source_id="s-secret", split="report")
    return made | {"provenance": {"hidden": "provenance-secret"}} | changes


def test_the_default_prompt_shows_the_edit_and_every_unit() -> None:
    item = PublicItem.of(whole())
    system, user = Template().messages(item)
    assert (system["role"], user["role"]) == ("system", "user")
    shown = user["content"]
    assert json.dumps(item.edit, ensure_ascii=False) in shown
    listed = json.loads(shown[shown.index("The documents:\n") + 15 :])
    assert [[unit["unit_id"] for unit in document["units"]] for document in listed] == [
        list(document) for document in DOCUMENTS
    ]
    assert {unit["text"] for document in listed for unit in document["units"]} == {
        text for document in DOCUMENTS for text in document.values()
    }


def test_the_same_is_asked_of_the_public_and_of_the_whole_record() -> None:
    record = whole()
    public = {name: record[name] for name in ("item_id", "edit", "documents")}
    settings, template = ModelSettings("m", "u"), Template()
    assert question_of(PublicItem.of(record), settings, template, "k") == question_of(
        PublicItem.of(public), settings, template, "k"
    )


def test_no_request_depends_on_a_hidden_field() -> None:
    changed = whole(
        split="development",
        source_id="other",
        shape="fork_with_tails",
        closure={"units": [], "edges": []},
        supporting_units=["a"],
        spans=[],
        provenance={},
    )
    settings, template = ModelSettings("m", "u"), Template()
    asked = [question_of(PublicItem.of(one), settings, template, "k") for one in (whole(), changed)]
    assert asked[0] == asked[1]
    assert "secret" not in json.dumps(asked[0])


def test_an_items_own_braces_are_text() -> None:
    record = whole()
    record["edit"]["description"] = "{{documents}} and \\1"
    [message] = Template("{{edit}}\n{{documents}}").messages(PublicItem.of(record))
    assert message["role"] == "user"
    assert message["content"].startswith(json.dumps(record["edit"], ensure_ascii=False) + "\n[{")


def test_a_file_is_taken_as_it_is() -> None:
    template = Template.read("\ufeffBe brief.\r\n===\r\n{{edit}}\r\n{{documents}}\u2028".encode())
    system, user = template.messages(PublicItem.of(whole()))
    assert system["content"] == "Be brief.\r\n"
    assert user["content"].endswith("\u2028")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"{{edit}}", "no {{documents}}"),
        (b"{{documents}}", "no {{edit}}"),
        (b"{{edit}} {{documents}} {{closure}}", "{{closure}}: expected"),
        (b"\xff", "byte 0 is not UTF-8"),
    ],
)
def test_a_template_that_shows_no_item_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(BadTemplate, match=message):
        Template.read(data)


def test_the_hash_is_that_of_the_template() -> None:
    assert Template().sha256 == Template.read(DEFAULT.encode()).sha256
    assert Template(DEFAULT + " ").sha256 != Template().sha256


def test_a_damaged_public_part_is_refused() -> None:
    record = whole()
    del record["documents"][0]["units"][0]["text"]
    with pytest.raises(InvalidRecord, match="documents"):
        PublicItem.of(record)
