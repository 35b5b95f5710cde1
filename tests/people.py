"""The people of the tests: alice and bob annotate, carol adjudicates, sam manages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from reviewapp.models import Person


def _person(name: str) -> Person:
    from tests.factories import make_person

    return make_person(name)


@pytest.fixture
def alice(db: None) -> Person:
    return _person("alice")


@pytest.fixture
def bob(db: None) -> Person:
    return _person("bob")


@pytest.fixture
def carol(db: None) -> Person:
    return _person("carol")


@pytest.fixture
def sam(db: None) -> Person:
    return _person("sam")
