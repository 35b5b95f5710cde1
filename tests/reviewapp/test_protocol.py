import itertools
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewapp.rules import protocol
from reviewapp.rules.protocol import (
    DOMAINS,
    NEXT,
    CampaignState,
    Decision,
    DisagreementState,
    IllegalMove,
    Incomplete,
    ItemState,
    JobState,
    Reason,
    SlotState,
    TaskState,
    Verdict,
    check_move,
    check_verdict,
    differing_fields,
    may_undo,
)

MOVES = {
    CampaignState: {
        ("open", "paused"), ("open", "closed"), ("paused", "open"), ("paused", "closed"), ("closed", "open"),
    },
    SlotState: {
        ("free", "claimed"), ("free", "void"),
        ("claimed", "free"), ("claimed", "committed"), ("claimed", "void"),
    },
    TaskState: {
        ("open", "disputed"), ("open", "decided"), ("open", "withdrawn"),
        ("disputed", "decided"), ("disputed", "open"), ("disputed", "withdrawn"),
        ("decided", "disputed"), ("decided", "open"), ("decided", "withdrawn"),
    },
    DisagreementState: {("open", "decided"), ("open", "dissolved")},
    ItemState: {
        ("proposed", "in_review"), ("proposed", "withdrawn"),
        ("in_review", "accepted"), ("in_review", "rejected"), ("in_review", "withdrawn"),
        ("accepted", "in_review"), ("accepted", "rejected"), ("accepted", "withdrawn"),
        ("rejected", "in_review"), ("rejected", "accepted"), ("rejected", "withdrawn"),
    },
    JobState: {
        ("waiting", "running"), ("waiting", "cancelled"),
        ("running", "done"), ("running", "failed"), ("running", "cancelled"), ("running", "waiting"),
        ("failed", "waiting"), ("cancelled", "waiting"),
    },
}  # fmt: skip
PAIRS = [pair for states in MOVES for pair in itertools.product(states, repeat=2)]


@pytest.mark.parametrize(("old", "new"), PAIRS, ids=lambda state: f"{type(state).__name__}.{state}")
def test_each_pair_of_states_is_allowed_or_refused(old, new):
    if (old.value, new.value) in MOVES[type(old)]:
        check_move(old, new)
    else:
        with pytest.raises(IllegalMove, match=f"{type(old).__name__} cannot go from {old} to {new}"):
            check_move(old, new)


def test_every_state_has_its_row():
    assert {kind: set(table) for kind, table in NEXT.items()} == {kind: set(kind) for kind in MOVES}


def test_a_move_never_leads_into_another_kind_of_state():
    assert all(type(new) is kind for kind, table in NEXT.items() for row in table.values() for new in row)
    with pytest.raises(IllegalMove):
        check_move(TaskState.OPEN, DisagreementState.DECIDED)


def test_accepting_needs_nothing_else():
    assert check_verdict("accept", "", "", "", domains=DOMAINS) == Verdict("accept")


def test_accepting_forgets_a_reason_chosen_before():
    found = check_verdict("accept", "noisy_reference", "law", "", domains=DOMAINS)
    assert found == Verdict("accept", "", "law")


@pytest.mark.parametrize("reason", [reason for reason in Reason if reason != Reason.OTHER])
def test_a_rejection_carries_its_reason(reason):
    assert check_verdict("reject", reason, "", "", domains=DOMAINS) == Verdict("reject", reason)


@pytest.mark.parametrize(
    ("values", "fields"),
    [
        (("", "", "", ""), {"decision"}),
        (("maybe", "", "", ""), {"decision"}),
        (("reject", "", "", ""), {"reason"}),
        (("reject", "boring", "", ""), {"reason"}),
        (("reject", "other", "", ""), {"note"}),
        (("reject", "other", "", " \n\t"), {"note"}),
        (("accept", "", "cooking", ""), {"domain"}),
        (("reject", "other", "cooking", ""), {"note", "domain"}),
        (("", "", "cooking", ""), {"decision", "domain"}),
    ],
)
def test_what_is_missing_is_named_together(values, fields):
    with pytest.raises(Incomplete) as caught:
        check_verdict(*values, domains=DOMAINS)
    assert set(caught.value.missing) == fields


def test_another_campaigns_domain_is_refused_by_name():
    with pytest.raises(Incomplete, match="“law”"):
        check_verdict("accept", "", "law", "", domains=["cooking"])


VERDICTS = st.builds(
    Verdict, st.sampled_from(list(Decision)), st.sampled_from(["", *Reason]), st.sampled_from(["", *DOMAINS])
)


@given(st.lists(VERDICTS, min_size=1, max_size=9))
def test_verdicts_agree_exactly_when_they_are_equal(verdicts):
    assert (differing_fields(verdicts) == ()) == (len(set(verdicts)) == 1)


@given(st.lists(VERDICTS, min_size=1, max_size=5), st.randoms(use_true_random=False))
def test_the_order_of_verdicts_does_not_matter(verdicts, random):
    assert differing_fields(random.sample(verdicts, len(verdicts))) == differing_fields(verdicts)


@pytest.mark.parametrize(
    ("other", "fields"),
    [
        (Verdict("accept", "", "law"), ()),
        (Verdict("accept", "", "math"), ("domain",)),
        (Verdict("accept", "", ""), ("domain",)),
        (Verdict("reject", "noisy_reference", "law"), ("decision", "reason")),
        (Verdict("reject", "noisy_reference", "math"), ("decision", "reason", "domain")),
    ],
)
def test_differing_fields_come_in_order(other, fields):
    assert differing_fields([Verdict("accept", "", "law"), other]) == fields


def test_an_undo_is_allowed_up_to_five_minutes():
    now = datetime(2026, 1, 1, tzinfo=UTC)
    assert may_undo(now, now + timedelta(minutes=5))
    assert not may_undo(now, now + timedelta(minutes=5, microseconds=1))


def test_every_protocol_error_is_a_value_error_of_its_own():
    classes = [value for value in vars(protocol).values() if isinstance(value, type)]
    errors = [one for one in classes if issubclass(one, ValueError)]
    assert len(errors) == 7
    assert all(issubclass(error, protocol.ProtocolError) for error in errors)


def test_what_is_incomplete_says_all_that_is_missing():
    error = Incomplete({"reason": "Say why.", "domain": "Choose one."})
    assert str(error) == "Say why.; Choose one."
