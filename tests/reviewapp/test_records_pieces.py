"""Files as pieces of one size, and their hash."""

import hashlib
import io

from reviewapp.records import file_sha256, joined_pieces, pieces_of, storable

SIZE = 262_144


def test_a_file_is_cut_into_pieces_of_256_kib() -> None:
    data = bytes(range(256)) * 2048 + b"more"
    pieces = list(pieces_of(io.BytesIO(data)))
    assert [len(piece) for piece in pieces] == [SIZE, SIZE, 4]
    assert b"".join(pieces) == data


def test_parts_of_any_size_are_joined_and_cut() -> None:
    parts = [b"a" * (SIZE - 1), b"bc", b"", b"d" * (2 * SIZE)]
    pieces = list(joined_pieces(parts))
    assert [len(piece) for piece in pieces] == [SIZE, SIZE, SIZE, 1]
    assert b"".join(pieces) == b"".join(parts)
    assert list(joined_pieces([])) == []


def test_the_hash_is_of_the_whole_file_wherever_it_stands() -> None:
    file = io.BytesIO(b"x" * (SIZE + 1))
    file.seek(9)
    assert file_sha256(file) == hashlib.sha256(file.getvalue()).hexdigest()
    assert file.tell() == SIZE + 1


def test_what_a_database_cannot_hold_is_escaped() -> None:
    assert storable("a\0b\udce9 é") == "a\\x00b\\udce9 é"
