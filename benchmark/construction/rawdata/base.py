"""What every adapter gives: documents and items in one form, whatever the data set (EMB §3.2)."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reviewapp.records import InputFile, InvalidRecord, Place, Problems, kind_of
from reviewapp.records.fields import NAME_LIMIT, check_filled_text, check_text

UNANSWERABLE = "unanswerable"
NO_SUPPORT = "no_support"
ANSWER_ABSENT = "answer_absent"

_KEY_ROOM = 60  # characters that an adapter may add to an item's id to name its paragraphs


@dataclass(frozen=True, slots=True)
class RawDocument:
    """One paragraph or document; *external_id* is unique within the data set."""

    external_id: str
    title: str
    text: str
    domain: str | None = None


@dataclass(frozen=True, slots=True)
class RawItem:
    """One question; *references* are external ids of the documents that support its answer."""

    item_id: str
    query: str
    answer: str
    answer_aliases: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    task_type: str | None = None
    domain: str | None = None
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RawRecord:
    """What one record of a data set holds, and where it stood."""

    place: Place
    documents: tuple[RawDocument, ...] = ()
    items: tuple[RawItem, ...] = ()


Convert = Callable[[Mapping[str, Any], Place], RawRecord]
Read = Callable[[Sequence[InputFile], Problems, Mapping[str, str]], Iterator[RawRecord]]


@dataclass(frozen=True, slots=True)
class Adapter:
    """A data set's format: its name, what its files are, and how they are read."""

    name: str
    summary: str
    read: Read
    takes_columns: bool = False


def text_at(record: Mapping[str, Any], key: str, path: str = "") -> str:
    """Return the string under *key*, the empty one included.

    :raises InvalidRecord: naming *path* and *key*."""
    value = value_at(record, key, path)
    if message := check_text(value):
        raise InvalidRecord.because(message, path + key)
    return str(value)


def filled_text_at(record: Mapping[str, Any], key: str, path: str = "") -> str:
    """Return the string under *key*, which must hold something.

    :raises InvalidRecord: naming *path* and *key*."""
    value = value_at(record, key, path)
    if message := check_filled_text(value):
        raise InvalidRecord.because(message, path + key)
    return str(value)


def id_at(record: Mapping[str, Any], key: str, path: str = "") -> str:
    """Return the identifier under *key*, short enough that paragraphs can be named after it.

    An integer counts as its digits: HotpotQA files have been seen with some ids of that kind.

    :raises InvalidRecord: naming *path* and *key*."""
    value = value_at(record, key, path)
    value = str(value) if type(value) is int else filled_text_at(record, key, path)
    if len(value) > NAME_LIMIT - _KEY_ROOM:
        message = f"{len(value):,} characters, expected at most {NAME_LIMIT - _KEY_ROOM}"
        raise InvalidRecord.because(message, path + key)
    return value


def value_at(record: Mapping[str, Any], key: str, path: str = "") -> Any:
    """Return what stands under *key*.

    :raises InvalidRecord: if the key is missing."""
    if key not in record:
        raise InvalidRecord.because("the key is missing", path + key)
    return record[key]


def list_at(record: Mapping[str, Any], key: str, path: str = "") -> list[Any]:
    """Return the list under *key*.

    :raises InvalidRecord: naming *path* and *key*."""
    value = value_at(record, key, path)
    if type(value) is not list:
        raise InvalidRecord.because(f"expected a list, got {kind_of(value)}", path + key)
    return value


def texts_at(record: Mapping[str, Any], key: str, path: str = "") -> list[str]:
    """Return the list of strings under *key*.

    :raises InvalidRecord: naming the entry."""
    values = list_at(record, key, path)
    for position, value in enumerate(values):
        if message := check_text(value):
            raise InvalidRecord.because(message, f"{path}{key}[{position}]")
    return values


def flag_at(record: Mapping[str, Any], key: str, path: str = "") -> bool:
    """Return the boolean under *key*.

    :raises InvalidRecord: naming *path* and *key*."""
    value = value_at(record, key, path)
    if type(value) is not bool:
        raise InvalidRecord.because(f"expected true or false, got {kind_of(value)}", path + key)
    return value


def object_in(value: object, path: str) -> Mapping[str, Any]:
    """Return *value* if it is an object.

    :raises InvalidRecord: naming *path*."""
    if not isinstance(value, dict):
        raise InvalidRecord.because(f"expected an object, got {kind_of(value)}", path)
    return value


def distinct(values: Iterable[str]) -> tuple[str, ...]:
    """Return the values in their order, each once.

    >>> distinct(["b", "a", "b"])
    ('b', 'a')
    """
    return tuple(dict.fromkeys(values))


def occurs(answer: str, text: str) -> bool:
    """Say whether *answer* stands in *text*: upper and lower case alike, and not as a part of a word.

    A word ends where the next character is no ASCII letter or digit, so that scripts written without
    spaces, or with endings on their names, are searched as they are.

    >>> occurs("no", "I know"), occurs("no", "No, thanks"), occurs("이력", "이력은 다음과")
    (False, True, True)
    """
    folded_answer, searched = answer.casefold(), text.casefold()
    if folded_answer not in searched:
        return False
    head = r"(?<![a-z0-9])" if re.match("[a-z0-9]", folded_answer) else ""
    tail = r"(?![a-z0-9])" if re.search("[a-z0-9]$", folded_answer) else ""
    return re.search(head + re.escape(folded_answer) + tail, searched) is not None


def flags_of(
    answers: Sequence[str], references: Sequence[str], *, answerable: bool = True, supported: bool = True
) -> tuple[str, ...]:
    """Return what a reader should know about an item that is imported all the same.

    :param answers: all gold answers; one that occurs in a reference is enough.
    :param references: the texts of the supporting documents.
    :param answerable: what the data set says.
    :param supported: False where it names a supporting document that the record does not hold."""
    flags = [] if answerable else [UNANSWERABLE]
    if not references or not supported:
        flags.append(NO_SUPPORT)
    if references and not any(occurs(answer, text) for answer in answers for text in references):
        flags.append(ANSWER_ABSENT)
    return tuple(flags)
