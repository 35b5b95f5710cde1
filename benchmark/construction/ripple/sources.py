"""Public sources: assigned to splits before any text is made, and prepared for construction (RKB §3.1, K)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmark.construction.rawdata.base import UNANSWERABLE
from benchmark.construction.rawdata.musique import convert
from benchmark.construction.rawdata.shapes import convert_all, read_json
from reviewapp.records import InputFile, Problems, canonical_bytes, sha256

from .edits import objection
from .grammar.names import ENDINGS
from .quantities import YEAR, NoNewValue, Quantity, find_quantity, new_value
from .schedule import SHARES, apportion
from .seeds import by_hash, digest, rng_of
from .sentences import Sentence, is_printable, sentences_of
from .tokens import NUMBER, numbers_in, tokens_of

MOST_REAL_DOCUMENTS = 4
LEAST_SENTENCES = 3
LONGEST_TITLE = 60


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph of a record."""

    position: int
    title: str
    text: str
    supporting: bool


@dataclass(frozen=True, slots=True)
class Record:
    """One MuSiQue record as far as construction reads it."""

    source_id: str
    file: str
    answerable: bool
    paragraphs: tuple[Paragraph, ...]

    @property
    def sha256(self) -> str:
        parts = [[part.title, part.text, part.supporting] for part in self.paragraphs]
        return sha256(canonical_bytes([self.source_id, self.answerable, parts]))


@dataclass(frozen=True, slots=True)
class RealDocument:
    """A paragraph that becomes a document, with the sentences of it that may stand unaffected."""

    position: int
    title: str
    supporting: bool
    sha256: str
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class PreparedSource:
    """A source that passed the preflight: the edit, and the real documents; the first holds the edit.

    `words` are those of the record that end as invented names do: no name may be one of them."""

    source_id: str
    sentence: Sentence
    quantity: Quantity
    new: str
    documents: tuple[RealDocument, ...]
    words: frozenset[str]

    @property
    def home(self) -> RealDocument:
        return self.documents[0]

    @property
    def forbidden(self) -> frozenset[str]:
        """The tokens of the old and the new value, which may stand nowhere but in the edited sentence."""
        return forbidden_by(self.quantity.text, self.new)

    @property
    def text(self) -> str:
        """All that the item may show of the source, in lower case."""
        parts = [document.title for document in self.documents] + [self.sentence.text]
        parts += [one.text for document in self.documents for one in document.sentences]
        return "\n".join(parts).casefold()


def forbidden_by(old: str, new: str) -> frozenset[str]:
    """Return the tokens of an edit's values, an ordinal's bare number among them.

    >>> sorted(forbidden_by("20th", "26th"))
    ['20', '20th', '26', '26th']
    """
    values = (old, new)
    return frozenset(token for value in values for token in (*tokens_of(value), *numbers_in(value)))


class Rejected(ValueError):
    """A source that the preflight turns down; the reason is one of a few words."""


class Reading:
    """What reading the records' files found: how often an id came again, and with other content."""

    def __init__(self) -> None:
        self.records = 0
        self.repeated = 0
        self.conflicts: list[str] = []


def read_records(files: Iterable[InputFile], problems: Problems, reading: Reading) -> Iterator[Record]:
    """Yield each record once, the first of its id; memory holds a hash a record.

    Damaged records go to *problems*; a record of a known id with other content is noted, not used."""
    seen: dict[str, str] = {}
    for file in files:
        for raw in convert_all(read_json(file, problems), problems, convert):
            for item in raw.items:
                reading.records += 1
                paragraphs = tuple(
                    Paragraph(
                        position, document.title, document.text, document.external_id in item.references
                    )
                    for position, document in enumerate(raw.documents)
                )
                record = Record(item.item_id, file.name, UNANSWERABLE not in item.flags, paragraphs)
                before = seen.setdefault(record.source_id, record.sha256)
                if before is not record.sha256 and before != record.sha256:
                    reading.conflicts.append(record.source_id)
                elif reading.records - reading.repeated - len(reading.conflicts) == len(seen):
                    yield record
                else:
                    reading.repeated += 1


def assign(
    source_ids: Iterable[str], *, seed: int | str, excluded: frozenset[str] = frozenset()
) -> dict[str, list[str]]:
    """Assign sources to splits by their ids' hashes, one to one to three, before anything else (RKB §3.1).

    >>> {split: len(ids) for split, ids in assign(map(str, range(10)), seed=1).items()}
    {'development': 2, 'selection': 2, 'report': 6}
    """
    order = by_hash(set(source_ids) - excluded, "split", seed)
    sizes = apportion(len(order), SHARES)
    assigned, start = {}, 0
    for split, size in sizes.items():
        assigned[split] = order[start : start + size]
        start += size
    return assigned


