"""kombu's filesystem transport, with whole messages and a worker that stops when it is told to."""

import os
import uuid
from pathlib import Path
from time import time_ns
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils import json

LONGEST_WAIT_SECONDS = 0.3


class Channel(filesystem.Channel):
    def _put(self, queue: str, payload: Any, **_: Any) -> None:  # type: ignore[override]
        """Put a message there whole, by renaming: a worker may look at any moment."""
        name = f"{time_ns() // 1_000_000}_{uuid.uuid4()}.{queue}.msg"
        part = Path(self.data_folder_out, f".{name}.part")
        part.write_text(json.dumps(payload), encoding="utf-8")  # type: ignore[no-untyped-call]
        os.replace(part, Path(self.data_folder_out, name))


class Transport(filesystem.Transport):
    Channel = Channel

    def drain_events(self, connection: Any, timeout: float | None = None, **_: Any) -> Any:
        """Wait for a message, but look up often enough to see the signal to stop."""
        wait = min(timeout or LONGEST_WAIT_SECONDS, LONGEST_WAIT_SECONDS)
        return super().drain_events(connection, timeout=wait)  # type: ignore[no-untyped-call]


def register() -> None:
    """Let ``filesystem://`` mean this transport."""
    TRANSPORT_ALIASES["filesystem"] = "reviewapp.runtime.broker:Transport"
