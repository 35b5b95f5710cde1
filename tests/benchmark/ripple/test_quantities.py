"""Which numbers may be edited, what they are, and what they become."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmark.construction.ripple.quantities import (
    COUNT,
    DURATION,
    MEASURE,
    MONEY,
    RANK,
    SHARE,
    YEAR,
    NoNewValue,
    find_quantity,
    new_value,
    ordinal,
    written,
)


@pytest.mark.parametrize(
    ("sentence", "kind", "text", "named"),
    [
        ("The hotel has 632 rooms and suites.", COUNT, "632", "number of rooms"),
        ("There are about 25,000 islands in the ocean.", COUNT, "25,000", "number of islands"),
        ("The town had a population of 253,651.", COUNT, "253,651", "population"),
        ("It drew an average of 1.353 million viewers.", COUNT, "1.353", "number of viewers"),
        ("The kingdom occupies 80% of the peninsula.", SHARE, "80", "percentage"),
        ("Nearly 40 percent of these products failed.", SHARE, "40", "percentage"),
        ("It was founded in 1887 by a baker.", YEAR, "1887", "year of founding"),
        ("Jump for Glory is a 1937 British comedy film.", YEAR, "1937", "year of the film"),
        ("He moved to Durango in 1880.", YEAR, "1880", "year of move"),
        ("His father moved to Durango in 1880.", YEAR, "1880", "year"),
        ("It covers 8 hectares of land.", MEASURE, "8", "figure in hectares"),
        ("They paid £500,000 per episode.", MONEY, "500,000", "sum of money"),
        ("It ran for 27 minutes.", DURATION, "27", "number of minutes"),
        ("It is the 35th largest state of the union.", RANK, "35th", "place in the order"),
        ("The population was 3,607 at the 2010 census.", COUNT, "3,607", "population"),
        ("As of 31 March 2013, it had 36,828 boats.", COUNT, "36,828", "number of boats"),
        ("It has 5 towns and 8 villages.", COUNT, "5", "number of towns"),
        ("At the 2006 census, 12,059 families were its population of 46,179.", COUNT, "46,179", "population"),
        ("In 2008 it was named the 12th best of all.", YEAR, "2008", "year"),
    ],
)
def test_quantities_are_found_as_what_they_are(sentence: str, kind: str, text: str, named: str) -> None:
    found = find_quantity(sentence)
    assert found
    assert (found.kind, found.text, found.named) == (kind, text, named)
    assert sentence[found.start : found.end] == text


@pytest.mark.parametrize(
    "sentence",
    [
        "It was founded on March 3, 1887.",
        "It was founded in March 1887.",
        "The station broadcasts on 88.9 FM from the coast.",
        "The song reached number 33 on the chart.",
        "It debuted at #51 on the albums chart.",
        "MiG 15 fighter jets were used.",
        "The album entered the Hot 100 chart.",
        "The 1970s were hard on the town.",
        "It was built in the 19th century.",
        "The district of North 24 Parganas lies there.",
        "He lived until 473 BC in the town.",
        "The 2009 elections were held there.",
        "The film (1942) is a comedy.",
        "It has 5 towns and 8 towns more.",
        "Nearly 50% are farmers, 40% bakers and 10% neither.",
        "It lies at 2,000 metres (6,600 ft) above the sea.",
        "The population is 314 with 161 males and 153 females.",
        "It was founded in 1889 and moved in 1892.",
        "He held the post from the 1460s until 1478.",
        "He was born on 3 March 1887 with 2 left feet.",
        "The town has 201 boats, as in 2010.",
        "He won by just 1% of the votes.",
        "She lives at number 12 Elm Street.",
        "The tempo is 134 beats per minute.",
        "It happened 10 years later in the town.",
        "It ranges from 2–4 boats a day.",
        "There are no numbers here at all.",
        "It costs 1,20 marks, badly written.",
        "The 26km road is long.",
    ],
)
def test_what_is_no_quantity_is_refused(sentence: str) -> None:
    assert find_quantity(sentence) is None


SENTENCES = [
    "The hotel has 632 rooms and suites.",
    "There are about 25,000 islands in the ocean.",
    "It drew an average of 1.353 million viewers.",
    "The kingdom occupies 80% of the peninsula.",
    "It was founded in 1887 by a baker.",
    "They paid £500,000 per episode.",
    "It ran for 27 minutes.",
]


@given(st.sampled_from(SENTENCES), st.integers(0, 10_000))
def test_a_new_value_is_another_one_of_the_same_kind_and_format(sentence: str, seed: int) -> None:
    quantity = find_quantity(sentence)
    assert quantity
    text = new_value(quantity, random.Random(seed), within=sentence)
    found = find_quantity(sentence.replace(quantity.text, text))
    assert found
    assert found.text == text != quantity.text
    assert (found.kind, found.named, found.decimals, found.grouped) == (
        quantity.kind,
        quantity.named,
        quantity.decimals,
        quantity.grouped,
    )
    if quantity.kind not in (SHARE, YEAR):
        assert re.sub(r"\d", "0", text) == re.sub(r"\d", "0", quantity.text)
        assert 0.07 <= abs(found.value / quantity.value - 1) <= 0.46
    if quantity.kind == YEAR:
        assert 3 <= abs(found.value - quantity.value) <= 40


def test_a_round_figure_stays_nearly_as_round() -> None:
    quantity = find_quantity("They sold 4,000,000 copies of the record.")
    assert quantity
    assert {new_value(quantity, random.Random(seed))[-5:] for seed in range(20)} == {"0,000"}


def test_what_is_taken_is_not_drawn() -> None:
    quantity = find_quantity("It ran for 27 minutes.")
    assert quantity
    with pytest.raises(NoNewValue, match="'27'"):
        new_value(quantity, random.Random(1), [str(number) for number in range(100)])


def test_numbers_are_written_as_prose_has_them() -> None:
    assert [written(1204), written(1204, grouped=False), written(0.5, decimals=2)] == [
        "1,204",
        "1204",
        "0.50",
    ]
    assert [ordinal(number) for number in (1, 12, 23, 111)] == ["1st", "12th", "23rd", "111th"]