def prepare(record: Record, *, seed: int | str, taken: Container[str] = ()) -> PreparedSource:
    """Choose a record's edit and its real documents, before any text is made.

    :param taken: sentences that another source edits; MuSiQue's records share paragraphs.

    :raises Rejected: with the reason, if the record has none that will do."""
    if not record.answerable:
        raise Rejected("unanswerable")
    supporting = [part for part in record.paragraphs if part.supporting]
    if not supporting:
        raise Rejected("no_support")
    if len({part.text for part in record.paragraphs}) < 2:
        raise Rejected("too_few_paragraphs")
    candidates, objections = _candidates(supporting, record.source_id, seed)
    reasons = ["no_editable_number", *objections[:1]]
    for part, sentence, quantity in candidates:
        if sentence.text in taken:
            reasons.append("edit_taken")
            continue
        try:
            return _prepared(record, part, sentence, quantity, seed)
        except Rejected as error:
            reasons.append(str(error))
    raise Rejected(reasons[-1])


def _candidates(
    supporting: Sequence[Paragraph], source_id: str, seed: int | str
) -> tuple[list[tuple[Paragraph, Sentence, Quantity]], list[str]]:
    """Return the sentences that could be edited, years last, and what stands against others."""
    found, objections = [], list[str]()
    for part in supporting:
        if NUMBER.search(part.text) and not NUMBER.search(part.title) and len(part.title) <= LONGEST_TITLE:
            for sentence in sentences_of(part.text):
                if is_printable(sentence.text) and (quantity := find_quantity(sentence.text)):
                    if reason := objection(sentence.text, quantity, part.text):
                        objections.append(reason)
                    else:
                        found.append((part, sentence, quantity))
    found.sort(key=lambda one: (one[2].kind == YEAR, digest("edit", seed, source_id, one[1].text)))
    return found, objections


def _prepared(
    record: Record, part: Paragraph, sentence: Sentence, quantity: Quantity, seed: int | str
) -> PreparedSource:
    taken = numbers_in(" ".join(f"{one.title} {one.text}" for one in record.paragraphs))
    try:
        new = new_value(quantity, rng_of("new", seed, record.source_id), taken, within=sentence.text)
    except NoNewValue as error:
        raise Rejected("no_other_value") from error
    forbidden = forbidden_by(quantity.text, new)
    home = _document(
        part, [one for one in sentences_of(part.text) if _is_beside(one, sentence, quantity)], forbidden
    )
    documents = [home, *_others(record, part, forbidden, seed)]
    if len(documents) < 2:
        raise Rejected("too_few_documents")
    said = (word for one in record.paragraphs for word in tokens_of(f"{one.title} {one.text}"))
    words = frozenset(word for word in said if word.endswith(ENDINGS))
    return PreparedSource(record.source_id, sentence, quantity, new, tuple(documents), words)


def _is_beside(one: Sentence, edited: Sentence, quantity: Quantity) -> bool:
    """Keep sentences of the edited paragraph that give no other year, or no other figure."""
    if one.start == edited.start:
        return False
    found = [len(digits) == 4 for digits in numbers_in(one.text)]
    return not (any(found) if quantity.kind == YEAR else not all(found))


def _document(part: Paragraph, sentences: Sequence[Sentence], forbidden: frozenset[str]) -> RealDocument:
    texts = [one.text for one in sentences]
    usable = [
        one
        for one in sentences
        if is_printable(one.text) and not forbidden & set(tokens_of(one.text)) and texts.count(one.text) == 1
    ]
    digest_ = sha256(part.text.encode())
    return RealDocument(part.position, part.title, part.supporting, digest_, tuple(usable))


def _others(
    record: Record, home: Paragraph, forbidden: frozenset[str], seed: int | str
) -> list[RealDocument]:
    rest = [part for part in record.paragraphs if part is not home and part.text != home.text]
    rest.sort(
        key=lambda part: (not part.supporting, digest("document", seed, record.source_id, part.position))
    )
    titles, found = {home.title.casefold()}, []
    for part in rest:
        fits = len(part.title) <= LONGEST_TITLE and not forbidden & set(tokens_of(part.title))
        if fits and part.title.casefold() not in titles and _shares_no_name(part.title, home.title):
            document = _document(part, sentences_of(part.text), forbidden)
            if len(document.sentences) >= LEAST_SENTENCES:
                found.append(document)
                titles.add(part.title.casefold())
        if len(found) == MOST_REAL_DOCUMENTS - 1:
            break
    return found


def _shares_no_name(title: str, home: str) -> bool:
    """Tell whether the entry on *home* can be named without meaning *title*."""
    return bare(home).casefold() != bare(title).casefold()


def bare(title: str) -> str:
    """Return a title without what is in brackets at its end.

    >>> bare("Top Dog (song)")
    'Top Dog'
    """
    return title.rpartition(" (")[0] if title.endswith(")") and " (" in title else title


def shared_passages(
    splits: Mapping[str, str], passages: Mapping[str, Iterable[str]]
) -> list[tuple[str, tuple[str, ...]]]:
    """Return each passage (by hash) that sources of different splits use, with those sources."""
    users: dict[str, list[str]] = {}
    for source_id, hashes in passages.items():
        for one in sorted(set(hashes)):
            users.setdefault(one, []).append(source_id)
    return sorted(
        (one, tuple(sorted(ids))) for one, ids in users.items() if len({splits[source] for source in ids}) > 1
    )
