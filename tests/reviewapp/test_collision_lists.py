"""What decisions make of an item's lists: by hand, and by the law that a window over the ranks states."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from reviewapp.workflows.collision.rules.collisions import CollisionDecision, Link, applied

HARD, FALSE, CONFLICT, UNCLEAR = "hard_negative", "false_negative", "conflict", "cannot_tell"
ROLE_OF = {HARD: "hard_negative", FALSE: "reference"}

decisions_on = st.dictionaries(st.integers(1, 12), st.sampled_from([HARD, FALSE, UNCLEAR]), max_size=9)
links_of = st.dictionaries(
    st.integers(1, 12),
    st.tuples(st.sampled_from(["reference", "hard_negative"]), st.integers(1, 99)),
    max_size=9,
).map(lambda held: [Link(doc_id, *at, key=doc_id + 100) for doc_id, at in held.items()])


def test_documents_come_behind_those_of_their_list_in_rank_order() -> None:
    made = applied(
        {7: HARD, 9: FALSE, 8: HARD, 6: UNCLEAR},
        [Link(1, "reference", 1, 5), Link(2, "reference", 2, 6), Link(3, "hard_negative", 4, 7)],
    )
    assert made.added == [Link(7, "hard_negative", 5), Link(9, "reference", 3), Link(8, "hard_negative", 6)]
    assert (made.moved, made.n_references) == ([], 3)
    assert made.standing == {7: HARD, 9: FALSE, 8: HARD, 6: UNCLEAR}


def test_what_is_on_its_list_stays_and_what_is_on_the_other_moves() -> None:
    links = [Link(1, "reference", 1, 5), Link(7, "hard_negative", 1, 6), Link(8, "hard_negative", 2, 7)]
    made = applied({7: HARD, 8: FALSE, 9: HARD}, links)
    assert made.moved == [Link(8, "reference", 2, 7)]
    assert made.added == [Link(9, "hard_negative", 4)]
    assert made.n_references == 2


def test_a_conflict_stands_and_changes_no_list() -> None:
    made = applied({7: FALSE, 8: CONFLICT}, [Link(1, "reference", 1, 5)])
    assert (made.added, made.moved, made.n_references) == ([], [], 1)
    assert made.standing == {7: FALSE, 8: CONFLICT}


@given(decisions_on, links_of)
def test_a_place_is_the_last_one_of_the_list_and_the_number_among_like_decisions(
    decisions: dict[int, str], links: list[Link]
) -> None:
    made = applied(decisions, links)
    held = {one.doc_id: one for one in links}
    expected = []
    for decision, role in ROLE_OF.items():
        last = max((one.position for one in links if one.role == role), default=0)
        ranked = [doc_id for doc_id, said in decisions.items() if said == decision]
        for number, doc_id in enumerate(ranked, start=1):
            if doc_id not in held or held[doc_id].role != role:
                expected.append(
                    Link(doc_id, role, last + number, held[doc_id].key if doc_id in held else None)
                )
    assert sorted(made.added + made.moved, key=str) == sorted(expected, key=str)
    assert all((one.key is None) == (one.doc_id not in held) for one in made.added)
    assert set(made.added).isdisjoint(made.moved)


@given(decisions_on, links_of)
def test_the_lists_hold_each_document_once_and_what_was_decided(
    decisions: dict[int, str], links: list[Link]
) -> None:
    made = applied(decisions, links)
    after = {one.doc_id: one for one in (*links, *made.moved, *made.added)}
    assert all(after[doc_id].role == ROLE_OF[said] for doc_id, said in decisions.items() if said in ROLE_OF)
    assert made.n_references == sum(one.role == "reference" for one in after.values())
    assert {one.doc_id for one in links}.isdisjoint(one.doc_id for one in made.added)


@given(decisions_on, links_of, st.integers(1, 12))
def test_any_conflict_leaves_the_lists_as_they_are(
    decisions: dict[int, str], links: list[Link], document: int
) -> None:
    made = applied(decisions | {document: CollisionDecision.CONFLICT}, links)
    assert not made.added
    assert not made.moved
    assert made.n_references == sum(one.role == "reference" for one in links)
