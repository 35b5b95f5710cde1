"""Numbers in real sentences: which may be edited, of what kind they are, and what they may become (RKB §3.1).

Refusing what is no quantity is half the work: a number is taken only where its surroundings say what it
counts or dates. Frequencies, chart places, street numbers, dates, names and citations fall through.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from .tokens import NUMBER, tokens_of, words

COUNT, SHARE, YEAR, DURATION, RANK, MONEY, MEASURE = KINDS = (
    "count",
    "share",
    "year",
    "duration",
    "rank",
    "money",
    "measure",
)
FIRST_YEAR, LAST_YEAR = 1200, 2024
SMALLEST = 10
LEAST_GAP = 3
POPULATION = "population"
LEAST_SHARE = 5

_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_BEFORE_DATE = re.compile(
    rf"\b(?:{_MONTHS}|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.?,? ?(?:\d+,? )?$"
)
_AFTER_DAY = re.compile(rf"^(?:st|nd|rd|th)? (?:of )?(?:{_MONTHS})\b")
_BEFORE_NAME = re.compile(
    r"(?:[#№$£€/–—\-.:~]|\b(?:No|Nos|number|numbers|chapter|season|series|episode|part|volume|vol|issue|page|"
    r"route|highway|interstate|road|street|line|group|grade|class|division|district|ward|room|flight|channel|"
    r"top|hot|billboard|formula|area|apollo|version|type|model|mark|article|section|act|psalm|verse|week|day|"
    r"game|games|round|age|aged|north|south|east|west|circa|ca|c|age of|at|d|b)\.?) ?$",
    re.IGNORECASE,
)
_BEFORE_PROPER = re.compile(
    r"(?:[^.!?] |^)(?!(?:The|About|Some|Over|Nearly|Around|Almost|All|These|Those|Its|Their|In|With|At|Of|By|"
    r"For|Another|Only|Roughly|Approximately|After|Before|Since|Until|From|During) $)['\"“]?[A-Z][\w.'’]* $"
)  # "MiG 15": a name's own number
_AFTER_NAME = re.compile(
    r"^(?: ?[-–—/:]| ?(?:BC|BCE|AD|CE|FM|AM|kHz|MHz|GHz|bpm|mm|hp|st|nd|rd|th|s)\b|'s|’s|°|º)"
)
_YEAR_CUE = re.compile(
    r"\b(?:in|since|until|by|from|of|around|about|early in|late in|during|before|after)(?: the year)? $", re.I
)
_YEAR_OF_WORK = re.compile(r"\b(?:is|was) (?:a|an|the) $")
_WORK = re.compile(
    r"^ (?:[\w'’\-]+ ){0,7}?"
    r"(film|album|novel|book|song|single|play|opera|documentary|musical|game|series|painting)\b"
)
_EVENTS = (
    (r"born", "birth"),
    (r"died", "death"),
    (r"founded|founding|established|formed|incorporated|organi[sz]ed|created|chartered|set up", "founding"),
    (r"built|constructed|erected|completed|construction", "building"),
    (r"opened|opening|inaugurated", "opening"),
    (r"released|release", "release"),
    (r"reissued|re-released", "reissue"),
    (r"published|publication|printed", "publication"),
    (r"recorded", "recording"),
    (r"married", "marriage"),
    (r"graduated", "graduation"),
    (r"elected|election", "election"),
    (r"appointed", "appointment"),
    (r"discovered|discovery", "discovery"),
    (r"invented", "invention"),
    (r"abolished|dissolved|disbanded|closed|shut down", "closing"),
    (r"launched", "launch"),
    (r"moved|settled|emigrated|relocated", "move"),
    (r"adopted", "adoption"),
    (r"introduced", "introduction"),
    (r"acquired|bought|purchased", "purchase"),
    (r"sold", "sale"),
    (r"retired|resigned", "retirement"),
    (r"renamed", "renaming"),
    (r"merged|merger", "merger"),
    (r"premiered|premiere", "premiere"),
    (r"signed", "signing"),
    (r"began|started|beginning", "beginning"),
    (r"ended|ceased|concluded|expired", "end"),
    (r"stolen", "theft"),
    (r"reunited", "reunion"),
    (r"crowned|coronation", "coronation"),
    (r"compiled", "compilation"),
    (r"certified", "certification"),
    (r"dedicated", "dedication"),
    (r"commissioned", "commission"),
    (r"won|victory", "victory"),
    (r"defeated", "defeat"),
    (r"fought|battle", "battle"),
    (r"hosted", "hosting"),
    (r"designated", "designation"),
    (r"awarded", "award"),
    (r"split", "split"),
    (r"visited", "visit"),
    (r"designed", "design"),
    (r"destroyed|demolished", "destruction"),
    (r"burned|burnt", "fire"),
    (r"rebuilt|reconstructed", "rebuilding"),
    (r"annexed", "annexation"),
    (r"captured|conquered", "capture"),
    (r"invaded", "invasion"),
    (r"arrived|came", "arrival"),
    (r"returned", "return"),
    (r"aired|broadcast", "broadcast"),
    (r"performed", "performance"),
    (r"wrote|written", "writing"),
    (r"filmed", "filming"),
    (r"painted", "painting"),
    (r"nominated", "nomination"),
    (r"announced", "announcement"),
    (r"proposed", "proposal"),
    (r"declared", "declaration"),
    (r"granted", "grant"),
    (r"transferred", "transfer"),
    (r"promoted", "promotion"),
    (r"joined", "joining"),
    (r"admitted", "admission"),
    (r"drafted", "draft"),
    (r"enlisted", "enlistment"),
    (r"ceded", "cession"),
    (r"ratified", "ratification"),
    (r"sacked", "sack"),
    (r"abandoned", "abandonment"),
    (r"extended|expanded|enlarged", "enlargement"),
    (r"converted", "conversion"),
    (r"restored|renovated", "restoration"),
    (r"contested", "contest"),
    (r"unveiled", "unveiling"),
    (r"revived", "revival"),
    (r"cancel+ed", "cancellation"),
    (r"separated|seceded", "separation"),
    (r"unified|united", "union"),
    (r"banned|outlawed", "ban"),
    (r"repealed", "repeal"),
    (r"passed", "passing"),
    (r"became|ascended|succeeded", "accession"),
    (r"replaced", "replacement"),
)
# What may have befallen another than the entry's subject, unless the sentence opens with "He" or "She".
_PERSONAL = frozenset(
    (
        "birth",
        "death",
        "marriage",
        "graduation",
        "election",
        "appointment",
        "retirement",
        "move",
        "arrival",
        "return",
        "visit",
        "joining",
        "admission",
        "draft",
        "enlistment",
        "promotion",
        "accession",
        "coronation",
        "nomination",
    )
)
_MONEY = re.compile(r"(?:US|A|C|NZ)?[$£€]$")
_SCALE = re.compile(r"^ (hundred|thousand|million|billion|trillion)\b")
_PERCENT = re.compile(r"^ ?(?:%|percent\b|per cent\b)")
_TIME = re.compile(
    r"^ (years|months|weeks|days|hours|minutes|seconds)\b(?! (?:old|of age|ago|later|after|before|earlier))"
)
_LENGTH = re.compile(
    r"^ (square miles|square kilometers|square kilometres|square feet|square meters|square metres|"
    r"kilometers|kilometres|miles|meters|metres|feet|acres|hectares|tonnes|tons|pounds|kilograms|"
    r"km2|km|m)(?![\w²])"
)
_POPULATION = re.compile(
    r"\bpopulation (?:of|was|is|at|reached|stood at)(?: (?:about|around|approximately|nearly))? $"
)
_NOUN = re.compile(r"^ ((?:[a-z]+(?:-[a-z]+)? )?)([a-z]{3,}s|people|children|men|women)\b(?! [a-z]+s\b)(?!-)")
_ORDINAL = re.compile(r"\b(\d+)(?:st|nd|rd|th)\b")
_RANKED = re.compile(
    r"^[ -](?:largest|smallest|highest|longest|tallest|oldest|most \w+|busiest|best-selling|richest)\b"
)
_NO_NOUN = words(
    """
    years months weeks days hours minutes seconds times others series less is was as has its this beats
    points degrees percents classics species means plus versus across towards besides perhaps s miles
    kilometers kilometres meters metres feet acres hectares pieces kinds types lots males females
    """
)
_NO_ADJECTIVE = words(
    """
    and or to in of on at by for with from the a an as is was when while who which that but than other
    more plus later after before until since its his her their first last next also so he she it they
    """
)


@dataclass(frozen=True, slots=True)
class Quantity:
    """One editable number of a sentence: its text, where it stands (characters), and what it says.

    `named` says what it is, to be followed by the entry it stands in: "number of boats". `scale` is the
    word behind it that belongs to the value ("million"), `unit` what a value in a rule carries behind it.
    """

    kind: str
    text: str
    start: int
    end: int
    value: float
    named: str
    unit: str = ""
    scale: str = ""

    @property
    def decimals(self) -> int:
        _, point, tail = self.digits.partition(".")
        return len(tail) if point else 0

    @property
    def digits(self) -> str:
        return self.text.rstrip("stndrh") if self.kind == RANK else self.text

    @property
    def grouped(self) -> bool:
        return "," in self.text

    @property
    def whole(self) -> bool:
        """Whether the figure is a plain count that rules may add to and multiply."""
        return self.kind in (COUNT, DURATION) and not self.decimals and not self.scale


def find_quantity(sentence: str) -> Quantity | None:
    """Return the one editable number of *sentence*; others beside it are no rivals.

    Beside a figure years, dates and counts of other things may stand; beside a year, what is no quantity.


    >>> find_quantity("The fleet has 1,204 boats.").named
    'number of boats'
    >>> find_quantity("It was founded in 1887.").named
    'year of founding'
    >>> find_quantity("At the 2010 census the town had a population of 1,204.").text
    '1,204'
    >>> find_quantity("It was founded on March 3, 1887."), find_quantity("It broadcasts on 88.9 FM.")
    (None, None)
    """
    runs = list(NUMBER.finditer(sentence))
    if len(runs) == 1:
        return _quantity(sentence, runs[0])
    rest = [run for run in runs if not _is_date(sentence, run)]
    years = [run for run in runs if run not in rest]
    figures = [found for run in rest if (found := _quantity(sentence, run))]
    if len(figures) == len(rest) > 0 and _told_apart(figures):
        chosen = min(figures, key=lambda found: (found.named != POPULATION, found.start))
    elif sum(len(run[0]) == 4 for run in runs) == 1 and years and not figures:
        found = _quantity(sentence, years[0])
        if found is None or found.kind != YEAR:
            return None
        chosen = found
    else:
        return None
    return chosen if sentence.count(chosen.text) == 1 else None


def _told_apart(figures: Sequence[Quantity]) -> bool:
    """Tell whether each of some figures can be spoken of without meaning another: counts of other things."""
    if len(figures) == 1:
        return True
    names = {found.named for found in figures}
    return len(names) == len(figures) and all(found.kind == COUNT for found in figures)


def _quantity(sentence: str, run: re.Match[str]) -> Quantity | None:
    start, end = run.span()
    before, after = sentence[:start], sentence[end:]
    if ordinal := _rank(sentence, start):
        return ordinal
    if before[-1:].isalnum() or after[:1].isalnum() or not _well_formed(run[0]):
        return None
    return _money(run[0], before, after, start) or _plain(run[0], before, after, start)


def _is_date(sentence: str, run: re.Match[str]) -> bool:
    """Tell whether a number is a year of our time or the day of a month."""
    before, after = sentence[: run.start()], sentence[run.end() :]
    if re.fullmatch(r"\d{4}", run[0]):
        return FIRST_YEAR <= int(run[0]) <= LAST_YEAR and not re.match(r"[\w%]", after)
    return len(run[0]) <= 2 and bool(_BEFORE_DATE.search(before) or _AFTER_DAY.match(after))


def _well_formed(digits: str) -> bool:
    if "," in digits and not re.fullmatch(r"[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?", digits):
        return False
    return digits.count(".") <= 1 and (digits[0] != "0" or digits.startswith("0."))


def _value(digits: str) -> float:
    return float(digits.replace(",", ""))


def _rank(sentence: str, start: int) -> Quantity | None:
    match = _ORDINAL.match(sentence, start)
    if not match or not _RANKED.match(sentence[match.end() :]) or not 3 <= int(match[1]) <= 90:
        return None
    return Quantity(RANK, match[0], start, match.end(), float(match[1]), "place in the order")


def _money(digits: str, before: str, after: str, start: int) -> Quantity | None:
    match = _MONEY.search(before)
    if not match or re.match(r"[-–]| (?:to|or|and) [$£€]", after):
        return None
    scale = _SCALE.match(after)
    word = scale[1] if scale else ""
    unit = f"{match[0]}{{}} {word}" if word else f"{match[0]}{{}}"
    return Quantity(MONEY, digits, start, start + len(digits), _value(digits), "sum of money", unit, word)


def _plain(digits: str, before: str, after: str, start: int) -> Quantity | None:
    if _BEFORE_DATE.search(before) or _BEFORE_NAME.search(before) or _AFTER_NAME.match(after):
        return None
    if _BEFORE_PROPER.search(before):
        return None
    end = start + len(digits)
    if (
        re.fullmatch(r"\d{4}", digits)
        and FIRST_YEAR <= int(digits) <= LAST_YEAR
        and (named := _year(before, after))
    ):
        return Quantity(YEAR, digits, start, end, float(digits), named)
    value = _value(digits)
    if _PERCENT.match(after) and LEAST_SHARE <= value < 100:
        return Quantity(SHARE, digits, start, end, value, "percentage", "{} percent")
    if match := _TIME.match(after):
        return Quantity(DURATION, digits, start, end, value, f"number of {match[1]}")
    if match := _LENGTH.match(after):
        return Quantity(MEASURE, digits, start, end, value, f"figure in {match[1]}")
    if _POPULATION.search(before) and not _SCALE.match(after):
        return Quantity(COUNT, digits, start, end, value, POPULATION)
    return _count(digits, after, start, value)


def _count(digits: str, after: str, start: int, value: float) -> Quantity | None:
    if re.fullmatch(r"\d{4}", digits) and FIRST_YEAR <= int(digits) <= 2100:
        return None  # "the 2009 elections"
    scale = _SCALE.match(after)
    word = scale[1] if scale else ""
    match = _NOUN.match(after[scale.end() :] if scale else after)
    if not match or match[2] in _NO_NOUN or match[2].endswith("ss") or match[1].strip() in _NO_ADJECTIVE:
        return None
    noun = match[1] + match[2]
    unit = f"{{}} {word}" if word else ""
    return Quantity(COUNT, digits, start, start + len(digits), value, f"number of {noun}", unit, word)


def _year(before: str, after: str) -> str:
    """Return what a year dates, or nothing where no cue says that the number is a year."""
    if _YEAR_OF_WORK.search(before) and (match := _WORK.match(after)):
        return f"year of the {match[1]}"
    if not _YEAR_CUE.search(before) or re.match(r" (?:[a-z]+s|people)\b", after):
        return ""
    own = re.match(r"(?:He|She) ", before) is not None
    events = _events(" ".join(re.split(r"[;:]", before)[-1].casefold().split()[-8:]), own)
    if events:
        return f"year of {events[-1]}"
    opens = re.match(r"(?:In|By|During|Since|Early in|Late in) $", before)
    own = re.match(r",? (?:he|she) ", after) is not None
    events = _events(" ".join(after.casefold().split()[:9]), own) if opens else []
    return f"year of {events[0]}" if events else "year"


def _events(clause: str, own: bool) -> list[str]:
    """Return what happens in a clause, in its order; to its entry's own person alone where *own* says so."""
    found = [
        (match.start(), noun)
        for cue, noun in _EVENTS
        for match in re.finditer(rf"\b(?:{cue})\b", clause)
        if own or noun not in _PERSONAL
    ]
    return [noun for _, noun in sorted(found)]


