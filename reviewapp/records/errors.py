"""Findings about a record, problems of a whole file, and the exceptions that carry them."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

KEPT_RECORDS = 100


class Finding(NamedTuple):
    """One thing wrong with a record; *field* is empty where it concerns the whole record."""

    field: str
    message: str

    def __str__(self) -> str:
        return f"{self.field}: {self.message}" if self.field else self.message


class Place(NamedTuple):
    """Where a record stands: a line of a file, and in a JSON list also which record and its first byte."""

    file: str
    line: int
    record: int | None = None
    offset: int | None = None

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}"
        return where if self.record is None else f"{where} (record {self.record}, byte {self.offset})"


class InvalidRecord(ValueError):
    """A record that cannot be read; carries every finding about it."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__("; ".join(map(str, self.findings)))

    @classmethod
    def because(cls, message: str, field: str = "") -> "InvalidRecord":
        """Return the error for a single finding."""
        return cls([Finding(field, message)])


class InvalidFile(ValueError):
    """A file that was refused: the first problems as `FILE:LINE: FIELD: …`, and how many records are bad."""

    def __init__(self, messages: Sequence[str], bad_records: int = 0, more: int = 0) -> None:
        self.messages = tuple(messages)
        self.bad_records = bad_records
        tail = [f"… and {more:,} more bad records"] if more else []
        super().__init__("\n".join([*self.messages, *tail]))


class Rejected(NamedTuple):
    """A record left out: where it stood, its bytes as they came, and why."""

    place: Place
    raw: bytes
    findings: tuple[Finding, ...]


class Problems:
    """Collects the bad records of one import: keeps the messages of the first hundred and counts the rest.

    :param on_reject: called with each rejected record, for `--skip-invalid`.
    """

    def __init__(self, on_reject: Callable[[Rejected], None] | None = None, keep: int = KEPT_RECORDS) -> None:
        self.messages: list[str] = []
        self.bad_records = 0
        self._keep = keep
        self._on_reject = on_reject

    def reject(self, place: Place, raw: bytes, findings: Sequence[Finding]) -> None:
        """Note a bad record with all that is wrong with it."""
        self.bad_records += 1
        if self.bad_records <= self._keep:
            self.messages += [f"{place}: {finding}" for finding in findings]
        if self._on_reject:
            self._on_reject(Rejected(place, raw, tuple(findings)))

    @property
    def more(self) -> int:
        """How many bad records are counted but not described."""
        return max(0, self.bad_records - self._keep)

    def raise_if_any(self) -> None:
        """Refuse the file if a record was bad.

        :raises InvalidFile: with the messages kept and the number of bad records."""
        if self.bad_records:
            raise InvalidFile(self.messages, self.bad_records, self.more)
