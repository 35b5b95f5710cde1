"""The examples in the docstrings of the ripple scorer and the baselines."""

import doctest
import importlib
import pkgutil

import pytest

from scoring.ripple import asking, rankings, scorer, tables

MODULES = [
    f"{room.__name__}.{part.name}"
    for room in (asking, rankings, scorer, tables)
    for part in pkgutil.iter_modules(room.__path__)
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