def new_value(quantity: Quantity, rng: random.Random, taken: Sequence[str] = (), within: str = "") -> str:
    """Return another plausible value of the same kind and format, as text.

    :param taken: tokens that it must not be.
    :param within: the sentence, in which the new value must be read as the old one is.
    :raises NoNewValue: if none of a hundred draws does."""
    for _ in range(100):
        text = _written(quantity, _drawn(quantity, rng))
        alike = len(text) == len(quantity.text) or quantity.kind in (SHARE, RANK)
        gap = abs(_value(re.sub(r"[a-z]", "", text)) - quantity.value)
        least = LEAST_GAP if not quantity.decimals else LEAST_GAP / 10**quantity.decimals
        if quantity.value >= 1 > _value(re.sub(r"[a-z]", "", text)):
            continue
        fits = alike and gap >= least and text not in within and not set(tokens_of(text)) & set(taken)
        if fits and (not within or _reads_alike(quantity, text, within)):
            return text
    raise NoNewValue(f"no other value of the kind of {quantity.text!r} was found")


def _reads_alike(quantity: Quantity, text: str, within: str) -> bool:
    found = find_quantity(within[: quantity.start] + text + within[quantity.end :])
    return found is not None and (found.kind, found.named, found.text) == (
        quantity.kind,
        quantity.named,
        text,
    )


