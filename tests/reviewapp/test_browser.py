"""That tests get a real browser, and that CI cannot lose it without a word."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.live import LiveApp

BASE_DIR = Path(__file__).resolve().parents[2]


@pytest.mark.browser
def test_the_login_page_opens_without_an_error_in_the_console(live_app: LiveApp, page: Any) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    assert page.goto(f"{live_app.url}/login").ok
    assert page.get_by_role("button", name="Log in").is_visible()
    assert said == []


@pytest.mark.browser
def test_a_page_can_be_drawn(page: Any) -> None:
    page.set_content("<p>drawn</p>")
    assert page.inner_text("p") == "drawn"


@pytest.mark.parametrize(("ci", "outcome"), [("true", "1 error"), ("", "1 skipped")])
def test_a_missing_browser_fails_in_ci_and_is_told_elsewhere(ci: str, outcome: str, tmp_path: Path) -> None:
    only = "tests/reviewapp/test_browser.py::test_a_page_can_be_drawn"
    told = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", only],
        cwd=BASE_DIR,
        env={**os.environ, "PATH": str(tmp_path), "CI": ci, "REVIEWAPP_CHROMIUM": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert outcome in told.stdout
    assert "no Chromium is installed (Debian: apt install chromium)" in told.stdout
