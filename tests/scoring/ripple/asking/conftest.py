"""A local endpoint for every test that asks one."""

from collections.abc import Iterator

import pytest

from tests.completions import Server, serving


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as found:
        yield found
