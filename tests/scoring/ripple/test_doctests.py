"""The examples in the docstrings of the ripple scorer and the baselines."""

import doctest
import importlib
import pkgutil

import pytest

import scoring.ripple

MODULES = [
    "scoring.rankings",
    *(f"scoring.ripple.{part.name}" for part in pkgutil.iter_modules(scoring.ripple.__path__)),
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
