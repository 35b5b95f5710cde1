"""Progress of long work, and the signal to stop it; the work need not know who listens."""

from __future__ import annotations

from reviewapp.rules.protocol import JobState


class JobStopped(Exception):
    """The job is to stop: cancelled, taken over by another worker, or its worker ends."""

    def __init__(self, state: JobState | None) -> None:
        super().__init__(state)
        self.state = state


class Progress:
    """Holds how far a piece of long work is; this class reports it to nobody, a subclass may."""

    def __init__(self) -> None:
        self.done = 0
        self.total: int | None = None

    def at(self, done: int, total: int | None = None) -> None:
        """Note that *done* units of *total* are done; call it often, it costs next to nothing.

        :raises JobStopped: if the work is to stop here."""
        self.done = done
        self.total = self.total if total is None else total

    def say(self, line: str) -> None:
        """Add *line* to the log that people see; never the text of an item."""