class NoNewValue(ValueError):
    """A number without a plausible other value of its kind."""


def _drawn(quantity: Quantity, rng: random.Random) -> float:
    sign = rng.choice((-1, 1))
    value = quantity.value
    if quantity.kind == YEAR:
        other = value + sign * rng.randint(3, 40)
        return other if FIRST_YEAR <= other <= LAST_YEAR else 2 * value - other
    if quantity.kind == SHARE:
        other = value + sign * rng.uniform(4, 25)
        return other if 2 <= other <= 98 else 2 * value - other
    if quantity.kind == RANK:
        return max(value + sign * rng.randint(3, 9), 2)
    return value * (1 + sign * rng.uniform(0.08, 0.45))


def _written(quantity: Quantity, value: float) -> str:
    if quantity.kind == RANK:
        return ordinal(round(value))
    if not quantity.decimals and quantity.kind not in (YEAR, SHARE):
        value = _as_round(value, quantity.value)
    return written(value, decimals=quantity.decimals, grouped=quantity.grouped)


def _as_round(value: float, model: float) -> float:
    """Round *value* as *model* is round, but for two leading digits."""
    digits = str(int(model))
    zeros = min(len(digits) - len(digits.rstrip("0")), len(digits) - 2)
    return round(value, -zeros) if zeros > 0 else value


def written(value: float, *, decimals: int = 0, grouped: bool = True) -> str:
    """Return a number as prose has it.

    >>> written(1204), written(1204, grouped=False), written(3.25, decimals=1)
    ('1,204', '1204', '3.2')
    """
    return f"{value:,.{decimals}f}" if grouped else f"{value:.{decimals}f}"


def ordinal(number: int) -> str:
    """Return an ordinal in digits.

    >>> [ordinal(number) for number in (1, 2, 3, 11, 22)]
    ['1st', '2nd', '3rd', '11th', '22nd']
    """
    tail = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{tail}"
