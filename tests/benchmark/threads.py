"""What another connection does meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Callable

from django.db import connection


def in_thread(work: Callable[[], object]) -> bool:
    """Do *work* over a connection of its own; tell whether it came to its end within 20 seconds."""

    def run() -> None:
        try:
            work()
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(20)
    return not thread.is_alive()
